//go:build !race

package train

// raced says that the race detector is at work.
const raced = false
