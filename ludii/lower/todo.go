package lower

import "ludens/ludii/check"

// What others are writing.

func (l *lowerer) deck(t, role *check.Term) { l.unsupported(t) }
