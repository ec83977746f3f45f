package infer

import (
	"errors"
	"math"
	"strings"
	"testing"

	"ludens/nets/arch"
	"ludens/nets/kernel"
)

// TestCanary: the highest level that agrees is taken, and every one that was not is named.
func TestCanary(t *testing.T) {
	net := netFor(words{seats: 2}, 2)
	good := func(l kernel.Level) (*waves, error) { return &waves{net: net, level: l}, nil }
	exact := func() (*waves, error) { return good(kernel.Portable) } // rounding changes nothing
	all := []kernel.Level{kernel.Portable, kernel.AVX2, kernel.AVX512, kernel.AMX}
	for _, tt := range []struct {
		name  string
		spoil func(w *waves) error // the AMX level
		want  kernel.Level
		note  string
	}{
		{"all agree", func(*waves) error { return nil }, kernel.AMX, ""},
		{"cannot be made", func(*waves) error { return errors.New("no tiles") }, kernel.AVX512, "no tiles"},
		{"other values", func(w *waves) error { w.value = 0.99; return nil }, kernel.AVX512, "value 0"},
		{"other logits", func(w *waves) error { w.phase = 0.1; return nil }, kernel.AVX512, "policy"},
		{"not a number", func(w *waves) error { w.policy = float32(math.NaN()); return nil }, kernel.AVX512, "policy"},
		{"panics", func(w *waves) error { w.on = func(int) { panic("ouch") }; return nil }, kernel.AVX512, "ouch"},
		{"wrong in batches only", func(w *waves) error {
			w.on = func(n int) {
				if w.value = 0; n > 1 {
					w.value = 0.99
				}
			}
			return nil
		}, kernel.AVX512, "batch of 3"},
		{"wrong alone only", func(w *waves) error {
			w.on = func(n int) {
				if w.value = 0; n == 1 {
					w.value = 0.99
				}
			}
			return nil
		}, kernel.AVX512, "batch of 1"},
		{"a hundredth off, with half precision", func(w *waves) error { w.phase = 0.001; return nil }, kernel.AMX, ""},
	} {
		r, note, err := trusted(net, all, func(l kernel.Level) (*waves, error) {
			w, err := good(l)
			if l == kernel.AMX {
				err = tt.spoil(w)
			}
			return w, err
		}, exact)
		if err != nil || r.Level() != tt.want || !strings.Contains(note, tt.note) || (note == "") != (tt.note == "") {
			t.Errorf("%s: level %v, note %q, %v; want %v, %q", tt.name, r.Level(), note, err, tt.want, tt.note)
		}
	}

	r, note, err := trusted(net, all, func(l kernel.Level) (*waves, error) {
		w, err := good(l)
		if l != kernel.Portable {
			w.phase = 1
		}
		return w, err
	}, exact)
	if err != nil || r.Level() != kernel.Portable || strings.Count(note, "not used") != 3 {
		t.Errorf("nothing agrees: %v, %q, %v", r.Level(), note, err)
	}
	for name, build := range map[string]func(kernel.Level) (*waves, error){
		"not to be made":  func(kernel.Level) (*waves, error) { return nil, errors.New("no net") },
		"panics":          func(kernel.Level) (*waves, error) { return &waves{net: net, on: func(int) { panic("x") }}, nil },
		"no number ever":  func(kernel.Level) (*waves, error) { return &waves{net: net, value: float32(math.Inf(1))}, nil },
		"no policy, ever": func(kernel.Level) (*waves, error) { return &waves{net: net, policy: float32(math.NaN())}, nil },
	} {
		if _, _, err := trusted(net, all, build, exact); err == nil {
			t.Errorf("portable C %s: no error", name)
		}
	}
}

// TestTolerances: single precision is not allowed what bf16 is.
func TestTolerances(t *testing.T) {
	net := netFor(words{seats: 2}, 2)
	_, note, err := trusted(net, []kernel.Level{kernel.Portable, kernel.AVX512}, func(l kernel.Level) (*waves, error) {
		w := &waves{net: net, level: l}
		if l != kernel.Portable {
			w.phase = 0.005
		}
		return w, nil
	}, func() (*waves, error) { return &waves{net: net, phase: 0.02}, nil })
	if err != nil || note == "" {
		t.Errorf("a difference of half a hundredth: note %q, %v", note, err)
	}
	if gain(&arch.Spec{Kind: arch.Residual}) != 1 || gain(&arch.Spec{Kind: arch.MLP}) == 1 {
		t.Error("what batches give")
	}
}

// TestRounding: where a net makes much of little, half precision may differ as rounded weights do, and no broken kernel passes for that.
func TestRounding(t *testing.T) {
	net := netFor(words{seats: 2}, 2)
	for _, tt := range []struct {
		name             string
		differs, rounded float64
		rough            error
		level, want      kernel.Level
	}{
		{name: "as rounding", differs: 0.05, rounded: 0.03, level: kernel.BF16, want: kernel.BF16},
		{name: "far more than rounding", differs: 0.05, rounded: 0.003, level: kernel.BF16, want: kernel.Portable},
		{name: "rounding changes nearly all", differs: 0.3, rounded: 0.3, level: kernel.BF16, want: kernel.Portable},
		{name: "single precision", differs: 0.05, rounded: 0.03, level: kernel.AVX512, want: kernel.Portable},
		{name: "nothing to compare with", differs: 0.05, rough: errors.New("no memory"), level: kernel.BF16, want: kernel.Portable},
	} {
		r, note, err := trusted(net, []kernel.Level{kernel.Portable, tt.level}, func(l kernel.Level) (*waves, error) {
			w := &waves{net: net, level: l}
			if l != kernel.Portable {
				w.phase = tt.differs
			}
			return w, nil
		}, func() (*waves, error) { return &waves{net: net, phase: tt.rounded}, tt.rough })
		if err != nil || r.Level() != tt.want || (note == "") != (tt.want == tt.level) {
			t.Errorf("%s: level %v, note %q, %v; want %v", tt.name, r.Level(), note, err, tt.want)
		}
	}
	w := halved(arch.Weights{{1, -3.1415927, 0, 2.7182817}})
	for k, want := range []float32{1, -3.140625, 0, 2.71875} {
		if w[0][k] != want {
			t.Errorf("weight %d is %v, want %v", k, w[0][k], want)
		}
	}
}
