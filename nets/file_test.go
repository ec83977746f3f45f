package nets

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/json"
	"errors"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ludens/game"
	"ludens/nets/arch"
)

// specs has one small net of every kind and head.
func specs() []arch.Spec {
	return []arch.Spec{
		{Kind: arch.Residual, In: arch.Shape{Channels: 3, Height: 4, Width: 5}, Width: 8, Blocks: 1, Convs: 2, Kernel: 3, Pooled: 2, Head: arch.Planes, Policy: 2, Values: 2, Hidden: 4},
		{Kind: arch.Residual, In: arch.Shape{Channels: 1, Height: 1, Width: 1}, Width: 1, Convs: 1, Kernel: 1, Head: arch.Dense, Policy: 7, Squeeze: 1, Values: 1, Hidden: 1},
		{Kind: arch.Graph, In: arch.Shape{Channels: 2, Height: 6, Width: 1}, Width: 4, Blocks: 3, Head: arch.Planes, Policy: 1, Values: 2, Hidden: 4},
		{Kind: arch.MLP, In: arch.Shape{Channels: 9, Height: 1, Width: 1}, Width: 4, Blocks: 2, Head: arch.Dense, Policy: 5, Values: 3, Hidden: 4},
	}
}

func fresh(s arch.Spec, index uint64) *Net {
	return &Net{
		Spec: s, Weights: s.Layers().NewWeights(game.Stream(1, "nets test", index)), Encoding: "e1", Game: "abc", Name: "Drei mal drei ☺",
		Steps: 5, Samples: 6, Games: 7, Rating: -12.5, Interval: 30, Created: 1_700_000_000,
	}
}

// meaning is one of a net of planes.
func meaning(s arch.Spec) *arch.Meaning {
	m := &arch.Meaning{In: make([]arch.InPlane, s.In.Channels), Out: make([]arch.OutPlane, s.Policy)}
	m.In[0] = arch.InPlane{Sort: arch.Piece, Seat: 1, Rank: 2, Name: "(cell . . .) ☺"}
	m.Out[0] = arch.OutPlane{Seat: -1, Way: [][2]int{{1, -2}, {0, 3}}, Spot: arch.AtColumn, Name: "drop"}
	return m
}

// TestMean: what a net cannot say in a file it does not say.
func TestMean(t *testing.T) {
	s := specs()[0]
	long := meaning(s)
	long.In[0].Name = strings.Repeat("x", mostText+1)
	control := meaning(s)
	control.Out[0].Name = "a\x1b[2J"
	large := s
	large.Policy = 5000
	much := meaning(large)
	for i := range much.Out {
		much.Out[i].Name = "moves that lead from one place to the other"
	}
	for _, c := range []struct {
		name string
		spec arch.Spec
		m    *arch.Meaning
		want bool
	}{
		{"as it should be", s, meaning(s), true},
		{"none", s, nil, false},
		{"too long a name", s, long, false},
		{"a name that is a command", s, control, false},
		{"too much", large, much, false},
		{"another net's", specs()[1], meaning(s), false},
	} {
		n := fresh(c.spec, 1)
		n.Mean(c.m)
		if (n.Meaning != nil) != c.want {
			t.Errorf("%s: %v", c.name, n.Meaning)
		}
		if _, err := Encode(n); err != nil {
			t.Errorf("%s: %v", c.name, err)
		}
		if n.Meaning = c.m; c.m != nil && !c.want {
			if _, err := Encode(n); err == nil {
				t.Errorf("%s: written", c.name)
			}
		}
	}
}

func TestRoundTrip(t *testing.T) {
	seen := map[string]bool{}
	for i, s := range specs() {
		want := fresh(s, uint64(i))
		b, err := Encode(want)
		if err != nil {
			t.Fatal(err)
		}
		got, err := Decode(b)
		if err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(want, got); d != "" {
			t.Error(d)
		}
		id, err := ID(got)
		if err != nil || id != FileID(b) || len(id) != 64 || seen[id] {
			t.Errorf("id %s, %v; of the file %s", id, err, FileID(b))
		}
		seen[id] = true
		got.Weights[0][0]++
		if other, err := ID(got); err != nil || other == id {
			t.Errorf("another weight, the same id: %v", err)
		}
		got.Weights[0][0]--
		got.Steps++
		if other, err := ID(got); err != nil || other == id {
			t.Errorf("another count, the same id: %v", err)
		}
	}
}

// TestVersions: nets that older programs know are written as these wrote them, with the same
// identifier; what they do not know has a version that they refuse.
func TestVersions(t *testing.T) {
	plain, err := Encode(fresh(specs()[0], 1))
	if err != nil {
		t.Fatal(err)
	}
	for change, want := range map[*Net]byte{{Mix: 0.5}: mixed, {Origin: "found on a beach"}: mixed, {Meaning: meaning(specs()[0])}: latest} {
		n := fresh(specs()[0], 1)
		n.Mix, n.Origin, n.Meaning = change.Mix, change.Origin, change.Meaning
		b, err := Encode(n)
		if err != nil {
			t.Fatal(err)
		}
		got, err := Decode(b)
		if err != nil || got.Mix != n.Mix || got.Origin != n.Origin || !cmp.Equal(got.Meaning, n.Meaning) {
			t.Errorf("%+v, %v", got, err)
		}
		if plain[len(magic)] != version || b[len(magic)] != want || FileID(b) == FileID(plain) {
			t.Errorf("versions %d and %d", plain[len(magic)], b[len(magic)])
		}
	}
	n := fresh(specs()[0], 1)
	for _, bad := range []float64{-0.1, 1.1, math.NaN()} {
		if n.Mix = bad; n.Validate() == nil {
			t.Errorf("a share of %g is valid", bad)
		}
	}
}

// sealed gives a body its right checksum: what is refused then is refused for itself.
func sealed(body []byte) []byte {
	sum := sha256.Sum256(body)
	return append(bytes.Clone(body), sum[:]...)
}

// forged is a sealed file with any header, as its writer would have it, and tensors.
func forged(header string, tensors []byte) []byte {
	b := binary.LittleEndian.AppendUint32([]byte(magic), version)
	b = binary.LittleEndian.AppendUint32(b, uint32(len(header)))
	return sealed(append(append(b, header...), tensors...))
}

func TestRefuses(t *testing.T) {
	n := fresh(specs()[3], 0)
	good, err := Encode(n)
	if err != nil {
		t.Fatal(err)
	}
	text, _ := json.Marshal(n)
	header := string(text)
	body := good[:len(good)-sha256.Size]
	tensors := body[preamble+len(header):]
	with := func(at int, b byte) []byte {
		out := bytes.Clone(good)
		out[at] ^= b
		return out
	}
	nan := bytes.Clone(tensors)
	binary.LittleEndian.PutUint32(nan, math.Float32bits(float32(math.NaN())))
	if _, err := Decode(forged(header, tensors)); err != nil {
		t.Fatalf("the forger makes no good files: %v", err)
	}
	for _, tt := range []struct {
		name, want string
		file       []byte
	}{
		{"nothing", "begin", nil},
		{"text", "begin", []byte(strings.Repeat("hello\n", 100))},
		{"a later version", "version 5", with(len(magic), 4)},
		{"a flipped bit", "checksum", with(len(good)/2, 1)},
		{"a flipped bit in the checksum", "checksum", with(len(good)-1, 128)},
		{"cut short", "checksum", good[:len(good)-4]},
		{"longer", "checksum", append(bytes.Clone(good), 0)},
		{"a header beyond the file", "header of 4294967295", sealed(append(append([]byte(magic), 1, 0, 0, 0, 255, 255, 255, 255), header...))},
		{"no JSON", "header", forged("{", nil)},
		{"two headers", "goes on", forged(header+"{}", tensors)},
		{"an unknown field", "unknown", forged(strings.Replace(header, `"steps"`, `"stepz"`, 1), tensors)},
		{"a spec that is none", "no such kind", forged(strings.Replace(header, `"mlp"`, `"mpl"`, 1), tensors)},
		{"a giant", "more than", forged(strings.NewReplacer(`"policy":5`, `"policy":1048576`, `"width":4`, `"width":1024`).Replace(header), nil)},
		{"too few parameters", "bytes, want", forged(header, tensors[4:])},
		{"too many parameters", "bytes, want", forged(header, append(bytes.Clone(tensors), 0, 0, 0, 0))},
		{"not a number", "finite", forged(header, nan)},
		{"a negative count", "less than 0", forged(strings.Replace(header, `"steps":5`, `"steps":-5`, 1), tensors)},
		{"a count out of sense", "training takes", forged(strings.Replace(header, `"games":7`, `"games":9223372036854775807`, 1), tensors)},
		{"a rating out of sense", "numbers up to", forged(strings.Replace(header, `"rating":-12.5`, `"rating":1e300`, 1), tensors)},
		{"an interval out of sense", "numbers up to", forged(strings.Replace(header, `"interval":30`, `"interval":1e300`, 1), tensors)},
		{"a terminal's command", "printed", forged(strings.Replace(header, `"name":"`, `"name":"\u001b[2J`, 1), tensors)},
		{"a long name", "longer", forged(strings.Replace(header, `"name":"`, `"name":"`+strings.Repeat("x", mostText), 1), tensors)},
	} {
		_, err := Decode(tt.file)
		if err == nil || !errors.Is(err, ErrFile) || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: error %v, want %q in it", tt.name, err, tt.want)
		}
	}
}

func TestEncodeRefuses(t *testing.T) {
	for name, spoil := range map[string]func(n *Net){
		"spec":     func(n *Net) { n.Spec.Values = 0 },
		"few":      func(n *Net) { n.Weights = n.Weights[1:] },
		"short":    func(n *Net) { n.Weights[0] = n.Weights[0][1:] },
		"infinite": func(n *Net) { n.Weights[1][0] = float32(math.Inf(1)) },
		"rating":   func(n *Net) { n.Rating = math.NaN() },
		"interval": func(n *Net) { n.Interval = -1 },
		"created":  func(n *Net) { n.Created = -1 },
		"bytes":    func(n *Net) { n.Game = "a\xff" },
	} {
		n := fresh(specs()[0], 0)
		spoil(n)
		if _, err := Encode(n); err == nil {
			t.Errorf("%s: encoded", name)
		}
		if _, err := ID(n); err == nil {
			t.Errorf("%s: has an id", name)
		}
	}
}

// TestName: whatever a game is called, its net can be stored.
func TestName(t *testing.T) {
	for name, want := range map[string]string{
		"a\xffb\x1b[2J\n": "a\ufffdb [2J ", "": "", strings.Repeat("ä", mostText): strings.Repeat("ä", mostText/2),
	} {
		n := fresh(specs()[0], 0)
		n.Name = name
		b, err := Encode(n)
		if err != nil {
			t.Fatal(err)
		}
		got, err := Decode(b)
		if err != nil || got.Name != want {
			t.Errorf("name %q, want %q, %v", got.Name, want, err)
		}
		if n.Name != name {
			t.Error("encoding changed the net")
		}
	}
}

// FuzzDecode: whatever is read is a net that comes back the same, nothing panics. The
// checksum is made right, else the fuzzer would never get past it.
func FuzzDecode(f *testing.F) {
	for i, s := range specs() {
		b, err := Encode(fresh(s, uint64(i)))
		if err != nil {
			f.Fatal(err)
		}
		f.Add(b[:len(b)-sha256.Size])
	}
	n := fresh(specs()[0], 1)
	n.Mean(meaning(n.Spec))
	b, err := Encode(n)
	if err != nil {
		f.Fatal(err)
	}
	f.Add(b[:len(b)-sha256.Size])
	f.Fuzz(func(t *testing.T, body []byte) {
		if _, err := Decode(body); err == nil && len(body) < preamble {
			t.Fatal("decoded next to nothing")
		}
		n, err := Decode(sealed(body))
		if err != nil {
			return
		}
		b, err := Encode(n)
		if err != nil {
			t.Fatalf("decoded, but cannot be encoded: %v", err)
		}
		again, err := Decode(b)
		if err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(n, again); d != "" {
			t.Fatal(d)
		}
	})
}

// What is wrong with a file's size is found before its numbers are read: a file of
// gigabytes that holds nothing costs nothing.
func TestReadFile(t *testing.T) {
	n := fresh(specs()[3], 0)
	good, err := Encode(n)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	file := func(name string, b []byte, size int64) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, b, 0o600); err != nil {
			t.Fatal(err)
		}
		if err := os.Truncate(path, size); err != nil {
			t.Skip(err)
		}
		return path
	}
	got, err := ReadFile(file("good", good, int64(len(good))))
	if err != nil || cmp.Diff(n, got) != "" {
		t.Errorf("a good file: %v", err)
	}
	for _, tt := range []struct{ name, path, want string }{
		{"sparse", file("sparse", good, 500<<20), "bytes, want"},
		{"sparse and without a head", file("empty", nil, 500<<20), "does not begin"},
		{"terabytes", file("giant", good, 1<<40), "more than"},
		{"cut short", file("cut", good, int64(len(good)-1)), "bytes, want"},
		{"nothing", file("nothing", nil, 0), "does not begin"},
		{"a directory", dir, "plain file"},
		{"a device", "/dev/zero", "plain file"},
	} {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		_, err := ReadFile(tt.path)
		runtime.ReadMemStats(&after)
		if !errors.Is(err, ErrFile) || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: error %v, want %q in it", tt.name, err, tt.want)
		}
		if took := after.TotalAlloc - before.TotalAlloc; took > 4<<20 {
			t.Errorf("%s: %d bytes of memory", tt.name, took)
		}
	}
}
