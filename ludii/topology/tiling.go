package topology

func (e *evaluator) tiling(a *arguments, _ int) (*mesh, bool) { return nil, e.noShape(a, "yet") }
func (e *evaluator) brick(a *arguments, _ int) (*mesh, bool)  { return nil, e.noShape(a, "yet") }
func (e *evaluator) celtic(a *arguments, _ int) (*mesh, bool) { return nil, e.noShape(a, "yet") }
func (e *evaluator) quadhex(a *arguments, _ int) (*mesh, bool) {
	return nil, e.noShape(a, "yet")
}
func (e *evaluator) spiral(a *arguments, _ int) (*mesh, bool) { return nil, e.noShape(a, "yet") }
