// Package graph holds what several rooms need of directed graphs whose nodes are
// the integers from 0. It has no opinion about what the nodes are and never
// changes a graph. Its users are the checker and the normal form of GDL, which
// look for recursion and for negation that goes round in a circle.
package graph

// Components numbers the strongly connected components of a graph given by the
// successors of each node. The numbers are dense and in topological order: when
// v reaches w, comp[w] <= comp[v]. Time and space are linear in nodes and edges.
//
// The algorithm is R. Tarjan's, "Depth-first search and linear graph algorithms"
// (1972), with a stack of its own instead of recursion, so that a chain of a
// million nodes is no danger.
func Components(out [][]int) []int {
	n := len(out)
	comp, index, low := make([]int, n), make([]int, n), make([]int, n)
	type frame struct{ v, next int }
	var open []int // nodes whose component is not closed yet
	var calls []frame
	onStack := make([]bool, n)
	counter, closed := 0, 0
	for root := range n {
		if index[root] != 0 {
			continue
		}
		calls = append(calls[:0], frame{root, 0})
		for len(calls) > 0 {
			f := &calls[len(calls)-1]
			v := f.v
			if f.next == 0 {
				counter++
				index[v], low[v] = counter, counter
				open = append(open, v)
				onStack[v] = true
			}
			if f.next < len(out[v]) {
				w := out[v][f.next]
				f.next++
				if index[w] == 0 {
					calls = append(calls, frame{w, 0})
				} else if onStack[w] {
					low[v] = min(low[v], index[w])
				}
				continue
			}
			if low[v] == index[v] {
				for {
					w := open[len(open)-1]
					open = open[:len(open)-1]
					onStack[w] = false
					comp[w] = closed
					if w == v {
						break
					}
				}
				closed++
			}
			calls = calls[:len(calls)-1]
			if len(calls) > 0 {
				p := calls[len(calls)-1].v
				low[p] = min(low[p], low[v])
			}
		}
	}
	return comp
}

// Reach tells for every node whether it gets to one of the targets (targets do).
// Time and space are linear in nodes and edges.
func Reach(out [][]int, targets ...int) []bool {
	start := make([]int, len(out)+1) // predecessors in one array: those of v begin at start[v]
	for _, ws := range out {
		for _, w := range ws {
			start[w+1]++
		}
	}
	for v := range out {
		start[v+1] += start[v]
	}
	in := make([]int, start[len(out)])
	fill := append([]int(nil), start[:len(out)]...)
	for v, ws := range out {
		for _, w := range ws {
			in[fill[w]] = v
			fill[w]++
		}
	}
	reach := make([]bool, len(out))
	var queue []int
	add := func(v int) {
		if !reach[v] {
			reach[v] = true
			queue = append(queue, v)
		}
	}
	for _, t := range targets {
		add(t)
	}
	for len(queue) > 0 {
		v := queue[len(queue)-1]
		queue = queue[:len(queue)-1]
		for _, u := range in[start[v]:start[v+1]] {
			add(u)
		}
	}
	return reach
}
