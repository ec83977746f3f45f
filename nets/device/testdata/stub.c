// A PJRT plugin that is no good, for tests: KIND says in which way.
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "pjrt_c_api.h"

#define OUTDATED 1 // of another time
#define HANGING 2 // never comes back from the first call
#define CRASHING 3 // takes its process with it
#define REFUSING 4 // has nothing to drive, and says so
#define EMPTY 5 // offers no interface
#define SLEEPING 6 // loads, and hangs when it is to open the card

static void hang(void) { for (;;) sleep(1000); }

struct PJRT_Error { const char *what; };
static struct PJRT_Error no_card = {"no card that this stub knows"};

static void error_destroy(PJRT_Error_Destroy_Args *a) {}
static void error_message(PJRT_Error_Message_Args *a) {
	a->message = a->error->what;
	a->message_size = strlen(a->message);
}
static PJRT_Error *error_code(PJRT_Error_GetCode_Args *a) {
	a->code = PJRT_Error_Code_UNAVAILABLE;
	return NULL;
}
static PJRT_Error *initialize(PJRT_Plugin_Initialize_Args *a) { return NULL; }
static PJRT_Error *attributes(PJRT_Plugin_Attributes_Args *a) {
	a->attributes = NULL;
	a->num_attributes = 0;
	return NULL;
}
static PJRT_Error *create(PJRT_Client_Create_Args *a) {
	if (KIND == SLEEPING)
		hang();
	return &no_card;
}

const PJRT_Api *GetPjrtApi(void) {
	static PJRT_Api api;
	if (KIND == HANGING)
		hang();
	if (KIND == CRASHING)
		abort();
	if (KIND == EMPTY)
		return NULL;
	api.struct_size = sizeof api;
	api.pjrt_api_version.struct_size = sizeof api.pjrt_api_version;
	api.pjrt_api_version.major_version = PJRT_API_MAJOR;
	api.pjrt_api_version.minor_version = KIND == OUTDATED ? 7 : PJRT_API_MINOR;
	api.PJRT_Error_Destroy = error_destroy;
	api.PJRT_Error_Message = error_message;
	api.PJRT_Error_GetCode = error_code;
	api.PJRT_Plugin_Initialize = initialize;
	api.PJRT_Plugin_Attributes = attributes;
	api.PJRT_Client_Create = create;
	return &api;
}
