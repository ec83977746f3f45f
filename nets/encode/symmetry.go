package encode

// Symmetry is a transformation of inputs and logits. (Helper E: yours.)
type Symmetry struct{}
