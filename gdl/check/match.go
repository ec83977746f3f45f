package check

import "ludens/gdl"

// mayMatch reports whether two terms could have a common instance. Every
// occurrence of a variable is taken as free, so it may say yes too often, as
// gdl.Compile does.
func mayMatch(a, b *gdl.Term) bool {
	if a.Kind == gdl.Variable || b.Kind == gdl.Variable {
		return true
	}
	if a.Kind != b.Kind || a.Name != b.Name {
		return false
	}
	return mayMatchAll(a.Args, b.Args)
}

// mayMatchAll compares two lists of arguments.
func mayMatchAll(a, b []gdl.Term) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if !mayMatch(&a[i], &b[i]) {
			return false
		}
	}
	return true
}
