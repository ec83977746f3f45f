// Package topology turns a board description of the ludemic language into the
// board itself: cells, vertices and edges with their numbers, places, labels,
// neighbours, directions and rays.
//
// There are two steps. Eval runs the board functions of a description (square,
// hex, merge, remove, …) and gives a Graph: points, lines between them and
// faces, in the numbering of Ludii 1.3. Measure derives from a Graph all that
// rules may ask of a board and gives a Topology.
//
// The package promises never to give a wrong board knowingly: a function or a
// form of it that is not built is an error that names it, and a board over the
// limits is an error too. It never looks at the rest of a game, and it knows
// no game: it reads any tree through the interface Node, which a package that
// parses or types descriptions implements.
//
// What is built so far: square and rectangular grids, with alternating
// diagonals, and mancala boards without stores. Measure takes any graph, but
// the corners of small boards, off-diagonal steps on boards that are not
// regular, columns of hexagonal boards, rotational and spatial directions and
// phases of edges are not yet always Ludii's; see TestRecorded.
//
// It imports nothing of the house.
package topology
