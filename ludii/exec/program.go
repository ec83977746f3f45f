package exec

import (
	"slices"

	"ludens/game"
	"ludens/ludii/topology"
)

// Special values of int functions, as Ludii has them.
const (
	Off       = -1 // no site; also "undefined"
	Undefined = -1
	End       = -2 // beyond the end of a track
	Infinity  = 1_000_000_000
)

// Kind is short for the kind of a site.
type Kind = topology.Kind

// Functions of a program. They read the Ctx; a function that walks over sites
// restores the iterators it sets.
type (
	IntFn    func(c *Ctx) int
	BoolFn   func(c *Ctx) bool
	FloatFn  func(c *Ctx) float64
	IntsFn   func(c *Ctx, dst []int) []int // appends to dst
	EffectFn func(c *Ctx)                  // changes the state at once (start rules, meta rules)

	// RegionFn gives a set of sites. The set belongs to the program or to the
	// Ctx (see Ctx.Set): read it before the next Release, never change it.
	RegionFn func(c *Ctx) Bits

	// DirsFn appends the absolute directions that a description of directions
	// means for a site (of a kind) to dst. Relative ones depend on the facing of
	// the piece there and on the mover.
	DirsFn func(c *Ctx, k Kind, site int, dst []topology.Direction) []topology.Direction

	// MovesFn appends moves to c.Moves (see Ctx.Begin).
	MovesFn func(c *Ctx)
)

// A ContainerKind tells what a container is.
type ContainerKind uint8

// The kinds of containers.
const (
	BoardContainer ContainerKind = iota
	HandContainer
	DiceContainer
	DeckContainer
)

// A Container is the board (always the first), a hand, dice or a deck. Sites of
// other containers than the board are cells, numbered on from From.
type Container struct {
	Name  string
	Kind  ContainerKind
	From  int // first site
	N     int // number of sites
	Owner int // player, 0 none, Players+1 shared

	// Dice only.
	Faces [][]int     // per die, the value of each face
	Odds  [][]float64 // per die, odds of each face; nil: all equal
	Dice  int         // index among the dice containers
}

// A Component is a sort of piece. Components[0] stands for "nothing".
type Component struct {
	Name   string // with the owner's number, as equipment names it: "Pawn1"
	Base   string // as written: "Pawn"
	Owner  int
	Facing topology.Direction // NoDirection if none
	Flips  [2]int             // the two local states that flip exchanges; -1 if none
	Moves  MovesFn
	Domino [2]int // the two values of a domino; -1 otherwise
	IsDie  bool
	Faces  []int
	Card   Card
	// Walks of a large piece or a tile's outline, per variant; nil otherwise.
	Walks     [][]Turn
	Tile      *Tile
	MostMoves int // bounds the moves of one such piece from one site; Unknown if nothing does
	// Take makes one of these moves, or none, by a number below MostMoves; nil if they have to be
	// listed for that.
	Take func(c *Ctx, place int)
	// Reach gives, by site, the sites from which such a piece could move there in whatever
	// position; nil if that is not known.
	Reach []Bits
	// Local tells, where Reach is known, that whether such a piece could move from one site to
	// another depends on nothing but what is on Program.Between of the two.
	Local bool
}

// Turn is a step of a turtle walk.
type Turn byte

// The turns.
const (
	TurnF Turn = 'F'
	TurnL Turn = 'L'
	TurnR Turn = 'R'
)

// Card is what a card shows.
type Card struct{ Rank, Value, Suit, TrumpRank, TrumpValue int }

// Tile is what a tile shows on its sides.
type Tile struct {
	SlotsPerSide int
	Slots        []int // per side; nil where all have SlotsPerSide
	Paths        []TilePath
}

// TilePath joins two slots of a tile.
type TilePath struct{ From, FromSlot, To, ToSlot, Colour int }

// A Track is a way round the board.
type Track struct {
	Name     string
	Owner    int // 0: everybody's
	Loop     bool
	Directed bool
	Internal bool // passes a site more than once
	Steps    []TrackStep
}

// A TrackStep is an element of a track.
type TrackStep struct {
	Site, Next, Prev int // Next and Prev: sites; Off or End at the ends
	NextIndex        int
	PrevIndex        int
	Bump             int
}

// Region names.
type NamedRegion struct {
	Name   string
	Owner  int
	Sites  RegionFn // static ones are the same set at every call
	Static Bits     // if it never changes
	Parts  []Part   // the regions that it joins, as they were written
	Types  []string // RegionTypeStatic names (Rows, Columns, …), if it was given by these
}

// A Part is one of the regions that a named region joins.
type Part struct {
	Sites  RegionFn
	Static Bits // if it never changes
}

// Mode tells who moves when.
type Mode uint8

// The modes.
const (
	Alternating Mode = iota
	Simultaneous
	Simulation
)

// Flags are facts about a whole program that change what its ludemes mean.
type Flags struct {
	Stacking, Count, SiteState, Rotation, Value, Hidden     bool
	Score, Amount, Track, InternalLoop                      bool
	Stochastic, PendingValues, SequenceCapture, Visited     bool
	CycleDetection, Vote, Note, Team, Deduction             bool
	LargePiece, Boardless, Dominoes                         bool
	LineOfPlay, Remember, Bet, Swap, NotAllPass, HashScores bool
	DrawnOpening                                            bool    // Stochastic, but in the start rules alone
	LastSites                                               bool    // where the actions of the last move are from and to is asked for
	Froms                                                   bool    // Ludii's UsesFromPositions: some ludeme has a site that something comes from
	Holds                                                   [3]bool // by Kind: moves or start rules put something on sites that are said to be of that kind
	Leads                                                   bool    // moves may lead from a site to another
	MayPass                                                 bool    // there are moves that are to pass, other than for want of another
	Asks                                                    bool    // moves depend on questions that are answered in the state: whether the next player can move
	Uses                                                    [3]bool // by Kind: sites of that kind may hold pieces

	// Repetition rules: which hashes must be remembered.
	RepeatPositional, RepeatSituational, RepeatPositionalTurn, RepeatSituationalTurn bool
}

// Remembers reports whether hashes of positions are kept.
func (f *Flags) Remembers() bool {
	return f.RepeatPositional || f.RepeatSituational || f.RepeatPositionalTurn || f.RepeatSituationalTurn
}

// A Phase is a part of a match with rules of its own.
type Phase struct {
	Name  string
	Owner int  // 0 or Players+1: everybody
	Mode  Mode // the game's, unless Program.Modes
	Play  MovesFn
	Any   BoolFn // whether Play finds a move, where that is known without them all; may be nil
	// Sample draws one of the moves of Play; nil where they have to be listed.
	Sample *Sampler
	// Fill is the same where moves put one piece somewhere: those of the first that has any. Nil
	// if they do more.
	Fill []*Filling
	// Probe says that moves are tried before they are known to be legal: whoever
	// wants but one does well to look at single ones.
	Probe bool
	// Pieces says that Play is what the mover's pieces can do, and perhaps moves that lead, for each
	// player, to no other sites of the board than those of Aside (nil: none).
	Pieces bool
	Aside  []Bits
	End    []EndFn
	Next   []NextPhase
}

// NextPhase says when a phase ends.
type NextPhase struct {
	Who  IntFn  // player concerned; Players+1 all
	When BoolFn // nil: always
	To   int    // index of the phase
}

// EndFn applies an end rule: it may set results through Ctx.
type EndFn func(c *Ctx) (applied bool)

// Meta holds the meta rules.
type Meta struct {
	Swap, Automove, NoSuicide bool
	Gravity                   bool
	Pin                       bool
	NoStackOnFallen           bool
	NoRepeat                  Repetition
}

// A Program is a game. It is not changed once it is made.
type Program struct {
	Name       string
	Players    int
	Facing     []topology.Direction // per player from 1; NoDirection if none
	Mode       Mode
	Modes      bool // some phases have modes of their own, see Ctx.Mode
	Topo       *topology.Topology
	Containers []Container
	Dice       []int // indices of dice containers
	// ContainerOf gives the container of a cell number, 0 for the board.
	ContainerOf []int
	Sites       [3]int // size of the state's arrays, by Kind; 0 for unused kinds
	TotalSites  int    // default sites and all other containers' sites
	Default     Kind
	Components  []Component
	Tracks      []Track
	Regions     []NamedRegion
	Maps        []Map
	Phases      []Phase
	Changes     bool   // some phase is followed by another
	Aims        bool   // the moves to a site are the same where others are left out, see Ctx.Aim
	Between     *Lines // see Component.Local; nil if no component is local
	End         []EndFn
	Winning     *Winning  // the lines with which a mover wins; nil if that is not how one wins, or not known
	Bridges     *Bridges  // where who joins regions wins; nil if that is not how one wins, or not known
	Eyes        *Eyes     // where pieces are enclosed and taken; nil if they are not
	Measures    []Measure // the numbers that conditions of the end look at
	Goals       []Goal    // the end rules that ask for something to be somewhere
	Start       []EffectFn
	Meta        Meta
	Flags       Flags
	MaxTurns    int // per player
	MaxMoves    int
	Work        int // bounds a step; 0 means MostWork

	Vars     []string // names of (var …), in order of first use
	Notions  []string // names of votes, propositions, triggers and notes
	Memories []string // names of remembered values ("" first)
	Ballots  []string // what may be proposed or voted on, in order of first mention

	twice [3]map[string]bool // labels that several sites share
	// Dress, if not nil, adds to the board of pictures what the description hints at of how
	// it wants to be drawn; at gives the index of a site there, -1 for none.
	Dress func(p *Program, b *game.Board, at func(k Kind, site int) int32)
	// pictured is the board as people see it, see picture_board.go.
	pictured *pictured

	Match *Match // of a match; the rest of the program is that of its first game

	// What deduction puzzles ask for.
	Puzzle *Puzzle
}

// A Map maps keys to values.
type Map struct {
	Name string
	Pair map[int]int
}

// Puzzle holds a deduction puzzle: variables with values and constraints.
type Puzzle struct {
	Kind     Kind
	Min, Max int
	Also     []Variables // those on sites of other kinds
	Hints    []Hint
	Satisfy  []BoolFn
}

// Variables are the sites of a kind and the values that they may take.
type Variables struct {
	Kind     Kind
	Min, Max int
}

// Variables lists the kinds of variables.
func (z *Puzzle) Variables() []Variables {
	return append([]Variables{{z.Kind, z.Min, z.Max}}, z.Also...)
}

// Of gives the variables on sites of a kind.
func (z *Puzzle) Of(k Kind) (v Variables, ok bool) {
	if z == nil {
		return v, false
	}
	if z.Kind == k {
		return Variables{k, z.Min, z.Max}, true
	}
	for _, v := range z.Also {
		if v.Kind == k {
			return v, true
		}
	}
	return v, false
}

// Hint is a region with a number.
type Hint struct {
	Kind  Kind
	Sites []int
	Value int
}

// Shared is the owner of what belongs to everybody.
func (p *Program) Shared() int { return p.Players + 1 }

// Plays reports whether the game, or a phase of it, has a mode.
func (p *Program) Plays(m Mode) bool {
	if !p.Modes {
		return p.Mode == m
	}
	return slices.ContainsFunc(p.Phases, func(ph Phase) bool { return ph.Mode == m })
}

// Quiet reports whether to find the moves of a position changes nothing in it, so that
// they need not be found before somebody asks for them. The exception is the mark of a
// mover who was said to be stuck (see Machine.arrive).
func (p *Program) Quiet() bool {
	f := &p.Flags
	return p.Mode != Simulation && !p.Modes && p.Match == nil && len(p.Dice) == 0 &&
		(!f.Stochastic || f.DrawnOpening) && !f.Asks && !f.Deduction && !f.Dominoes && !f.LineOfPlay
}

// Counts reports whether flat sites hold numbers of pieces: where a rule counts
// them, and in all games with hands or dice. Stacks do not.
func (p *Program) Counts() bool {
	return !p.Flags.Stacking && (p.Flags.Count || len(p.Containers) > 1)
}

// owners gives per component who has it when it stands on a site: its owner. But
// where owners tell pieces apart Ludii keeps one number for both, which is the
// component's: in games of one board with cells only, without numbers and states, in which no two
// components have the same owner.
func (p *Program) owners() []int16 {
	f := &p.Flags
	one := !f.Stacking && !p.Counts() && !f.SiteState && !f.LargePiece && !f.Deduction && p.Default == topology.Cell &&
		!f.Uses[topology.Vertex] && !f.Uses[topology.Edge] && len(p.Components) <= p.Players+1
	seen := make([]bool, p.Players+1)
	out := make([]int16, len(p.Components))
	for i := 1; i < len(out); i++ {
		owner := p.Components[i].Owner
		out[i] = int16(owner)
		if owner <= p.Players {
			one = one && !seen[owner]
			seen[owner] = true
		}
	}
	for i := 1; one && i < len(out); i++ {
		out[i] = int16(i)
	}
	return out
}

// OwnersOnSites gives, by component, who has it when it stands on a site.
func (p *Program) OwnersOnSites() []int {
	var out []int
	for _, o := range p.owners() {
		out = append(out, int(o))
	}
	return out
}

// KindAt resolves the kind of a site as Ludii does when none was written: the
// default of the board, and cells for the sites of other containers.
func (p *Program) KindAt(site int) Kind {
	if site >= 0 && site < len(p.ContainerOf) && p.ContainerOf[site] > 0 {
		return topology.Cell
	}
	return p.Default
}
