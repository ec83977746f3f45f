package exec

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"

	"ludens/game"
	"ludens/gdl"
	"ludens/gdl/ground"
	"ludens/internal/sexpr"
	"ludens/propnet"
	"ludens/propnet/pass"
)

// Options name a game and bound the building of its network. The zero value
// means the defaults.
type Options struct {
	Name string // Facts.Name
	Hash string // Facts.Hash
	// Bytes bounds the memory of building; default 2 GiB.
	Bytes int64
	// Tell, if not nil, gives the text under which others know a term: the rules came under
	// other names than those that they are opened by. Seats, labels, fluents and percepts
	// are told so, and moves are read so; what Propositional gives keeps its names.
	Tell func(text string) string
	// Observe, if not nil, sees the network before and after every pass.
	Observe func(p pass.Pass, n *propnet.Network) error
}

func (o Options) withDefaults() Options {
	if o.Bytes == 0 {
		o.Bytes = 2 << 30
	}
	return o
}

// Game is a game run by a network. It implements game.Game.
type Game struct {
	l     *layout
	facts game.Facts
	byKey []map[string][]game.Move // per seat: moves by lower-case text
	tell  func(text string) string // see Options; may be nil
	label [][]string               // per role, where tell is not nil: the texts of moves
	roles []string                 // the names that the rules have for the seats
	sign  game.Sign

	batches  batches
	decisive batches // game.BatchOptions.Decisive
	clock    struct {
		once sync.Once
		rest []uint64 // mask of the fluents that do not count steps
	}
	turn turn
}

// told is a text as others know it.
func (g *Game) told(text string) string {
	if g.tell == nil {
		return text
	}
	return g.tell(text)
}

// New grounds a program, builds and optimises its network, and lays it out. It
// fails, wrapping game.ErrBudget or the context's error, when that would cost
// more than the options and the context allow.
func New(ctx context.Context, p *gdl.Program, opt Options) (*Game, error) {
	n, err := Network(ctx, p, opt)
	if err != nil {
		return nil, err
	}
	return FromNetworkContext(ctx, n, opt)
}

// Network builds the optimised network of a program.
func Network(ctx context.Context, p *gdl.Program, opt Options) (n *propnet.Network, err error) {
	defer propnet.Stopped(&err)
	opt = opt.withDefaults()
	t, err := ground.Ground(ctx, p, ground.Options{Bytes: opt.Bytes})
	if err != nil {
		return nil, err
	}
	n, err = propnet.Build(ctx, t, int(min(opt.Bytes/8, 1<<30)))
	if err != nil {
		return nil, err
	}
	n.Orders = propnet.Orders(t, len(p.Rels))
	t = nil //nolint:ineffassign // frees the theory before the passes run
	n, err = pass.Run(n, func(p pass.Pass, n *propnet.Network) error {
		if err := ctx.Err(); err != nil {
			return err
		}
		if opt.Observe != nil {
			return opt.Observe(p, n)
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	return n.Unwatched(), nil
}

// FromNetwork lays out a network that was built before.
func FromNetwork(n *propnet.Network, opt Options) (*Game, error) {
	return FromNetworkContext(context.Background(), n, opt)
}

// FromNetworkContext is FromNetwork that ends with the context's error soon after that
// is done.
func FromNetworkContext(ctx context.Context, n *propnet.Network, opt Options) (g *Game, err error) {
	defer n.Unwatched()
	defer propnet.Stopped(&err)
	n.Watched(ctx)
	if len(n.Roles) == 0 {
		return nil, fmt.Errorf("lay out the network: it has no roles")
	}
	g = &Game{tell: opt.Tell}
	f := &g.facts
	*f = game.Facts{Name: opt.Name, Family: "gdl", Hash: opt.Hash, Engine: "network", RoleSeat: make([]int, len(n.Roles))}
	for r, name := range n.Roles {
		if name == "random" {
			f.Nature = true
			f.RoleSeat[r] = len(n.Roles) - 1
			continue
		}
		f.RoleSeat[r] = len(f.Seats)
		f.Seats, g.roles = append(f.Seats, g.told(name)), append(g.roles, name)
	}
	f.Players = len(f.Seats)
	if f.Nature {
		f.Seats, g.roles = append(f.Seats, "random"), append(g.roles, "random")
	}
	f.Hidden = n.Percepts && !n.AllSeeAll()
	if err := movesOutOfOutputs(n); err != nil {
		return nil, err
	}
	g.l = compile(n, f.RoleSeat)
	f.Note = fmt.Sprintf("%d gates, %d inputs", n.Gates(), n.Edges())
	if opt.Tell != nil {
		g.label = make([][]string, len(n.Roles))
	}
	g.byKey = make([]map[string][]game.Move, len(f.Seats))
	for r, seat := range f.RoleSeat {
		g.byKey[seat] = map[string][]game.Move{}
		for i, mv := range n.Moves[r] {
			text := mv.Text
			if g.tell != nil {
				text = g.tell(text)
				g.label[r] = append(g.label[r], text)
			}
			k := strings.ToLower(text)
			g.byKey[seat][k] = append(g.byKey[seat][k], game.Move(i))
		}
	}
	return g, nil
}

// movesOutOfOutputs refuses networks in which what is legal, a goal or the end
// depends on the moves being made, which the language forbids.
func movesOutOfOutputs(n *propnet.Network) error {
	moving := n.Moving()
	bad := moving[n.Terminal.Gate()]
	for r := range n.Roles {
		bad = bad || slices.ContainsFunc(n.Moves[r], func(m propnet.Move) bool { return moving[m.Legal.Gate()] }) ||
			slices.ContainsFunc(n.Goals[r], func(v propnet.Value) bool { return moving[v.Lit.Gate()] })
	}
	if bad {
		return fmt.Errorf("lay out the network: legal, goal or terminal depends on does")
	}
	return nil
}

// Facts describes the game.
func (g *Game) Facts() *game.Facts { return &g.facts }

// Sign implements game.Signed. A step is short; it is playouts that look at it.
func (g *Game) Sign() *game.Sign { return &g.sign }

// MoveCount is the number of moves a seat can ever have.
func (g *Game) MoveCount(seat int) int { return g.l.seats[seat].moves }

// NewMachine returns a machine at the initial position.
func (g *Game) NewMachine() game.Machine { return newMachine(g) }

// Network gives the network the game runs on.
func (g *Game) Network() *propnet.Network { return g.l.net }

// Gates is the number of gates of the network, inputs included.
func (g *Game) Gates() int { return g.l.net.Gates() }

// Bytes estimates the memory of what all machines of the game share, and of the tapes and
// one batch if there are any.
func (g *Game) Bytes() int64 {
	l := g.l
	b := g.batches.size() + g.decisive.size() + l.net.Bytes() + int64(24*l.words+6*len(l.counters)+4*len(l.detail)) +
		int64(20*len(l.fans)+4*len(l.to)+4*len(l.conds))
	for _, t := range []*tape{&l.goals, &l.sees} {
		b += int64(12*len(t.gates) + 4*len(t.in))
	}
	return b
}

// Parse gives the move with that text: exactly, else in another letter case if
// that is unambiguous among the legal moves.
func (m *machine) Parse(seat int, text string) (game.Move, error) {
	nodes, findings := sexpr.Parse(text, sexpr.Limits{Bytes: 1 << 16, Depth: 200})
	if len(findings) > 0 || len(nodes) != 1 {
		return 0, fmt.Errorf("%w: %q is not one term", game.ErrMove, clip(text))
	}
	text = nodes[0].String()
	s := &m.l.seats[seat]
	var found []game.Move
	for _, mv := range m.g.byKey[seat][strings.ToLower(text)] {
		if !m.isLegal(s, mv) {
			continue
		}
		if m.Label(seat, mv) == text {
			return mv, nil
		}
		found = append(found, mv)
	}
	if len(found) == 1 {
		return found[0], nil
	}
	return 0, fmt.Errorf("%w for %s: %s", game.ErrMove, m.g.facts.Seats[seat], clip(text))
}

func clip(s string) string {
	if len(s) > 200 {
		return s[:200] + "…"
	}
	return s
}
