package kernel

import (
	"fmt"
	"math/bits"
)

// group is the number of moves that are counted together.
const group = 8

// MaxMoves is the largest number of moves that a Choice can have: numbers are drawn in
// 16 bits.
const MaxMoves = 1<<16 - 1

// Choice draws one of a seat's legal moves in every lane, each as likely as any other:
// a tree of counts over groups of eight moves, in bit planes; a number below the count
// of all; and down the tree with it to the move of that number.
type Choice struct {
	moves []uint32 // reference of the legal move, row for the move made (0: not wanted), in turn
	tree  []uint32 // groups, levels; and for every level nodes, planes, first row of scratch
	rows  int
	room  int // rows of scratch
}

// NewChoice makes a choice of moves, legal where legal says so; the move made is written
// to the row made of the same index, unless that is 0.
func NewChoice(legal []Ref, made []int) (*Choice, error) {
	n := len(legal)
	if n == 0 || n > MaxMoves || len(made) != n {
		return nil, fmt.Errorf("choose among %d moves, rows for %d: want 1 to %d of both", n, len(made), MaxMoves)
	}
	c := &Choice{}
	for i, l := range legal {
		c.moves = append(c.moves, uint32(l), uint32(made[i]))
		c.rows = max(c.rows, l.Row()+1, made[i]+1)
	}
	nodes := (n + group - 1) / group
	c.tree = []uint32{uint32(nodes), 0}
	for planes := 4; ; {
		c.tree = append(c.tree, uint32(nodes), uint32(planes), uint32(c.room))
		c.tree[1]++
		c.room += nodes * planes
		if nodes == 1 {
			break
		}
		nodes = (nodes + 1) / 2
		planes = min(planes+1, max(4, bits.Len(uint(n))))
	}
	// behind the tree: a mask for every node of two levels, the numbers, and what is
	// compared with them
	c.room += 2*int(c.tree[0]) + 3*maxPlanes
	return c, nil
}

// maxPlanes is the largest number of bit planes of a count.
const maxPlanes = 16

// Scratch is the number of scratch rows.
func (c *Choice) Scratch() int { return c.room }

// level is one level of the tree.
type level struct{ nodes, planes, first int }

func (c *Choice) level(j int) level {
	t := c.tree[2+3*j:]
	return level{int(t[0]), int(t[1]), int(t[2])}
}

// choosePortable is Choose in plain Go: word by word, but for the draw.
func choosePortable(c *Choice, rows, scratch []Row, g *Random) (some Row) {
	top := c.level(int(c.tree[1]) - 1)
	for w := range Words {
		c.count(rows, scratch, w)
	}
	counts := scratch[top.first : top.first+top.planes]
	for _, p := range counts {
		for w := range some {
			some[w] |= p[w]
		}
	}
	number := scratch[c.room-3*maxPlanes:][:top.planes]
	g.draw(counts, number)
	for w := range Words {
		c.descend(rows, scratch, w)
	}
	return some
}

func (c *Choice) legal(rows []Row, i, w int) uint64 {
	r := Ref(c.moves[2*i])
	return rows[r>>1][w] ^ -uint64(r&1)
}

// count fills the tree of a word.
func (c *Choice) count(rows, scratch []Row, w int) {
	n := len(c.moves) / 2
	for i := 0; i < n; i += group {
		var x [group]uint64
		for k := range min(group, n-i) {
			x[k] = c.legal(rows, i+k, w)
		}
		s1, c1 := add3(x[0], x[1], x[2])
		s2, c2 := add3(x[3], x[4], x[5])
		s3, c3 := add3(s1, s2, x[6])
		p0, c4 := s3^x[7], s3&x[7]
		t1, d1 := add3(c1, c2, c3)
		p1, d2 := t1^c4, t1&c4
		to := scratch[i/group*4:]
		to[0][w], to[1][w], to[2][w], to[3][w] = p0, p1, d1^d2, d1&d2
	}
	for j := 1; j < int(c.tree[1]); j++ {
		below, here := c.level(j-1), c.level(j)
		for i := range here.nodes {
			a := scratch[below.first+2*i*below.planes:][:below.planes]
			to := scratch[here.first+i*here.planes:][:here.planes]
			carry := uint64(0)
			if 2*i+1 == below.nodes {
				for p := range a {
					to[p][w] = a[p][w]
				}
			} else {
				b := scratch[below.first+(2*i+1)*below.planes:][:below.planes]
				for p := range a {
					to[p][w], carry = add3(a[p][w], b[p][w], carry)
				}
			}
			if here.planes > below.planes {
				to[below.planes][w] = carry
			}
		}
	}
}

func add3(a, b, c uint64) (sum, carry uint64) {
	x := a ^ b
	return x ^ c, a&b | x&c
}

// descend goes down the tree of a word with its numbers and writes the moves made.
func (c *Choice) descend(rows, scratch []Row, w int) {
	groups := int(c.tree[0])
	behind := scratch[c.room-3*maxPlanes-2*groups:]
	here, below := behind[:groups], behind[groups:2*groups]
	number, left, less := behind[2*groups:][:maxPlanes], behind[2*groups+maxPlanes:][:maxPlanes], behind[2*groups+2*maxPlanes:][:maxPlanes]
	here[0][w] = ^uint64(0)
	for j := int(c.tree[1]) - 2; j >= 0; j-- {
		l := c.level(j)
		for p := range l.planes {
			sum := uint64(0)
			for i := 0; i < l.nodes; i += 2 {
				sum |= here[i/2][w] & scratch[l.first+i*l.planes+p][w]
			}
			left[p][w] = sum
		}
		// less by what is on the left, unless that is more than the number
		borrow := uint64(0)
		upper := c.level(j + 1).planes
		for p := range upper {
			x, y := number[p][w], uint64(0)
			if p < l.planes {
				y = left[p][w]
			}
			less[p][w] = x ^ y ^ borrow
			borrow = ^x&y | ^(x^y)&borrow
		}
		for p := range upper {
			number[p][w] = number[p][w]&borrow | less[p][w]&^borrow
		}
		for i := range l.nodes {
			if i&1 == 0 {
				below[i][w] = here[i/2][w] & borrow
			} else {
				below[i][w] = here[i/2][w] &^ borrow
			}
		}
		here, below = below, here
	}
	n := len(c.moves) / 2
	for i := 0; i < n; i += group {
		k0, k1, k2, mask := number[0][w], number[1][w], number[2][w], here[i/group][w]
		for k := i; k < min(i+group, n); k++ {
			// The number counts down; behind zero it is seven, and does not come to zero
			// again within the group.
			x := c.legal(rows, k, w)
			if to := c.moves[2*k+1]; to != 0 {
				rows[to][w] = x & mask &^ (k0 | k1 | k2)
			}
			y := x &^ k0
			k0 ^= x
			z := y &^ k1
			k1 ^= y
			k2 ^= z
		}
	}
}
