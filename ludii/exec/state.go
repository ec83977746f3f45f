package exec

// A State is a position with all that future play may depend on. Its shape is
// fixed by the program; Copy makes one state equal to another of the same
// program without allocating.
type State struct {
	Head

	// Per player, from 1; index 0 is unused or nobody's.
	Phase, Score, Amount, PlayerValue, Team []int32
	Order                                   []int32   // Order[p]: the player whose role p has (after swaps)
	Rank                                    []float64 // 0 while undecided
	Payoff                                  []float64

	Vars []int32 // by Program.Vars
	// VarSet tells which of them were set ("vars" of a recording).
	VarSet Bits

	Sites [3]Sites // by Kind

	Dice    [][]int32 // per dice container, what each die shows (0: used or not thrown)
	SumDice []int32

	Pending []int32 // sites, or values, in the order in which they were set
	// ToRemove are the sites whose pieces are taken at the end of the turn.
	ToRemove []int32
	Visited  Bits
	Memory   [][]int32 // remembered values, by Program.Memories
	// Hashes of positions for rules against repetition: of the match and of this turn.
	Seen, SeenTurn []uint64
	Stored         uint64 // hash stored by (remember State)
	Dominoes       Bits   // those not dealt
	Propositions   []int32
	Votes          []int32
	Triggered      []uint64 // per Program.Notions, a bit per player
	Notes          []int32  // flat list: player, kind, notion, value … (see OpNote)
	Costs          [3][]int32
	GraphPhases    [3][]int32
	LastBetween    []int32 // sites between of the last move
	LastFroms      []int32 // sites that the actions of the last move are from and to,
	LastTos        []int32 // if Flags.LastSites
	LastTurnTo     []int32 // per player, target of the last move of their last turn
	LastTurnFrom   []int32
	Stale          []Stale    // marks left above stacks, see stacks.go
	Ghosts         []Ghost    // pieces listed that are gone, see ghosts.go
	OnTrack        [][]int32  // see track.go; nil when no track passes a site twice
	Values         [3][]int64 // puzzle candidates by Kind and site: a bit per value; nil otherwise

	// plain: a site holds a piece or nothing, and no more need be kept; counted: so many pieces
	// of one sort, and no more need be kept.
	plain, counted bool

	raw []uint64 // scratch of Save and Load
	// covered: pieces cover sites that they do not stand on, so that Empty follows
	// from nothing else.
	covered bool
	// owners gives who has a component on a site (see Program.owners).
	owners []int16

	// Of a match: the match, its score per player from 1, the position after the
	// start rules of the present game, and how that game has ended: who won it and
	// twice the rank of every player; empty while it is played.
	match      *Match
	MatchScore []int32
	begun      []*State
	GameEnd    []int32

	prog  *Program // whose state it is
	ints  []int32  // what backs the slices above that have a fixed length
	words []uint64
}

// Head are the parts of a state with a fixed size.
type Head struct {
	Mover, Next, Prev int32
	Counter           int32
	Turn              int32 // number of turns
	SamePlayer        int32 // turns in a row by the same player
	Passes            int32 // passes in a row
	Moves             int32 // moves made since the start rules
	TurnMoves         int32 // moves made in this turn
	Temp, Pot, Trump  int32
	Decided           int32  // index of the notion decided on, or Undefined
	Active            uint32 // a bit per player, bit 0 for player 1
	Stalemated        uint32
	Over              bool
	DiceEqual         bool
	HasStored         bool
	EndType           EndType
	Winner            int32
	WinsDecided       int32
	LossesDecided     int32
	Winners, Losers   int32 // how many have won or lost so far
	Last              Last
	Instance          int32 // of a match: the index of the game
	Instances         int32 // of a match: how many games are over
	Pause             bool  // of a match: a game is over, and the next one has not begun

	// Runs are moves in a row by the same player, see noteRun: the present one,
	// whether its first move was a pass, how many there were before, and how many of
	// these, the latest, were passes only.
	RunMover, RunMoves int32
	RunFrom, RunBefore int32 // where its first move is from; who made the one before
	RunPass            bool
	Runs, RunsPassed   int32
	Won, Lost          int32 // who has won or lost by a result of their own, a bit per player
}

// EndType says why a match ended.
type EndType uint8

// The ends.
const (
	NoEnd EndType = iota
	NaturalEnd
	MoveLimit
	TurnLimit
)

// Last is what rules may ask about the last move.
type Last struct {
	Valid                bool
	Pass, Swap, Forced   bool
	Mover                int32
	From, To             int32 // as rules see them
	FromKind, ToKind     Kind
	LevelFrom, LevelTo   int32
	FromAfter, ToAfter   int32 // with consequences
	LevelFromAfter       int32
	LevelToAfter         int32
	ActionFrom, ActionTo int32 // of the deciding action
	What                 int32
}

// Sites holds what stands on the sites of a kind.
type Sites struct {
	What, Who       []int16 // of stacks: of the top
	Count           []int16 // nil unless Program.Counts
	State, Rotation []int16 // nil unless used
	Value           []int16
	Hidden          []uint64 // a byte per player from 1: bits by HiddenData; of the top
	Stack           [][]Item // nil unless Flags.Stacking; bottom first
	Empty           Bits
	At              []Bits // by component: sites that hold it (at any level)
	Playable        Bits   // boardless games: where may be played; nil otherwise
	shorts          []int16
}

// An Item is a level of a stack.
type Item struct {
	What, Who, State, Rotation, Value int16
	Hidden                            uint64
}

// NewState makes a state of the right shape with nothing in it.
func (p *Program) NewState() *State {
	if p.Match != nil {
		return p.Match.newState(0)
	}
	s := &State{prog: p}
	f := &p.Flags
	counts := p.Counts()
	bare := !(f.Stacking || f.SiteState || f.Rotation || f.Value || f.Hidden ||
		f.InternalLoop || f.LargePiece || f.Boardless || f.Dominoes || f.LineOfPlay)
	s.plain, s.counted = bare && !counts, bare && counts
	s.covered = f.LargePiece
	states, values := f.SiteState || f.LargePiece, f.Value || f.Dominoes
	s.owners = p.owners()
	n := p.Players + 2 // shared too
	nd := 0
	for _, ci := range p.Dice {
		nd += p.Containers[ci].N
	}
	s.ints = make([]int32, 8*n+len(p.Vars)+len(p.Dice)+nd)
	rest := s.ints
	take := func(k int) []int32 { x := rest[:k:k]; rest = rest[k:]; return x }
	s.Phase, s.Score, s.Amount, s.PlayerValue = take(n), take(n), take(n), take(n)
	s.Team, s.Order, s.LastTurnTo, s.LastTurnFrom = take(n), take(n), take(n), take(n)
	s.Vars = take(len(p.Vars))
	s.SumDice = take(len(p.Dice))
	for _, ci := range p.Dice {
		s.Dice = append(s.Dice, take(p.Containers[ci].N))
	}
	s.Rank, s.Payoff = make([]float64, n), make([]float64, n)
	s.Memory = make([][]int32, len(p.Memories))
	s.Votes, s.Propositions = make([]int32, 0, n), nil
	s.Triggered = make([]uint64, len(p.Notions))

	total := 0
	for k := range s.Sites {
		size := p.Sites[k]
		w := (size + 63) / 64
		total += w * (1 + len(p.Components))
		if p.Flags.Boardless {
			total += w
		}
	}
	visited := 0
	if p.Flags.Visited {
		visited = (p.TotalSites + 63) / 64
	}
	dominoes := 0
	if p.Flags.Dominoes {
		dominoes = (len(p.Components) + 63) / 64
	}
	varWords := (len(p.Vars) + 63) / 64
	s.words = make([]uint64, total+visited+dominoes+varWords)
	restW := s.words
	takeW := func(k int) Bits { x := restW[:k:k]; restW = restW[k:]; return Bits(x) }
	s.Visited, s.Dominoes, s.VarSet = takeW(visited), takeW(dominoes), takeW(varWords)
	for k := range s.Sites {
		size := p.Sites[k]
		if size == 0 {
			continue
		}
		t := &s.Sites[k]
		props := 2
		for _, used := range []bool{counts, states, p.Flags.Rotation, values} {
			if used {
				props++
			}
		}
		t.shorts = make([]int16, props*size)
		restS := t.shorts
		takeS := func() []int16 { x := restS[:size:size]; restS = restS[size:]; return x }
		t.What, t.Who = takeS(), takeS()
		if counts {
			t.Count = takeS()
		}
		if states {
			t.State = takeS()
		}
		if p.Flags.Rotation {
			t.Rotation = takeS()
		}
		if values {
			t.Value = takeS()
		}
		if p.Flags.Hidden {
			t.Hidden = make([]uint64, size)
		}
		if p.Flags.Stacking {
			t.Stack = make([][]Item, size)
		}
		w := (size + 63) / 64
		t.Empty = takeW(w)
		t.At = make([]Bits, len(p.Components))
		for i := range t.At {
			t.At[i] = takeW(w)
		}
		if p.Flags.Boardless && Kind(k) == p.Default {
			t.Playable = takeW(w)
		}
		if p.Flags.Deduction {
			s.Values[k] = make([]int64, size)
		}
		if p.Flags.SequenceCapture {
			s.ToRemove = make([]int32, 0, 16)
		}
	}
	if p.Flags.InternalLoop {
		s.counted = false // what stands where on a track is kept, too
		s.OnTrack = make([][]int32, len(p.Tracks))
		for i := range s.OnTrack {
			s.OnTrack[i] = make([]int32, len(p.Components)*len(p.Tracks[i].Steps))
		}
	}
	return s
}

// Copy makes s equal to o.
func (s *State) Copy(o *State) {
	if s.prog != o.prog {
		*s = *o.prog.NewState()
	}
	s.match = o.match
	s.Head = o.Head
	copyList(&s.MatchScore, o.MatchScore)
	copyList(&s.begun, o.begun)
	copyList(&s.GameEnd, o.GameEnd)
	copy(s.ints, o.ints)
	copy(s.words, o.words)
	copy(s.Rank, o.Rank)
	copy(s.Payoff, o.Payoff)
	for k := range s.Sites {
		t, u := &s.Sites[k], &o.Sites[k]
		copyList(&s.Costs[k], o.Costs[k])
		copyList(&s.GraphPhases[k], o.GraphPhases[k])
		if len(u.What) == 0 {
			continue
		}
		copy(t.shorts, u.shorts)
		copy(t.Hidden, u.Hidden)
		for i, from := range u.Stack {
			copyList(&t.Stack[i], from)
		}
		copy(s.Values[k], o.Values[k])
	}
	copyList(&s.Pending, o.Pending)
	copyList(&s.ToRemove, o.ToRemove)
	for i := range s.Memory {
		copyList(&s.Memory[i], o.Memory[i])
	}
	copyList(&s.Seen, o.Seen)
	copyList(&s.SeenTurn, o.SeenTurn)
	s.Stored = o.Stored
	copyList(&s.Propositions, o.Propositions)
	copyList(&s.Votes, o.Votes)
	copy(s.Triggered, o.Triggered)
	copyList(&s.Notes, o.Notes)
	copyList(&s.LastBetween, o.LastBetween)
	copyList(&s.LastFroms, o.LastFroms)
	copyList(&s.LastTos, o.LastTos)
	copyList(&s.Stale, o.Stale)
	copyList(&s.Ghosts, o.Ghosts)
	for i := range o.OnTrack {
		copy(s.OnTrack[i], o.OnTrack[i])
	}
}

// copyList makes a list equal to another, in its own storage. Most are empty nearly always.
func copyList[T any](to *[]T, from []T) {
	if len(from)|len(*to) != 0 {
		*to = append((*to)[:0], from...)
	}
}

// IsActive reports whether a player still takes part.
func (s *State) IsActive(player int) bool {
	return player >= 1 && s.Active>>(uint(player)-1)&1 != 0
}

// Size is the number of levels on a site: of stacks their height, otherwise 1 or 0.
func (s *State) Size(k Kind, site int) int {
	t := &s.Sites[k]
	if uint(site) >= uint(len(t.What)) {
		return 0
	}
	if t.Stack != nil {
		return len(t.Stack[site])
	}
	if t.What[site] != 0 {
		return 1
	}
	return 0
}

// What is the component on a site (of a stack: on top), 0 if there is none.
func (s *State) What(k Kind, site int) int {
	if t := s.Sites[k].What; uint(site) < uint(len(t)) {
		return int(t[site])
	}
	return 0
}

// Who is the owner of what is on a site (of a stack: on top), 0 if nobody.
func (s *State) Who(k Kind, site int) int {
	if t := s.Sites[k].Who; uint(site) < uint(len(t)) {
		return int(t[site])
	}
	return 0
}

// item gives the item on a level; the top where level is Undefined.
func (s *State) item(k Kind, site, level int) (Item, bool) {
	t := &s.Sites[k]
	if uint(site) >= uint(len(t.What)) {
		return Item{}, false
	}
	if t.Stack != nil && level != Undefined {
		if uint(level) >= uint(len(t.Stack[site])) {
			return Item{}, false
		}
		return t.Stack[site][level], true
	}
	i := Item{What: t.What[site], Who: t.Who[site]}
	if t.State != nil {
		i.State = t.State[site]
	}
	if t.Rotation != nil {
		i.Rotation = t.Rotation[site]
	}
	if t.Value != nil {
		i.Value = t.Value[site]
	}
	if t.Hidden != nil {
		i.Hidden = t.Hidden[site]
	}
	return i, true
}

// WhatAt, WhoAt, StateAt, RotationAt and ValueAt ask about a level; Undefined
// means the top. A level that is not there has 0.
func (s *State) WhatAt(k Kind, site, level int) int {
	t := &s.Sites[k]
	if t.Stack == nil || level == Undefined {
		return at(t.What, site)
	}
	i, _ := s.item(k, site, level)
	return int(i.What)
}

// WhoAt is the owner on a level.
func (s *State) WhoAt(k Kind, site, level int) int {
	t := &s.Sites[k]
	if t.Stack == nil || level == Undefined {
		return at(t.Who, site)
	}
	i, _ := s.item(k, site, level)
	return int(i.Who)
}

// StateAt is the local state on a level.
func (s *State) StateAt(k Kind, site, level int) int {
	t := &s.Sites[k]
	if t.Stack == nil || level == Undefined {
		return at(t.State, site)
	}
	i, _ := s.item(k, site, level)
	return int(i.State)
}

// RotationAt is the rotation on a level.
func (s *State) RotationAt(k Kind, site, level int) int {
	t := &s.Sites[k]
	if t.Stack == nil || level == Undefined {
		return at(t.Rotation, site)
	}
	i, _ := s.item(k, site, level)
	return int(i.Rotation)
}

// ValueAt is the piece value on a level.
func (s *State) ValueAt(k Kind, site, level int) int {
	t := &s.Sites[k]
	if t.Stack == nil || level == Undefined {
		return at(t.Value, site)
	}
	i, _ := s.item(k, site, level)
	return int(i.Value)
}

// at is a member of a list, 0 where there is none.
func at(list []int16, i int) int {
	if uint(i) < uint(len(list)) {
		return int(list[i])
	}
	return 0
}

// CountAt is the number of pieces on a site.
func (s *State) CountAt(k Kind, site int) int {
	t := &s.Sites[k]
	if uint(site) >= uint(len(t.What)) {
		return 0
	}
	if t.Count != nil {
		return int(t.Count[site])
	}
	if t.What[site] != 0 {
		return 1
	}
	return 0
}

// IsEmpty reports whether nothing is on a site.
func (s *State) IsEmpty(k Kind, site int) bool { return s.Sites[k].Empty.Has(site) }
