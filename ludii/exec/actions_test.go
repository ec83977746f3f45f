package exec_test

import (
	"slices"
	"testing"

	"ludens/ludii/exec"
	"ludens/ludii/recording"
	"ludens/ludii/topology"
)

// TestActions makes short lists of actions in the recordings' notation and
// compares the boards.
func TestActions(t *testing.T) {
	for _, test := range []struct{ name, world, moves, board string }{
		{"a piece replaces another", "plain", "A1=1;A2=2;M1-2", "2:1"},
		{"what stands there stays", "plain", "A1=1;A1=2", "1:1"},
		{"a move on the spot", "plain", "A1=1;M1-1", "1:1"},
		{"nothing moves from nowhere", "plain", "A1=1;M3-1", "1:1"},
		{"kinds of sites", "plain", "A1=1;AV1=2;M1-V3;MV1-4", "4:2,V3:1"},
		{"sites that are not there", "plain", "A99=1;A1=1;M1-99;RV50", "1:1"},
		{"taken at the end of the turn", "hidden", "A1=1;R1~", "1:1||"},
		{"pieces of a sort add up", "counted", "A1=4x3;A2=4;M1-2;M1-3", "1:4,2:4x2,3:4||"},
		{"of two sorts the mover stays", "counted", "A1=4x3;A2=1x2;M1-2", "1:4x2,2:4||"},
		{"adding counts", "counted", "A1=4x3;A1=1x2", "1:4x5||"},
		{"several at once", "counted", "A1=4x5;A2=4;M1-2x3;M1-3x9", "2:4x4,3:4x9||"},
		{"several onto others are lost", "counted", "A1=4x5;A2=1;M1-2x3", "1:4x2,2:1||"},
		{"all go", "counted", "A1=4x5;R1", "||"},
		{"a count keeps the owner", "counted", "ct1=1x3;A2=1;ct2=1x2;ct2=1x0", "1:1.0x3||"},
		{"marks move along", "marked", "A1=1s2r3v4;M1-2;A3=2s1;M3-4s5", "2:1s2r3v4,4:2s5||"},
		{"marks of an empty site stay", "marked", "st5=2;ro5=1;va5=3", "5:0s2r1v3||"},
		{"promotion wipes marks", "marked", "A1=1s2r3v4;P1=2", "1:2||"},
		{"a copy leaves the piece", "marked", "A1=1s2;C1-2s3", "1:1s3,2:1s3||"},
		{"hands", "counted", "A20=1x3;M20-1;M20-1", "1:1x2|20:1|"},
		{"dice", "marked", "A23=6;die23=2", "||23:6s2"},
		{"stacks", "stacked", "A1=1;A1=2;A2=3;M1-2;M2/0-1", "1:[1/3],2:[2]||"},
		{"into a stack", "stacked", "A1=1;A1=2;A2=3;M2-1/0;I1/1=4", "1:[3/4/1/2]||"},
		{"upper pieces", "stacked", "A1=1;A1=2;A1=3;A2=4;K1-2x2", "1:[1],2:[4/2/3]||"},
		{"more than there are", "stacked", "A1=1;A2=4;K1-2x2", "1:[1],2:[4]||"},
		{"a whole stack", "stacked", "A1=1;A1=2;A2=3;M1-2k", "2:[3/1/2]||"},
		{"a whole stack upside down", "stacked", "A1=1;A1=2;A2=3;M1-2/0k", "2:[2/1/3]||"},
		{"a level is taken", "stacked", "A1=1;A1=2;A1=3;R1/1;R1", "1:[1]||"},
		{"the promoted comes on top", "stacked", "A1=1;A1=2;P1/0=3", "1:[2/3]||"},
		{"marks of stacks", "all", "A1=1s1;A1=2;st1/0=3;va1=4;M1-2;M1/0-3", "2:[2],3:[1s3]||"},
		{"marks left behind", "all", "A1=1;A1=2s3;R1/0;A1=4", "1:[2s3/4s3]||"},
		{"candidates", "puzzle", "tog1:2;tog2:1;=3:4", "1:~0.1.3.4.5,2:~0.2.3.4.5,3:=4,V0:=0,V1:=0,V2:=0,V3:=0,V4:=0,V5:=0,V6:=0||"},
	} {
		t.Run(test.name, func(t *testing.T) {
			p := worlds()[test.world]
			r := &replayer{p: p, c: p.NewCtx()}
			r.c.Reset()
			if err := r.apply(test.moves); err != nil {
				t.Fatal(err)
			}
			want := test.board + "#m1n2p0.0.0"
			if got := r.c.Digest(p); got != want {
				t.Errorf("want %s, got %s", want, got)
			}
			if err := sound(r.c.State); err != nil {
				t.Error(err)
			}
		})
	}
}

// TestControl: what the second half of a digest says.
func TestControl(t *testing.T) {
	p := worlds()["plain"]
	p.Flags.Score, p.Flags.Bet = true, true
	c := p.NewCtx()
	c.Reset()
	for _, step := range []struct {
		do   func()
		want string
	}{
		{func() {}, "m1n2p0.0.0s0,0,0b0,0,0"},
		{func() { c.Mover, c.Next, c.Phase[2] = 2, 3, 1 }, "m2n3p0.1.0s0,0,0b0,0,0"},
		{func() { c.Do(&exec.Action{Op: exec.OpSwap, Player: 1, What: 3}) }, "m2n3p0.1.0o3.2.1s0,0,0b0,0,0"},
		{func() { c.Active = 0b101 }, "m2n3p0.1.0o3.2.1a1.3s0,0,0b0,0,0"},
		{func() { c.Do(&exec.Action{Op: exec.OpScore, Player: 2, Value: -4}) }, "m2n3p0.1.0o3.2.1a1.3s0,-4,0b0,0,0"},
		{func() { c.Do(&exec.Action{Op: exec.OpScore, Player: 2, Value: 7, Plus: true}) }, "m2n3p0.1.0o3.2.1a1.3s0,3,0b0,0,0"},
		{func() { c.Do(&exec.Action{Op: exec.OpBet, Player: 3, Value: 9}) }, "m2n3p0.1.0o3.2.1a1.3s0,3,0b0,0,9"},
		{func() { c.Do(&exec.Action{Op: exec.OpPot, Value: 5}) }, "m2n3p0.1.0o3.2.1a1.3s0,3,0b0,0,9t5"},
		{func() { c.Over, c.Winner, c.Rank = true, 2, []float64{0, 2.5, 1, 2.5, 0} }, "over:2:2.5,1,2.5s0,3,0b0,0,9t5"},
	} {
		step.do()
		got := c.Digest(p)
		if got != "#"+step.want {
			t.Errorf("want #%s, got %s", step.want, got)
		}
		if d, err := recording.ParseDigest(got); err != nil || d.String() != got {
			t.Errorf("%s is read as %v: %v", got, d, err)
		}
	}
}

// TestVariables makes the actions that show in no digest.
func TestVariables(t *testing.T) {
	p := worlds()["all"]
	c := p.NewCtx()
	c.Reset()
	do := func(a exec.Action) { c.Do(&a) }
	num := func(op exec.Op, player, what, value int32) {
		a := exec.Blank(op)
		a.Player, a.What, a.Value = player, what, value
		do(a)
	}
	is := func(what string, got, want any) {
		t.Helper()
		if got != want {
			t.Errorf("%s is %v, want %v", what, got, want)
		}
	}
	num(exec.OpPending, 0, 0, exec.Undefined)
	num(exec.OpPending, 0, 0, 1)
	num(exec.OpPending, 0, 0, 4)
	is("pending", len(c.Pending), 2)
	is("pending without a value", slices.Contains(c.Pending, 1), true)
	num(exec.OpVar, 0, 1, 8)
	is("variable", c.Vars[1], int32(8))
	for _, v := range []int32{5, 6, 5} {
		num(exec.OpRemember, 0, 1, v)
	}
	num(exec.OpForget, 0, 1, 5)
	is("remembered", len(c.Memory[1]), 2)
	is("forgotten is the first", c.Memory[1][0], int32(6))
	num(exec.OpTrigger, 2, 0, 0)
	is("triggered, by any name", c.Triggered[1], uint64(1<<2))
	num(exec.OpTeam, 2, 0, 1)
	is("team", c.Friends(1), uint32(0b011))
	for i, v := range []int32{1, 0, 1} {
		is("decided before all have voted", c.Decided, int32(exec.Undefined))
		num(exec.OpVote, 0, v, 0)
		is("votes", len(c.Votes), (i+1)%3)
	}
	is("decided", c.Decided, int32(1))
	num(exec.OpStore, 0, 0, 0)
	is("stored", c.Stored, c.Hash64(p))
	before := c.FullHash(p)
	num(exec.OpNext, 3, 0, 0)
	is("stored after a change of players", c.Stored, c.Hash64(p))
	is("the situation", c.FullHash(p) == before, false)
	a := exec.On(exec.OpHide, topology.Cell, 3)
	a.Player, a.What, a.State = 2, int32(exec.HideWho), 1
	add := exec.On(exec.OpAdd, topology.Cell, 3)
	add.What = 1
	do(add)
	do(a)
	is("hidden", c.IsHidden(exec.HideWho, 2, topology.Cell, 3, exec.Undefined), true)
	is("hidden from others", c.IsHidden(exec.HideWho, 1, topology.Cell, 3, exec.Undefined), false)
	cost := exec.On(exec.OpCost, topology.Vertex, 3)
	cost.Value = 6
	do(cost)
	is("cost", c.Costs[topology.Vertex][3], int32(6))
}

// TestGhosts: a piece stays listed when a level is taken that is no more, and when it
// is promoted; it goes with the next one of its sort that is taken from there.
func TestGhosts(t *testing.T) {
	p := worlds()["stacked"]
	for _, test := range []struct {
		moves string
		want  []exec.Ghost
	}{
		{"A1=1;A1=1;R1/1;R1/0", nil},
		{"A1=1;A1=1;R1/0;R1/1", []exec.Ghost{{Kind: topology.Cell, What: 1, Site: 1}}},
		{"A1=1;A1=1;R1/0;R1/1;A1=1;R1/0", nil},
		{"A1=1;A1=1;R1/0;R1/1;A1=2;R1/0", []exec.Ghost{{Kind: topology.Cell, What: 1, Site: 1}}},
		{"A1=1;P1=2;A1=1;P1=3", []exec.Ghost{{Kind: topology.Cell, What: 1, Site: 1}, {Kind: topology.Cell, What: 1, Site: 1, Level: 1}}},
		{"A1=2;A1=1;P1=2;A1=4;R1/0", []exec.Ghost{{Kind: topology.Cell, What: 1, Site: 1}}},
	} {
		r := &replayer{p: p, c: p.NewCtx()}
		r.c.Reset()
		if err := r.apply(test.moves); err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(r.c.Ghosts, test.want) {
			t.Errorf("%s: %v, want %v", test.moves, r.c.Ghosts, test.want)
		}
	}
}

// TestTracks follows a piece over a site that a track passes twice.
func TestTracks(t *testing.T) {
	p := worlds()["tracked"] // steps on 0, 3, 5, 3, 20
	r := &replayer{p: p, c: p.NewCtx()}
	r.c.Reset()
	for i, step := range []struct {
		move string
		at   int
	}{{"A0=1", 0}, {"M0-3", 1}, {"M3-5", 2}, {"M5-3", 3}, {"M3-20", 4}, {"M20-3", 1}, {"R3", -1}} {
		if err := r.apply(step.move); err != nil {
			t.Fatal(err)
		}
		at := -1
		for j := range p.Tracks[0].Steps {
			if r.c.OnTrackAt(p, 0, 1, j) > 0 {
				at = j
			}
		}
		if at != step.at {
			t.Errorf("step %d, %s: on step %d of the track, want %d", i, step.move, at, step.at)
		}
	}
}
