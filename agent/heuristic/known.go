package heuristic

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"

	"ludens/game"
)

// knownVersion changes when the same world would compute a feature in another way.
const knownVersion = "2"

// MostKnown bounds what a course gives to be kept, in bytes: three sets of weights of 320 sums take 6 KiB, single atoms 12 bytes each.
const MostKnown = 96 << 10

// knownShare is the share of the positions that a function was fitted to, or of maxSamples, that a course which goes on from it must
// have before it fits it to others: what few games show is no reason to forget what many have shown.
const knownShare = 0.5

// known is a model as it is kept.
type known struct {
	World   string // which features there are
	Games   int    // own games behind it, of all courses
	Samples int    // positions that it was fitted to last
	Outs    int
	Sets    int
	Usual   floats
	Chosen  []int32
	Mean    floats
	Scale   floats
	Turn    []int32
	Worth   float64 // of pieces, to begin with
	Bias    []float64
	Weight  floats
	Lively  []int32 // atoms that count by themselves
	Size    floats  // theirs
	Single  floats  // per out
}

// floats are kept as base64 of their bits.
type floats []float32

func (f floats) MarshalText() ([]byte, error) {
	raw := make([]byte, 0, 4*len(f))
	for _, x := range f {
		raw = binary.LittleEndian.AppendUint32(raw, math.Float32bits(x))
	}
	return base64.StdEncoding.AppendEncode(nil, raw), nil
}

func (f *floats) UnmarshalText(text []byte) error {
	raw, err := base64.StdEncoding.AppendDecode(nil, text)
	if err != nil || len(raw)%4 != 0 {
		return errors.New("no list of numbers")
	}
	*f = make(floats, len(raw)/4)
	for i := range *f {
		(*f)[i] = math.Float32frombits(binary.LittleEndian.Uint32(raw[4*i:]))
	}
	return nil
}

// features is a hash of what a world looks at: of what counts in what, and of propositions, which have the names of the description
// that the game is known by. Names of players and pieces are those that came, and may be others in every match.
func (w *world) features() string {
	h := sha256.New()
	fmt.Fprintln(h, knownVersion, w.players, w.tells, w.windows(), len(w.atoms), len(w.sums), len(w.classes), len(w.extras))
	if p, ok := w.g.(game.Propositional); ok {
		fmt.Fprintf(h, "%q\n", p.Propositions())
	}
	for _, parts := range w.in {
		fmt.Fprintln(h, parts)
	}
	fmt.Fprintln(h, w.class, w.site)
	return hex.EncodeToString(h.Sum(nil)[:16])
}

// Known is what was learned from games of its own, for a later course of the same game to go on from; nil where there is
// nothing that is worth keeping.
func (c *Course) Known() []byte {
	l := c.l
	if l.samples == 0 || !c.Report.Kept {
		return nil
	}
	m := l.model
	k := known{
		World: l.w.features(), Games: l.before + l.owned, Samples: l.samples, Outs: m.outs, Sets: m.sets, Usual: m.usual, Chosen: m.chosen, Mean: m.mean,
		Scale: m.scale, Turn: m.turn, Worth: m.worth, Bias: m.bias, Weight: m.weight,
	}
	atoms := len(l.w.atoms)
	for a, on := range m.lively {
		if on {
			k.Lively, k.Size = append(k.Lively, int32(a)), append(k.Size, m.size[a])
		}
	}
	for out := range m.outs {
		for _, a := range k.Lively {
			k.Single = append(k.Single, m.single[out*atoms+int(a)])
		}
	}
	text, err := json.Marshal(k)
	if err != nil || len(text) > MostKnown { // a weight that is no number
		return nil
	}
	return text
}

// recall makes a model of what was kept; nil if it is not of this world, or damaged.
func (w *world) recall(text []byte) (*model, *known) {
	var k known
	if len(text) == 0 || len(text) > MostKnown || json.Unmarshal(text, &k) != nil || k.World != w.features() || !k.fits(w) {
		return nil, nil
	}
	atoms := len(w.atoms)
	m := &model{
		w: w, outs: k.Outs, usual: k.Usual, chosen: k.Chosen, dense: make([]int32, w.raw()), mean: k.Mean, scale: k.Scale, turn: k.Turn, sets: k.Sets,
		bias: k.Bias, weight: k.Weight, lively: make([]bool, atoms), size: make([]float32, atoms), single: make([]float32, k.Outs*atoms),
	}
	for i := range m.dense {
		m.dense[i] = -1
	}
	for i, raw := range m.chosen {
		m.dense[raw] = int32(i)
	}
	for i := range m.size {
		m.size[i] = 1
	}
	for i, a := range k.Lively {
		m.lively[a], m.size[a] = true, k.Size[i]
		for out := range m.outs {
			m.single[out*atoms+int(a)] = k.Single[out*len(k.Lively)+i]
		}
	}
	return m, &k
}

// fits says whether all numbers are such as a model of this world can have.
func (k *known) fits(w *world) bool {
	within := func(list []int32, n int) bool {
		for _, x := range list {
			if x < 0 || int(x) >= n {
				return false
			}
		}
		return true
	}
	finite := func(list []float32) bool {
		for _, x := range list {
			if !(math.Abs(float64(x)) < 1e6) {
				return false
			}
		}
		return true
	}
	for _, x := range k.Bias {
		if !(math.Abs(x) < 1e6) {
			return false
		}
	}
	n := len(k.Chosen)
	return slices.Contains(pieceWorths[:], k.Worth) && (k.Outs == w.players || k.Outs == 1 && w.players == 2) && (k.Sets == 1 || k.Sets == 1+w.players) && k.Games > 0 && k.Samples > 0 &&
		len(k.Usual) == w.players && len(k.Mean) == n && len(k.Scale) == n && len(k.Weight) == k.Outs*k.Sets*n && len(k.Bias) == k.Outs &&
		(len(k.Turn) == 0 || len(k.Turn) == w.players) && len(k.Size) == len(k.Lively) && len(k.Single) == k.Outs*len(k.Lively) &&
		within(k.Chosen, w.raw()) && n <= maxDense && within(k.Turn, len(w.atoms)) && within(k.Lively, len(w.atoms)) && slices.IsSorted(k.Chosen) &&
		finite(k.Usual) && finite(k.Mean) && finite(k.Scale) && finite(k.Weight) && finite(k.Size) && finite(k.Single)
}

// know takes up what was kept, if it is of this game.
func (l *learner) know(text []byte) {
	m, k := l.w.recall(text)
	if m == nil {
		return
	}
	m.tie(l.mirrors)
	m.count(l.plain, k.Worth)
	l.model, l.before = m, k.Games
	m.prior = m.clone()
	l.enough = int(knownShare * float64(min(k.Samples, maxSamples)))
	l.report.Known = k.Games
}
