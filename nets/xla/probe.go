package xla

/*
#cgo linux LDFLAGS: -ldl
#include <dlfcn.h>
#include <stdlib.h>
#include <stddef.h>

// The head of PJRT_Api, which is fixed for all versions of the interface (PJRT C API,
// "ABI versioning"): it says how large the rest is and which version it is of.
struct pjrt_head {
	size_t struct_size;
	void *extensions;
	struct { size_t struct_size; void *extensions; int major, minor; } version;
};

// pjrt_probe loads a library and asks for its version: 0, or 1 if it cannot be loaded, 2 if it
// is no plugin, 3 if it has nothing to offer. The library stays loaded.
static int pjrt_probe(const char *path, int *major, int *minor, const char **why) {
	void *lib = dlopen(path, RTLD_NOW | RTLD_LOCAL);
	if (!lib) { *why = dlerror(); return 1; }
	const struct pjrt_head *(*get)(void) = (const struct pjrt_head *(*)(void))dlsym(lib, "GetPjrtApi");
	if (!get) return 2;
	const struct pjrt_head *api = get();
	if (!api || api->struct_size < sizeof *api) return 3;
	*major = api->version.major;
	*minor = api->version.minor;
	return 0;
}
*/
import "C"

import (
	"errors"
	"fmt"
	"unsafe"
)

// The versions of the PJRT interface that this program can talk to. go-xla v0.4.1 is made
// for 0.104. Of one major version, newer plugins serve older programs; of older plugins
// it is not known how far back they would do.
const (
	pjrtMajor = 0
	pjrtLeast = 60
)

// probe looks at a plugin before anything of it is used: what go-xla does not check would be
// a crash.
func probe(path string) error {
	name := C.CString(path)
	defer C.free(unsafe.Pointer(name))
	var major, minor C.int
	var why *C.char
	switch C.pjrt_probe(name, &major, &minor, &why) {
	case 1:
		return fmt.Errorf("it cannot be loaded: %s", C.GoString(why))
	case 2:
		return errors.New("it is a library, but no PJRT plugin (no GetPjrtApi)")
	case 3:
		return errors.New("it offers no interface")
	}
	if major != pjrtMajor || minor < pjrtLeast {
		return fmt.Errorf("it speaks PJRT %d.%d; %d.%d or later of the same major version is needed", major, minor, pjrtMajor, pjrtLeast)
	}
	return nil
}
