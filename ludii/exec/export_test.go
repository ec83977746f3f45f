package exec

// Eager makes a machine find moves as soon as it comes to a position and keep none.
func (m *Machine) Eager() { m.quiet = false }

// Quiet reports whether a machine puts off finding moves.
func (m *Machine) Quiet() bool { return m.quiet }

// Kept is how many positions a machine keeps, and in how many bytes of lists.
func (m *Machine) Kept() (positions, bytes int) { return len(m.recent.list), m.recent.bytes }

// MostKept bounds these.
const MostKept = mostBytes
