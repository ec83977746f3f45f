package interp

// FindsShape reports whether a question about a relation has the same shape when
// it is asked again.
func (m *Machine) FindsShape(name string, arity int) bool {
	rel, _ := m.game.program.Find(name, arity)
	s := m.shapeOf(rel, askAll(arity), false)
	return s == m.shapeOf(rel, askAll(arity), false)
}
