package lower

import (
	"ludens/ludii/check"
	"ludens/ludii/exec"
)

// What others are writing.

func (l *lowerer) thenAfterAll(t *check.Term) exec.MovesFn { l.unsupported(t); return nil }
func (l *lowerer) deck(t, role *check.Term)                { l.unsupported(t) }
func (l *lowerer) hints(t *check.Term)                     {}
