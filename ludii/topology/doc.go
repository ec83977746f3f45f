// Package topology turns a board description of the ludemic language into the
// board itself: cells, vertices and edges with their numbers, places, labels,
// neighbours, directions and rays.
//
// There are two steps. Build runs the board functions of an expanded description
// (square, hex, merge, remove, …) and gives a Graph: points, lines between them
// and faces, in the numbering of Ludii 1.3. Measure derives from a Graph all that
// rules may ask of a board and gives a Topology.
//
// Build works on a mesh, a graph whose elements know each other and may be moved,
// joined and removed. What may look arbitrary there is Ludii's: which tile comes
// first, what is rounded to single precision, what is sorted when. It decides
// numbers, and so must not be tidied up; TestBuildRecorded holds it.
//
// Measure goes over the graph in passes: steps to all that lies beside a site and
// their directions, neighbours, rays, regions of the outside, coordinates. Ties
// are decided as in Ludii, by the order of elements and by the last bits of
// places and angles; TestBoardsRecorded holds that all recorded boards come out
// equal, from the description to the last ray.
//
// The package promises never to give a wrong board knowingly: a function or a
// form of it that there is not is a finding with its place, and a board over the
// limits is one too, before it has cost much. It never looks at the rest of a
// game, and it knows no game. It has no clock, disk, network or goroutine.
//
// Neighbours: parse and expand make the trees; package recorded, below this one,
// reads recorded boards for tests.
package topology
