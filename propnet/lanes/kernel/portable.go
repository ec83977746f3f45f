package kernel

// runPortable is Run in plain Go.
func runPortable(code []uint32, rows []Row) {
	for len(code) > 0 {
		if code[0] == runLoop {
			code = loopPortable(code, rows)
			continue
		}
		code, _ = gatesPortable(code, rows)
	}
}

// gatesPortable runs one run of gates and gives what follows it, and the bits that have
// changed, all words together. The words of a row have names of their own because the
// compiler keeps variables in registers, but not the elements of an array.
func gatesPortable(code []uint32, rows []Row) (rest []uint32, changed uint64) {
	or, plain, negated, count := code[0] == runOr, int(code[1]), int(code[2]), int(code[3])
	code = code[header:]
	var unit uint64 // of OR
	if !or {
		unit = ^unit
	}
	for range count {
		to := &rows[code[0]]
		p, n := code[1:1+plain], code[1+plain:1+plain+negated]
		code = code[1+plain+negated:]
		a, b, c, d, e, f, g, h := unit, unit, unit, unit, unit, unit, unit, unit
		if or {
			for _, r := range p {
				x := &rows[r]
				a |= x[0]
				b |= x[1]
				c |= x[2]
				d |= x[3]
				e |= x[4]
				f |= x[5]
				g |= x[6]
				h |= x[7]
			}
			for _, r := range n {
				x := &rows[r]
				a |= ^x[0]
				b |= ^x[1]
				c |= ^x[2]
				d |= ^x[3]
				e |= ^x[4]
				f |= ^x[5]
				g |= ^x[6]
				h |= ^x[7]
			}
		} else {
			for _, r := range p {
				x := &rows[r]
				a &= x[0]
				b &= x[1]
				c &= x[2]
				d &= x[3]
				e &= x[4]
				f &= x[5]
				g &= x[6]
				h &= x[7]
			}
			for _, r := range n {
				x := &rows[r]
				a &^= x[0]
				b &^= x[1]
				c &^= x[2]
				d &^= x[3]
				e &^= x[4]
				f &^= x[5]
				g &^= x[6]
				h &^= x[7]
			}
		}
		changed |= a ^ to[0] | b ^ to[1] | c ^ to[2] | d ^ to[3] | e ^ to[4] | f ^ to[5] | g ^ to[6] | h ^ to[7]
		*to = Row{a, b, c, d, e, f, g, h}
	}
	return code, changed
}

func loopPortable(code []uint32, rows []Row) []uint32 {
	ports, members, length := int(code[1]), int(code[2]), int(code[3])
	code = code[header:]
	var off Row
	for range ports {
		now := load(rows, Ref(code[0]))
		kept := &rows[code[1]]
		code = code[2:]
		for w := range off {
			off[w] |= kept[w] &^ now[w]
		}
		*kept = now
	}
	if off != (Row{}) {
		for _, m := range code[:members] {
			x := &rows[m]
			for w := range x {
				x[w] &^= off[w]
			}
		}
	}
	body := code[members : members+length]
	for again := true; again; {
		again = false
		for c := body; len(c) > 0; {
			var changed uint64
			c, changed = gatesPortable(c, rows)
			again = again || changed != 0
		}
	}
	return code[members+length:]
}

func load(rows []Row, r Ref) Row {
	x := rows[r.Row()]
	if r.Negated() {
		for w := range x {
			x[w] = ^x[w]
		}
	}
	return x
}

// movePortable is Move in plain Go.
func movePortable(moves []uint32, rows []Row, hold *Row) {
	for i := 0; i < len(moves); i += 2 {
		to, x := &rows[moves[i]], load(rows, Ref(moves[i+1]))
		for w := range x {
			to[w] = x[w]&^hold[w] | to[w]&hold[w]
		}
	}
}
