// Package device has nets computed and trained on a graphics card where there is one, and on
// the processor as long as, and whenever, there is none.
//
// A Card is asked for with Open, which comes back at once. Foreign code may crash, hang or
// refuse; so it runs in a helper process (nets/device/worker) that is started, watched and
// killed here. Runners and learners always begin on the processor, go over to the card when it
// is ready, and come back for good as soon as it fails or is late: whoever uses them
// notices nothing but the speed. A nil *Card is the processor alone.
//
// The promise: no call waits longer for a card than its patience, and a failure is one
// sentence in the log. Nothing is downloaded. What it never does: arithmetic, and loading
// foreign code into this process.
//
// Neighbours: nets/infer and nets/train are the processor; nets/device/wire is the language of
// the helper; tune and cmd/player are who uses it.
package device
