package exec

// Render draws the position as text of several lines.
func (m *Machine) Render() string { return "" }
