package kernel

import (
	"math/bits"
	"math/rand/v2"
)

// Random draws numbers for all lanes at once: one xoshiro256++ (D. Blackman and
// S. Vigna, "Scrambled Linear Pseudorandom Number Generators", 2021) for each word of a
// row, and a generator for the few numbers that have to be drawn again.
type Random struct {
	s     [4]Row
	again uint64 // state of SplitMix64 (G. Steele, D. Lea, C. Flood, 2014)
}

// Seed starts the generators from another one.
func (g *Random) Seed(rng *rand.Rand) {
	for i := range g.s {
		for w := range g.s[i] {
			g.s[i][w] = rng.Uint64()
		}
	}
	for w := range Words { // a state of zeros would stay one
		g.s[0][w] |= 1
	}
	g.again = rng.Uint64()
}

// next is a number of 64 bits from every generator.
func (g *Random) next() (out Row) {
	for w := range out {
		s0, s1, s2, s3 := g.s[0][w], g.s[1][w], g.s[2][w], g.s[3][w]
		out[w] = bits.RotateLeft64(s0+s3, 23) + s0
		t := s1 << 17
		s2 ^= s0
		s3 ^= s1
		s1 ^= s2
		s0 ^= s3
		s2 ^= t
		g.s[0][w], g.s[1][w], g.s[2][w], g.s[3][w] = s0, s1, s2, bits.RotateLeft64(s3, 45)
	}
	return out
}

func (g *Random) once() uint64 {
	g.again += 0x9e3779b97f4a7c15
	z := g.again
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

// Numbers are drawn in 16 bits: r from 0 to 65535 gives r × count / 65536, and is drawn
// again where the remainder of the product shows that it belongs to the surplus that
// would favour some results (D. Lemire, "Fast Random Integer Generation in an
// Interval", 2019). Every number below count is then exactly as likely as every other.

// draw writes for every lane a number below its count, in bit planes. count and out
// have as many planes, 16 at most; where a count is 0 so is the number.
func (g *Random) draw(count, out []Row) {
	var most Row
	for _, p := range count[1:] {
		for w := range most {
			most[w] |= p[w]
		}
	}
	if most == (Row{}) { // nobody has a choice
		clear(out)
		return
	}
	var low, high [8]Row // by planes, and after turning by lanes: byte b of row i is lane 8b+i
	copy(low[:], count)
	copy(high[:], count[min(8, len(count)):])
	turn(&low)
	wide := len(count) > 8
	if wide {
		turn(&high)
	}
	for i := range low {
		var l, h Row // the numbers of even and odd bytes
		for half := range 2 {
			r := g.next()
			for w := range r {
				c := low[i][w] >> (8 * half) & evenBytes
				if wide {
					c |= high[i][w] >> (8 * half) & evenBytes << 8
				}
				k := g.scale(r[w], c)
				l[w] |= k & evenBytes << (8 * half)
				h[w] |= k >> 8 & evenBytes << (8 * half)
			}
		}
		low[i], high[i] = l, h
	}
	turn(&low)
	if wide {
		turn(&high)
	}
	n := copy(out, low[:])
	copy(out[n:], high[:])
}

const evenBytes = 0x00ff00ff00ff00ff

// scale gives four numbers of 16 bits below the four of count.
func (g *Random) scale(r, count uint64) (out uint64) {
	for at := 0; at < 64; at += 16 {
		c := uint32(count >> at & 0xffff)
		m := uint32(r>>at&0xffff) * c
		if m&0xffff < c {
			for surplus := 0x10000 % c; m&0xffff < surplus; {
				m = uint32(g.once()&0xffff) * c
			}
		}
		out |= uint64(m>>16) << at
	}
	return out
}

// turn transposes the blocks of eight rows by eight bits.
func turn(t *[8]Row) {
	swap := func(i, j, shift int, mask uint64) {
		for w := range Words {
			x := (t[i][w]>>shift ^ t[j][w]) & mask
			t[j][w] ^= x
			t[i][w] ^= x << shift
		}
	}
	for i := range 4 {
		swap(i, i+4, 4, 0x0f0f0f0f0f0f0f0f)
	}
	for _, i := range [4]int{0, 1, 4, 5} {
		swap(i, i+2, 2, 0x3333333333333333)
	}
	for i := 0; i < 8; i += 2 {
		swap(i, i+1, 1, 0x5555555555555555)
	}
}
