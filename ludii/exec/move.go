package exec

// An Op is what an action does.
type Op uint8

// The actions. In the notation of the recordings behind each.
const (
	OpNone         Op = iota
	OpAdd             // A: put What (Count, State, Rotation, Value) on To; OnStack
	OpInsert          // I: into a stack at Level
	OpMove            // M: From (Level) to To (LevelTo), top piece or a level
	OpMoveN           // M with count: Count pieces
	OpMoveStack       // K: a whole stack, or the Count upper pieces
	OpCopy            // C
	OpRemove          // R: from To at Level; Later: not applied yet (end of turn)
	OpPromote         // P: the piece on To becomes What
	OpSelect          // S: From, To
	OpPass            // pass
	OpSwap            // swapP,Q: players From and To exchange roles
	OpSetState        // st
	OpSetCount        // ct
	OpSetRotation     // ro
	OpSetValue        // va: of the piece on To
	OpNext            // next=: Player moves next
	OpScore           // score: Player gets Value
	OpCounter         // counter=
	OpTemp            // temp=
	OpPending         // pend
	OpVar             // var: Name = Value
	OpAmount          // amt
	OpBet             // bet
	OpPot             // pot=
	OpPlayerValue     // pval
	OpDie             // die: die on To shows State (value Value)
	OpUse             // use: die on To is used up
	OpDiceEqual       // diceEq
	OpHide            // hid…@player: What = which data, State 0/1
	OpCost            // cost
	OpPhase           // phase: of a graph element
	OpTeam            // team
	OpRemember        // rem
	OpForget          // forget
	OpStore           // store: the state's hash
	OpTrigger         // trig
	OpNote            // note
	OpPropose         // propose
	OpVote            // vote
	OpForfeit         // forfeit
	OpReset           // reset (puzzle)
	OpSet             // = (puzzle)
	OpToggle          // tog (puzzle)
	OpTrump           // trump suit
	OpNextInstance    // the next game of a match
	OpThen            // not an action of Ludii: works out consequence What here
)

// An Action is the smallest change of a state. Which fields count depends on Op;
// the others are Undefined where that is what Ludii would hold.
type Action struct {
	Op             Op
	Decision       bool // part of what the player decided on: "!"
	Forced         bool
	Stack          bool  // OpAdd: on top of what is there; OpMove: the whole stack
	Later          bool  // OpRemove at the end of the turn
	Open, Close    uint8 // moves within the move that begin and end here: braces of the notation
	Kind, KindTo   Kind  // of From and of To
	From, To       int32
	Level, LevelTo int16 // Undefined: top
	What           int32 // component; or index of a name
	Count          int32
	State          int32 // Undefined: as it is
	Rotation       int32
	Value          int32
	Player         int32
}

// Blank is an action with everything undefined.
func Blank(op Op) Action {
	return Action{
		Op: op, From: Undefined, To: Undefined, Level: Undefined, LevelTo: Undefined, Count: 1,
		State: Undefined, Rotation: Undefined, Value: Undefined,
	}
}

// On is an action about one site: it is from and to that site, as Ludii has it.
func On(op Op, k Kind, site int) Action {
	a := Blank(op)
	a.Kind, a.KindTo, a.From, a.To = k, k, int32(site), int32(site)
	return a
}

// A Move is what a player may do: actions and consequences, as ranges of the
// buffers of the Ctx that made it.
type Move struct {
	Mover    int16
	From, To int32 // as rules see them; Undefined if none
	LevelMin int16
	LevelMax int16
	State    int16 // for the choice among placements of a large piece

	Actions  [2]int32 // range of Ctx.Actions
	Then     int32    // list of consequences: index into Ctx.ThenNodes, 0 none
	Between  [2]int32 // range of Ctx.Betweens
	Oriented bool
	Edge     int32
	Order    int32 // which ludeme made it, for sorting where Ludii sorts
}

// IsPass reports whether the decision of a move is to pass.
func (c *Ctx) IsPass(m *Move) bool { return c.decides(m, OpPass) }

// IsSwap reports whether the decision of a move is to swap players.
func (c *Ctx) IsSwap(m *Move) bool { return c.decides(m, OpSwap) }

// decides reports whether a move has an action of a sort and no decision of
// another.
func (c *Ctx) decides(m *Move, op Op) bool {
	found := false
	for i := m.Actions[0]; i < m.Actions[1]; i++ {
		a := &c.Actions[i]
		if a.Decision && a.Op != op {
			return false
		}
		found = found || a.Op == op
	}
	return found
}
