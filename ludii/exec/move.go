package exec

// An Op is what an action does.
type Op uint8

// The actions. In the notation of the recordings, and which fields they read,
// behind each. Actions about one site have it in To and KindTo, and for those who
// ask where the last move came from in From and Kind too (see On). Names are indices
// into the program's Vars, Memories and Notions.
const (
	OpNone         Op = iota
	OpAdd             // A: put What (Count, State, Rotation, Value) on To; Stack
	OpInsert          // I: What with State into a stack at Level
	OpMove            // M: From (Level) to To (LevelTo) with State, Rotation, Value; Stack: a whole stack
	OpMoveN           // M with count: Count pieces
	OpMoveStack       // K: the Count upper pieces of a stack
	OpCopy            // C: as OpMove, and the piece stays
	OpRemove          // R: from To at Level; Later: not applied yet (end of turn)
	OpPromote         // P: the piece on To (Level) becomes What
	OpSelect          // S: From, To
	OpPass            // pass
	OpSwap            // swapP,Q: Player and What, also a player, exchange roles
	OpSetState        // st: State of To (Level)
	OpSetCount        // ct: What and Count of To
	OpSetRotation     // ro: Rotation of To (Level)
	OpSetValue        // va: Value of To (Level)
	OpNext            // next=: Player moves next
	OpScore           // score: Player gets Value; Plus
	OpCounter         // counter=Value
	OpTemp            // temp=Value
	OpPending         // pend, pend=Value
	OpVar             // var: What = Value
	OpAmount          // amt: Player has Value
	OpBet             // bet: Player bets Value
	OpPot             // pot=Value
	OpPlayerValue     // pval: Player has Value
	OpDie             // die: the die on To shows its face State
	OpUse             // use: die on To is used up
	OpDiceEqual       // diceEq=Value, 0 or 1
	OpHide            // hid…@player: What = HiddenData of To (Level), State 0 or 1
	OpCost            // cost: of To, Value
	OpPhase           // phase: of To, Value
	OpTeam            // team: Player is in team Value
	OpRemember        // rem: What remembers Value
	OpForget          // forget: What forgets Value
	OpStore           // store: the state's hash
	OpTrigger         // trig: event What for Player
	OpNote            // note: What for Player
	OpPropose         // propose: What
	OpVote            // vote: What
	OpForfeit         // forfeit: Player
	OpReset           // reset (puzzle): To has the candidates 0…Value-1
	OpSet             // = (puzzle): To is Value
	OpToggle          // tog (puzzle): candidate Value of To
	OpTrump           // trump suit: Value
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
	Plus           bool  // OpScore: add Value to the score
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
	Twin     bool  // it is the very move before it, listed once more (Ctx.Twin)

	Actions [2]int32 // range of Ctx.Actions
	Then    int32    // list of consequences: index into Ctx.ThenNodes, 0 none
	Between [2]int32 // range of Ctx.Betweens
}

// IsPass reports whether the decision of a move is to pass.
func (c *Ctx) IsPass(m *Move) bool { return c.decides(m, OpPass) }

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
