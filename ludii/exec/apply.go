package exec

import "slices"

// Do makes one action: it changes the state and nothing else, except that it
// completes what the notation of an action made tells more than that of an action
// planned (the level a piece was added on).
//
// What is not there to be changed is left alone: sites that do not exist, levels
// above a stack, marks that no piece of the game has.
func (c *Ctx) Do(a *Action) {
	switch a.Op {
	case OpMove:
		switch {
		case c.plain && c.movePlain(a):
		case c.counted && c.moveCounted(a):
		case c.Prog.Flags.Stacking:
			c.moveStacked(a)
		default:
			c.move(a)
		}
	case OpAdd:
		switch {
		case c.plain && c.addPlain(a):
		case c.Prog.Flags.Stacking:
			c.addStacked(a)
		default:
			c.add(a)
		}
	case OpRemove:
		switch {
		case a.Later:
			c.ToRemove = append(c.ToRemove, a.To)
		case c.plain && c.removePlain(a):
		case c.Prog.Flags.Stacking:
			c.removeStacked(a)
		default:
			c.remove(a)
		}
	case OpPass, OpSelect, OpNone, OpThen:
	case OpNext:
		c.Next = a.Player
	case OpDie:
		c.die(a)
	default:
		c.doRare(a)
	}
}

// doRare makes the actions that are not in every game.
func (c *Ctx) doRare(a *Action) {
	stacking := c.Prog.Flags.Stacking
	switch a.Op {
	case OpMoveN:
		if stacking {
			c.moveNStacked(a)
		} else {
			c.moveN(a)
		}
	case OpMoveStack:
		c.moveUpper(a)
	case OpCopy:
		if stacking {
			c.copyStacked(a)
		} else {
			c.copy(a)
		}
	case OpInsert:
		c.insertStacked(a)
	case OpPromote:
		if stacking {
			c.promoteStacked(a)
		} else {
			c.promote(a)
		}
	case OpSetState, OpSetRotation, OpSetValue:
		c.setMark(a)
	case OpSetCount:
		c.setCount(a)
	case OpUse:
		c.die(a)
	case OpDiceEqual:
		c.diceEqual(a)
	case OpHide:
		c.hide(a)
	case OpSet, OpToggle, OpReset:
		c.candidate(a)
	case OpCost, OpPhase:
		c.setGraph(a)
	default:
		c.doState(a)
	}
}

// doState makes the actions that change variables and not sites.
func (c *Ctx) doState(a *Action) {
	s := c.State
	switch a.Op {
	case OpSwap:
		s.swap(a.Player, a.What)
	case OpScore:
		if a.Plus {
			perPlayer(s.Score, a.Player, add, a.Value)
		} else {
			perPlayer(s.Score, a.Player, put, a.Value)
		}
	case OpAmount, OpBet:
		if a.Player > 0 {
			perPlayer(s.Amount, a.Player, put, a.Value)
		}
	case OpPlayerValue:
		perPlayer(s.PlayerValue, a.Player, put, a.Value)
	case OpTeam:
		perPlayer(s.Team, a.Player, put, a.Value)
	case OpCounter:
		s.Counter = a.Value
	case OpTemp:
		s.Temp = a.Value
	case OpPot:
		s.Pot = a.Value
	case OpTrump:
		s.Trump = a.Value
	case OpPending:
		v := a.Value
		if v == Undefined {
			v = 1
		}
		if c.Scan(len(s.Pending)); !slices.Contains(s.Pending, v) {
			s.Pending = append(s.Pending, v)
		}
	case OpVar:
		if uint(a.What) < uint(len(s.Vars)) {
			s.Vars[a.What] = a.Value
			s.VarSet.Add(int(a.What))
		}
	case OpRemember:
		if m := s.Memory; uint(a.What) < uint(len(m)) {
			if len(m[a.What]) >= MaxMemory {
				c.Fail(ErrMemory)
				return
			}
			m[a.What] = append(m[a.What], a.Value)
		}
	case OpForget:
		if m := s.Memory; uint(a.What) < uint(len(m)) {
			c.Scan(len(m[a.What]))
			if i := slices.Index(m[a.What], a.Value); i >= 0 {
				m[a.What] = slices.Delete(m[a.What], i, i+1)
			}
		}
	case OpStore:
		s.Stored, s.HasStored = s.Hash64(c.Prog), true
	case OpTrigger:
		// Ludii keeps one mark per player, whatever the event is called.
		if a.Player > 0 {
			for i := range s.Triggered {
				s.Triggered[i] |= 1 << uint(a.Player)
			}
		}
	case OpNote:
		if len(s.Notes) < MaxMemory {
			s.Notes = append(s.Notes, s.Moves, a.Player, a.What, a.Value)
		}
	case OpPropose:
		if len(s.Propositions) < MaxMemory {
			s.Propositions = append(s.Propositions, a.What)
		}
	case OpVote:
		s.vote(c.Prog.Players, a.What)
	case OpForfeit:
		c.ApplyResult(int(a.Player), false, Loss)
	case OpNextInstance:
		s.Instance++
	}
}

func put(_, v int32) int32 { return v }
func add(x, v int32) int32 { return x + v }

// perPlayer changes a player's number; there are no others than players.
func perPlayer(of []int32, player int32, change func(x, v int32) int32, v int32) {
	if uint(player) < uint(len(of)) {
		of[player] = change(of[player], v)
	}
}

// swap exchanges the roles that two players have.
func (s *State) swap(p, q int32) {
	i, j := slices.Index(s.Order, p), slices.Index(s.Order, q)
	if i >= 0 && j >= 0 {
		s.Order[i], s.Order[j] = q, p
	}
}

// vote counts a vote. When all have voted, what more than half of them want is
// decided, and propositions and votes begin anew.
func (s *State) vote(players int, what int32) {
	s.Votes = append(s.Votes, what)
	if len(s.Votes) < players {
		return
	}
	for _, v := range s.Votes {
		n := 0
		for _, w := range s.Votes {
			if w == v {
				n++
			}
		}
		if n > players/2 {
			s.Decided = v
			break
		}
	}
	s.Votes, s.Propositions = s.Votes[:0], s.Propositions[:0]
}

// die shows a face of a die, or marks a die as used.
func (c *Ctx) die(a *Action) {
	s := c.State
	of := c.Prog.ContainerOf
	if uint(a.To) >= uint(len(of)) || a.Op == OpDie && a.State < 0 {
		return
	}
	t := &s.Sites[cellKind]
	cont := &c.Prog.Containers[of[a.To]]
	if a.Op == OpDie && t.State != nil {
		if t.Stack != nil {
			x := keep
			x.state = int(a.State)
			c.setTop(cellKind, int(a.To), x)
		} else {
			t.State[a.To] = int16(a.State)
		}
	}
	if cont.Kind != DiceContainer || cont.Dice >= len(s.Dice) {
		return
	}
	shown := int32(0)
	if faces := c.Prog.Components[t.What[a.To]].Faces; a.Op == OpDie && int(a.State) < len(faces) {
		shown = int32(faces[a.State])
	}
	s.Dice[cont.Dice][int(a.To)-cont.From] = shown
}

// diceEqual notes whether all dice were equal, and adds up what they show.
func (c *Ctx) diceEqual(a *Action) {
	s := c.State
	s.DiceEqual = a.Value != 0
	for i, dice := range s.Dice {
		sum := int32(0)
		for _, v := range dice {
			sum += v
		}
		s.SumDice[i] = sum
	}
}

// showDice makes the dice show what their states say: at the beginning the first face.
func (c *Ctx) showDice() {
	t := &c.Sites[cellKind]
	for i, ci := range c.Prog.Dice {
		for j := range c.Dice[i] {
			site, state := c.Prog.Containers[ci].From+j, 0
			if site >= len(t.What) {
				return
			}
			if t.State != nil {
				state = int(t.State[site])
			}
			if faces := c.Prog.Components[t.What[site]].Faces; state < len(faces) {
				c.Dice[i][j] = int32(faces[state])
			}
		}
	}
}

// setGraph changes the cost or the phase of a site.
func (c *Ctx) setGraph(a *Action) {
	sites := c.Prog.Topo.Of(a.KindTo).Sites
	if uint(a.To) >= uint(len(sites)) {
		return
	}
	of := &c.Costs[a.KindTo]
	if a.Op == OpPhase {
		of = &c.GraphPhases[a.KindTo]
	}
	if len(*of) == 0 {
		for i := range sites {
			v := int32(0)
			if a.Op == OpPhase {
				v = int32(sites[i].Phase)
			}
			*of = append(*of, v)
		}
	}
	(*of)[a.To] = a.Value
}
