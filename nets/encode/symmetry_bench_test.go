package encode_test

import (
	"testing"

	"ludens/nets/encode"
)

// BenchmarkFind is what a start clock pays for the symmetries of a game, as relatives of nets are looked for.
func BenchmarkFind(b *testing.B) {
	for _, name := range []string{"hex7", "amazons6", "checkers8", "reversi8", "gameOfY"} {
		b.Run(name, func(b *testing.B) {
			g := open(b, name)
			e, err := encode.New(g, encode.Options{})
			if err != nil {
				b.Fatal(err)
			}
			for b.Loop() {
				encode.Find(g, e, encode.SymmetryOptions{Playouts: 30, Steps: 300, Exchange: true})
			}
		})
	}
}
