package propnet_test

import (
	"bytes"
	"context"
	"errors"
	"testing"

	"ludens/games"
	"ludens/gdl/gdltest"
	"ludens/gdl/ground"
	"ludens/propnet"
)

func build(t testing.TB, text string) *propnet.Network {
	t.Helper()
	p := gdltest.Compile(t, text)
	theory, err := ground.Ground(context.Background(), p, ground.Options{})
	if err != nil {
		t.Fatal(err)
	}
	n, err := propnet.Build(context.Background(), theory, 1<<20)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

func encoded(t testing.TB, n *propnet.Network) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := n.Encode(&b); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestCodec(t *testing.T) {
	for _, e := range games.List() {
		a := encoded(t, build(t, e.Text))
		n, err := propnet.Decode(a)
		if err != nil {
			t.Errorf("%s: %v", e.Name, err)
			continue
		}
		if b := encoded(t, n); !bytes.Equal(a, b) {
			t.Errorf("%s: written again it is another network", e.Name)
		}
		for _, cut := range []int{0, 5, len(a) / 2, len(a) - 1} {
			if _, err := propnet.Decode(a[:cut]); !errors.Is(err, propnet.ErrEncoding) {
				t.Errorf("%s cut to %d bytes: %v", e.Name, cut, err)
			}
		}
	}
}

func FuzzDecode(f *testing.F) {
	e, _ := games.Find("ticTacToe")
	whole := encoded(f, build(f, e.Text))
	f.Add(whole[len("ludens network..") : len(whole)-4])
	f.Add([]byte{})
	f.Fuzz(func(t *testing.T, data []byte) {
		if n, err := propnet.DecodeBody(data); err == nil {
			if err := n.Verify(); err != nil {
				t.Fatalf("accepted, but %v", err)
			}
		}
	})
}
