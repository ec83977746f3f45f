package exec

import "math/bits"

// Reset goes to the initial position: containers filled, start rules applied. What
// these did is in Applied.
func (c *Ctx) Reset() {
	c.Err = nil
	c.nsaved, c.depth, c.tries = 0, 0, c.tries[:0]
	c.refill()
	c.Release(Mark{thens: 1})
	if m := c.State.match; m != nil {
		c.State = m.newState(0)
		c.follow()
	}
	c.begin()
}

// begin goes to the initial position of a game.
func (c *Ctx) begin() {
	p := c.Prog
	c.Iter = undefinedIter
	c.Applied = c.Applied[:0]
	mark := c.Mark()
	s := c.State
	instance := s.Instance
	s.clear(p)
	s.Instance = instance
	s.Active = 1<<uint(p.Players) - 1
	s.Mover, s.Prev, s.Turn = 1, 0, 1
	s.Next = 1
	switch {
	case p.Players > 1:
		s.Next = 2
	case p.Players == 0:
		s.Mover, s.Next = 0, 0
	}
	s.Counter, s.Temp, s.Decided = -1, Off, Off
	for i := range s.Order {
		s.Order[i] = int32(i)
	}
	for i := range s.Team {
		s.Team[i] = int32(i)
	}
	for i := range s.PlayerValue {
		s.PlayerValue[i] = Undefined
	}
	for i := range s.LastTurnFrom {
		s.LastTurnFrom[i], s.LastTurnTo[i] = Off, Off
	}
	for i := range s.Phase {
		s.Phase[i] = int32(p.firstPhase(i))
	}
	for _, start := range p.Start {
		start(c)
		c.Release(mark)
	}
	if n := len(c.Applied); n > 0 {
		// What a start rule did last is the last move until there is one.
		last := &c.Applied[n-1]
		c.setLast(&Move{From: last.FromSite(), To: last.ToSite()}, c.Applied[n-1:])
		s.RunMoves = int32(n)
	}
	c.showDice()
	c.sumDice()
	c.remember()
	if c.Initial == nil || s.match != nil {
		c.Initial = p.NewState()
	}
	c.Initial.Copy(s)
	if s.match != nil {
		s.begun = append(s.begun[:0], c.Initial)
	}
}

// firstPhase is the phase in which a player begins.
func (p *Program) firstPhase(player int) int {
	for i, ph := range p.Phases {
		if ph.Owner == player || ph.Owner == 0 || ph.Owner == p.Shared() {
			return i
		}
	}
	return 0
}

// clear empties a state.
func (s *State) clear(p *Program) {
	if s.prog != nil {
		p = s.prog
	}
	s.Head = Head{}
	clear(s.MatchScore)
	clear(s.ints)
	clear(s.words)
	clear(s.Rank)
	clear(s.Payoff)
	for k := range s.Sites {
		t := &s.Sites[k]
		clear(t.shorts)
		clear(t.Hidden)
		for i := range t.Stack {
			t.Stack[i] = t.Stack[i][:0]
		}
		t.Empty.Fill(len(t.What))
		clear(s.Values[k])
		s.Costs[k] = s.Costs[k][:0]
		s.GraphPhases[k] = s.GraphPhases[k][:0]
	}
	s.Pending, s.ToRemove = s.Pending[:0], s.ToRemove[:0]
	for i := range s.Memory {
		s.Memory[i] = s.Memory[i][:0]
	}
	s.Seen, s.SeenTurn = s.Seen[:0], s.SeenTurn[:0]
	s.Stored = 0
	s.Propositions, s.Votes = s.Propositions[:0], s.Votes[:0]
	clear(s.Triggered)
	s.Notes, s.LastBetween = s.Notes[:0], s.LastBetween[:0]
	s.LastFroms, s.LastTos = s.LastFroms[:0], s.LastTos[:0]
	for i := range s.OnTrack {
		clear(s.OnTrack[i])
	}
	s.openValues(p)
	s.Stale, s.Ghosts = s.Stale[:0], s.Ghosts[:0]
	if t := &s.Sites[p.Default]; t.Playable != nil {
		if centre := p.Topo.Of(p.Default).Sets.Centre; len(centre) > 0 {
			t.Playable.Add(centre[0])
		}
	}
	if p.Flags.Dominoes {
		for i := 1; i < len(p.Components); i++ {
			s.Dominoes.Add(i)
		}
	}
}

// Generate works out the legal moves of the position; they are c.Moves until
// the next call of Generate, Step or Reset. A player without one has to pass.
func (c *Ctx) Generate() {
	c.refill()
	c.Release(Mark{thens: 1})
	c.Iter = undefinedIter
	if c.Over || c.Err != nil {
		return
	}
	c.follow()
	if c.Pause {
		c.nextInstance()
		return
	}
	p := c.Prog
	switch c.Mode() {
	case Simultaneous:
		c.generateAll()
		return
	case Simulation:
		c.generateSimulation()
		return
	}
	p.Phases[c.Phase[c.Mover]].Play(c)
	if p.Meta.Swap {
		c.swapMoves()
	}
	if p.Meta.Pin {
		c.pinned()
	}
	if p.Meta.NoStackOnFallen {
		c.notOnFallen()
	}
	c.filter()
	c.Stalemated &^= 1 << (uint(c.Mover) - 1)
	if len(c.Moves) == 0 {
		c.passMove(int(c.Mover), true)
	}
}

// setMoverAlone makes a player the mover, and the active ones around it the
// next and the previous.
func (c *Ctx) setMoverAlone(player int) {
	n := c.Prog.Players
	c.Mover = int32(player)
	next := player%n + 1
	for i := 0; i < n && !c.IsActive(next); i++ {
		next = next%n + 1
	}
	prev := (player+n-2)%n + 1
	for i := 0; i < n && !c.IsActive(prev); i++ {
		prev = (prev+n-2)%n + 1
	}
	c.Next, c.Prev = int32(next), int32(prev)
}

// passMove appends a pass.
func (c *Ctx) passMove(player int, forced bool) {
	a := Blank(OpPass)
	a.Decision, a.Forced = true, forced
	i := c.NewMove(a)
	if i >= 0 {
		c.Moves[i].Mover = int16(player)
	}
}

// generateAll works out the moves of all players of a simultaneous game; those
// who have none pass.
func (c *Ctx) generateAll() {
	p := c.Prog
	for player := 1; player <= p.Players; player++ {
		first := len(c.Moves)
		p.Phases[c.Phase[player]].Play(c)
		n := first
		for i := first; i < len(c.Moves); i++ {
			if int(c.Moves[i].Mover) == player {
				c.Moves[n] = c.Moves[i]
				n++
			}
		}
		c.Moves = c.Moves[:n]
		if n == first && c.IsActive(player) {
			c.passMove(player, true)
		}
	}
}

// generateSimulation joins all that happens in a game without players into one
// move.
func (c *Ctx) generateSimulation() {
	phase := int32(0)
	if c.Prog.Modes { // a phase that happens by itself, between those of players
		phase = c.Phase[c.Mover]
	}
	c.Prog.Phases[phase].Play(c)
	if c.Prog.Modes && len(c.Moves) == 0 {
		c.passMove(int(c.Mover), true)
	}
	if len(c.Moves) < 2 {
		return
	}
	start := int32(len(c.Actions))
	for i := range c.Moves {
		m := c.Moves[i]
		for j := m.Actions[0]; j < m.Actions[1]; j++ {
			c.Actions = append(c.Actions, c.Actions[j])
		}
	}
	c.Moves[0].Actions = [2]int32{start, int32(len(c.Actions))}
	c.Moves = c.Moves[:1]
}

// Step makes a legal move: index i of what Generate found.
func (c *Ctx) Step(i int) { c.StepMove(c.Moves[i]) }

// StepMove makes a move, then applies the end rules, changes phases and hands
// the turn on.
func (c *Ctx) StepMove(m Move) {
	c.refill()
	c.follow()
	c.Iter = undefinedIter
	c.Applied = c.Applied[:0]
	if c.Pause {
		c.Applied = append(c.Applied, c.Actions[m.Actions[0]:m.Actions[1]]...)
		c.advance()
		return
	}
	c.Decided = Off
	c.beforeMove(&m)
	if c.IsPass(&m) {
		c.noteStalemate(int(c.Mover))
	}
	c.Pending = c.Pending[:0]
	c.Apply(m, true)
	c.endOfMove()
}

// noteStalemate finds out whether a player who passes had to.
func (c *Ctx) noteStalemate(player int) {
	bit := uint32(1) << (uint(player) - 1)
	c.Stalemated &^= bit
	if ph := &c.Prog.Phases[c.Phase[player]]; !c.makesMove(ph.Play, ph.Any, ph) {
		c.Stalemated |= bit
	}
}

func (c *Ctx) endOfMove() {
	p, s := c.Prog, c.State
	mover := s.Mover
	if s.Active != 0 {
		c.evalEnd(p.Phases[s.Phase[s.Mover]].End)
	}
	if !s.Over {
		c.evalEnd(p.End)
	}
	if s.Active != 0 && (int(s.Turn) >= p.MaxTurns*p.Players || int(s.Moves) >= p.MaxMoves) {
		c.limitReached()
	}
	if s.Active == 0 {
		s.Prev = mover
	} else if p.Changes {
		c.nextPhases()
	}
	s.Counter++
	if p.Flags.Remembers() {
		c.remember()
	}
	if s.Active != 0 {
		if p.Flags.Visited {
			if s.Mover != s.Next {
				s.Visited.Clear()
			} else {
				s.Visited.Add(int(s.Last.From))
				s.Visited.Add(int(s.Last.To))
			}
		}
		c.handOn(mover)
	}
	if len(p.Dice) > 0 {
		c.sumDice()
	}
	if c.match != nil && c.Over {
		// A game is over, and not the match.
		c.Over, c.Pause = false, true
		c.GameEnd = append(c.GameEnd[:0], c.Winner)
		for _, rank := range c.Rank[1 : c.Prog.Players+1] {
			c.GameEnd = append(c.GameEnd, int32(2*rank))
		}
	}
}

// handOn gives the turn to the next player.
func (c *Ctx) handOn(mover int32) {
	s := c.State
	s.Prev = mover
	s.Mover = s.Next
	s.LastTurnFrom[mover], s.LastTurnTo[mover] = s.Last.From, s.Last.To
	if s.Prev == s.Mover && !s.Last.Swap {
		s.SamePlayer++
	} else {
		s.Turn++
		s.SamePlayer = 0
	}
	n := int32(c.Prog.Players)
	next := s.Mover%n + 1
	for !s.IsActive(int(next)) {
		next = next%n + 1
	}
	s.Next = next
	if s.Last.Pass {
		s.Passes++
	} else {
		s.Passes = 0
	}
}

// nextPhases moves each player on to the phase that its conditions name.
func (c *Ctx) nextPhases() {
	p := c.Prog
	for player := 1; player <= p.Players; player++ {
		for _, n := range p.Phases[c.Phase[player]].Next {
			if who := n.Who(c); who != p.Shared() && who != player {
				continue
			}
			if n.When == nil || n.When(c) {
				c.Phase[player] = int32(n.To)
				break
			}
		}
	}
}

// sumDice keeps the sums of what the dice show.
func (c *Ctx) sumDice() {
	for i, ci := range c.Prog.Dice {
		cont := &c.Prog.Containers[ci]
		t := &c.Sites[cellKind]
		sum := 0
		for d := range cont.N {
			site := cont.From + d
			if t.What[site] == 0 {
				continue
			}
			faces := c.Prog.Components[t.What[site]].Faces
			state := 0
			if t.State != nil {
				state = int(t.State[site])
			}
			if state < len(faces) {
				sum += faces[state]
			}
		}
		c.SumDice[i] = int32(sum)
	}
}

// limitReached ends a match that has lasted too long as a draw of those who
// still play.
func (c *Ctx) limitReached() {
	s := c.State
	winner := 0
	if c.Prog.Players > 1 {
		rank := c.nextDrawRank()
		for p := 1; p <= c.Prog.Players; p++ {
			switch s.Rank[p] {
			case 0:
				s.Rank[p] = rank
			case 1:
				winner = p
			}
		}
	}
	s.Active = 0
	end := MoveLimit
	if int(s.Turn) >= c.Prog.MaxTurns*c.Prog.Players {
		end = TurnLimit
	}
	c.finish(winner, end)
}

func (c *Ctx) numActive() int { return bits.OnesCount32(c.Active) }

// StepAll makes a move of each player at once.
func (c *Ctx) StepAll(moves []int) {
	if len(moves) == 0 {
		return
	}
	start := int32(len(c.Actions))
	var all Move
	for n, i := range moves {
		m := c.Moves[i]
		if n == 0 {
			all = m
		}
		for j := m.Actions[0]; j < m.Actions[1]; j++ {
			c.Actions = append(c.Actions, c.Actions[j])
		}
		c.inline(m.Then)
	}
	all.Then = 0
	all.Actions = [2]int32{start, int32(len(c.Actions))}
	c.postpone = true
	c.StepMove(all)
}
