//go:build !cgo || !amd64

package kernel

// Supported lists the levels that this machine can run, in order.
func Supported() []Level { return []Level{Portable} }

func runC(Level, []uint32, []Row) { panic("kernel: built without C") }

func moveC(Level, []uint32, []Row, *Row) { panic("kernel: built without C") }

func chooseC(Level, *Choice, []Row, []Row, *Random) Row { panic("kernel: built without C") }
