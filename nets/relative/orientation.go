package relative

import (
	"slices"

	"ludens/game"
	"ludens/nets/arch"
	"ludens/nets/encode"
)

// orientation is how the board and the seats of a net become those of a game.
type orientation struct {
	turn  arch.Turn
	seats []int
}

// then is one after another.
func (o orientation) then(p orientation) orientation {
	seats := make([]int, len(o.seats))
	for i, s := range o.seats {
		seats[i] = p.seats[s]
	}
	return orientation{o.turn.Then(p.turn), seats}
}

func (o orientation) is(p orientation) bool {
	return o.turn == p.turn && slices.Equal(o.seats, p.seats)
}

// orientations are all that tell something new of a game: of those that its symmetries make of each other one is enough.
func orientations(players int, symmetries []orientation) (out []orientation) {
	for _, turn := range arch.Turns {
		for _, seats := range exchanges(players) {
			o := orientation{turn, seats}
			if !slices.ContainsFunc(symmetries, func(s orientation) bool { return slices.ContainsFunc(out, o.then(s).is) }) {
				out = append(out, o)
			}
		}
	}
	return out
}

// exchanges are the ways in which seats may be those of another game.
func exchanges(players int) [][]int {
	same := make([]int, players)
	for i := range same {
		same[i] = i
	}
	if players == 2 {
		return [][]int{same, {1, 0}}
	}
	return [][]int{same}
}

// How thoroughly symmetries are looked for. To be wrong about one costs no more than a way to take nets.
const (
	symmetryPlayouts = 30
	symmetrySteps    = 300
)

// symmetries are the orientations in which a game is itself. A fault of the engine on the way means none.
func symmetries(g game.Game, enc *encode.Encoder, m *arch.Meaning) (out []orientation) {
	defer func() {
		if recover() != nil {
			out = nil
		}
	}()
	for _, s := range encode.Find(g, enc, encode.SymmetryOptions{Playouts: symmetryPlayouts, Steps: symmetrySteps, Exchange: true}) {
		turn, ok := turnOf(&s, enc.Input(), m)
		if !ok {
			continue
		}
		o := orientation{turn, s.Players}
		if o.seats == nil {
			o.seats = exchanges(g.Facts().Players)[0]
		}
		out = append(out, o)
	}
	return out
}

// turnOf is what a symmetry does to the cells of pieces; false if that is no turn of the board.
func turnOf(s *encode.Symmetry, in arch.Shape, m *arch.Meaning) (arch.Turn, bool) {
	numbers := make([]float32, in.Size())
	cells := make([]float32, in.Size())
	for i := range cells {
		cells[i] = float32(i % in.Cells())
	}
	s.Input(numbers, cells)
	for _, turn := range arch.Turns {
		if w, _ := turn.Board(in.Width, in.Height); w == in.Width && turns(turn, numbers, in, m) {
			return turn, true
		}
	}
	return arch.Turn{}, false
}

// turns says whether all planes of pieces, whose numbers are where they come from, are turned so.
func turns(turn arch.Turn, numbers []float32, in arch.Shape, m *arch.Meaning) bool {
	looked := false
	for p := range m.In {
		if !m.In[p].Pieces() {
			continue
		}
		looked = true
		for y := range in.Height {
			for x := range in.Width {
				u, v := turn.Place(x, y, in.Width, in.Height)
				if numbers[p*in.Cells()+v*in.Width+u] != float32(y*in.Width+x) {
					return false
				}
			}
		}
	}
	return looked
}
