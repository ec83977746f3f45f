package heuristic

import "math"

// Who bears off wants few pieces: how many are left is most of what there is to know. A function of such a game begins with that, the
// same for every piece but for what it can move, and what is learned is added to it. So few games do not make it forget. In games of
// taking pieces the same did not win matches (docs/benchmarks/search.md, "Pieces that are borne off").

// pieceWorths are what a piece of weight one may be worth, in logits.
var pieceWorths = [...]float64{0, -0.05, -0.1, -0.2, -0.4, -0.8, -1.6}

// newtonSteps are made, for each worth, to find who has the better of it when pieces are even.
const newtonSteps = 8

// worthOfPieces is which of pieceWorths foresees samples best.
func worthOfPieces(p *material, samples []sample) (best float64) {
	if len(samples) > maxExplore {
		samples = thin(samples, maxExplore)
	}
	lead := make([]float64, len(samples))
	for i := range samples {
		for _, a := range samples[i].atoms {
			lead[i] += p.lead(a, 0)
		}
	}
	least := math.Inf(1)
	for _, worth := range pieceWorths {
		bias, loss := 0.0, 0.0
		for range newtonSteps {
			slope, curve := 0.0, 1e-6
			loss = 0
			for i := range samples {
				z := bias + worth*lead[i]
				x, y := squash(z), samples[i].value[0]
				slope += y - x
				curve += x * (1 - x)
				loss += cross(x, y)
			}
			bias += slope / curve
		}
		if loss < least {
			least, best = loss, worth
		}
	}
	return best
}

// worth is what a piece of weight one is worth to begin with: nothing but where players get rid of pieces by moves of their own.
// Where others take them, random games may say, too, that pieces do harm, and be wrong, as in breakthrough suicide.
func (l *learner) worth(samples []sample) float64 {
	worth := worthOfPieces(l.plain, samples)
	if worth == 0 {
		return 0
	}
	if c := l.plain.census(l.until(countShare)); c.Lost <= c.Taken {
		return 0
	}
	return worth
}

// lead is by how much some pieces put a player ahead of what the others have in the mean.
func (f *material) lead(a part, player int) float64 {
	switch o := int(f.owner[a.i]); {
	case o < 0:
		return 0
	case o == player:
		return f.weigh(a)
	}
	return -f.weigh(a) / float64(max(f.w.players-1, 1))
}

// count has a model count pieces, each worth so much.
func (m *model) count(p *material, worth float64) {
	if m.worth, m.pieces = worth, nil; worth == 0 {
		return
	}
	atoms := len(m.w.atoms)
	m.pieces = make([]float32, m.outs*atoms)
	for a := range p.owner {
		for out := range m.outs {
			m.pieces[out*atoms+a] = float32(worth * p.lead(part{int32(a), 1}, out))
		}
	}
	level(m.pieces, m.ties.single)
}
