package ground

import (
	"context"
	"errors"
	"fmt"

	"ludens/game"
	"ludens/gdl"
)

// Options bound a grounding. The zero value means the defaults.
type Options struct {
	Bytes     int64 // memory for atoms, indexes and rules; default 2 GiB
	TermDepth int   // nesting of terms; default 64
	TermSize  int   // names in a term as it is written; default 65,536
	// NoCondense leaves the clauses as they are. Breaking them up nearly always
	// helps; where it does not, this is the other way.
	NoCondense bool
	// Patience is how much memory is taken before recursive relations are grounded by
	// demand, from the start again. Default 64 MiB.
	Patience int64
}

func (o Options) withDefaults() Options {
	if o.Bytes == 0 {
		o.Bytes = 2 << 30
	}
	if o.Patience == 0 {
		o.Patience = 64 << 20
	}
	if o.TermDepth == 0 {
		o.TermDepth = 64
	}
	if o.TermSize == 0 {
		o.TermSize = 1 << 16
	}
	return o
}

// AtomID numbers the possible atoms of all dynamic relations of a Theory.
type AtomID int32

// Never is the id of an atom that can never hold.
const Never AtomID = -1

// Rule is a ground rule: Head holds if all of Pos and none of Neg hold. Literals
// that are always true have been left out, rules that never fire too.
type Rule struct {
	Head     AtomID
	Pos, Neg []AtomID
}

// Theory is a ground program.
type Theory struct {
	Program *gdl.Program // the clauses that were grounded, with its own terms
	Init    []gdl.TermID // the initial fluents

	rels   []*relation
	offset []int32 // first AtomID per relation; relations that are static have none
	owner  []gdl.RelID
	inst   [][]int32 // per clause: instances, width[clause] numbers each
	width  []int
	dyn    [][]int // per clause: positions of dynamic positive literals
	neg    [][]int // per clause: positions of dynamic negated literals
	negs   []*relation
	atoms  int
}

// Atoms is the number of possible atoms.
func (t *Theory) Atoms() int { return t.atoms }

// Atom gives relation and arguments of an atom.
func (t *Theory) Atom(id AtomID) (gdl.RelID, []gdl.TermID) {
	rel := t.owner[id]
	return rel, t.rels[rel].tuple(int32(id) - t.offset[rel])
}

// Find gives the id of an atom, Never if it is not possible.
func (t *Theory) Find(rel gdl.RelID, args ...gdl.TermID) AtomID {
	if int(rel) >= len(t.rels) || t.offset[rel] < 0 {
		return Never
	}
	i := t.rels[rel].find(args)
	if i < 0 {
		return Never
	}
	return AtomID(t.offset[rel] + i)
}

// Of calls f for every possible atom of a relation (for static relations: every
// tuple, with Never as its id).
func (t *Theory) Of(rel gdl.RelID, f func(id AtomID, args []gdl.TermID)) {
	r := t.rels[rel]
	for i := range int32(r.n) {
		id := Never
		if t.offset[rel] >= 0 {
			id = AtomID(t.offset[rel] + i)
		}
		f(id, r.tuple(i))
	}
}

// Static reports whether a relation does not depend on the position at all.
func (t *Theory) Static(rel gdl.RelID) bool { return t.offset[rel] < 0 }

// String writes an atom as GDL text.
func (t *Theory) String(id AtomID) string {
	rel, args := t.Atom(id)
	s := t.Program.Rels[rel].Name
	if len(args) == 0 {
		return s
	}
	for _, a := range args {
		s += " " + t.Program.Terms.String(a)
	}
	return "(" + s + ")"
}

// Rules calls f for every ground rule. The slices of the rule are reused.
func (t *Theory) Rules(f func(Rule)) {
	var r Rule
	for ci := range t.Program.Clauses {
		c := &t.Program.Clauses[ci]
		w := t.width[ci]
		if w == 0 {
			continue
		}
		data := t.inst[ci]
		for ; len(data) >= w; data = data[w:] {
			r.Head = AtomID(t.offset[c.Head.Rel] + data[0])
			r.Pos, r.Neg = r.Pos[:0], r.Neg[:0]
			k := 1
			for _, li := range t.dyn[ci] {
				r.Pos = append(r.Pos, AtomID(t.offset[c.Pos[li].Rel]+data[k]))
				k++
			}
			for _, li := range t.neg[ci] {
				rel := c.Neg[li].Rel
				if id := t.Find(rel, t.negs[rel].tuple(data[k])...); id != Never {
					r.Neg = append(r.Neg, id)
				}
				k++
			}
			f(r)
		}
	}
}

// Instances is the number of ground rules.
func (t *Theory) Instances() int {
	n := 0
	for ci, data := range t.inst {
		if w := t.width[ci]; w > 0 {
			n += len(data) / w
		}
	}
	return n
}

// Ground computes the ground theory of a program. Errors wrap game.ErrBudget
// when a bound of the options is exceeded, or the context's error.
func Ground(ctx context.Context, p *gdl.Program, opt Options) (*Theory, error) {
	if opt.NoCondense {
		p = p.Rewritten(nil, p.Clauses)
	} else {
		var err error
		if p, err = unfold(ctx, p); err == nil {
			p, err = condense(ctx, p)
		}
		if err != nil {
			return nil, fmt.Errorf("ground the rules: %w", err)
		}
	}
	opt = opt.withDefaults()
	g := newGrounder(ctx, p, opt, nil)
	err := g.run()
	if by := (*byDemand)(nil); errors.As(err, &by) {
		g = newGrounder(ctx, by.p, opt, by.demands)
		err = g.run()
	}
	if err == nil {
		err = ctx.Err() // whatever was left out for that is not to be seen
	}
	if err != nil {
		return nil, fmt.Errorf("ground the rules: %w", err)
	}
	return g.finish(), nil
}

func budget(format string, args ...any) error {
	return fmt.Errorf("%w: %s", game.ErrBudget, fmt.Sprintf(format, args...))
}
