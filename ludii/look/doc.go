// Package look reads what a description hints at of how it wants to be drawn, the part
// (graphics {…}) of its metadata, and dresses the board of pictures in it.
//
// What has a meaning for package internal/draw/svg is carried over: colours of players,
// cells, lines, regions and pieces, also by local state and value; other names for
// pieces, their size, how they are turned, what is drawn before and behind them; signs on
// sites, further lines, a ground, boards in two colours, numbers on pieces, how stacks are
// shown, which pieces' checks. What says how another program paints (families of drawings, styles of boards,
// where hands lie, lines' thickness) counts for nothing.
//
// The promise: hints change pictures and nothing else. One that cannot be read, or that
// names what is not there, is left out; none is a fault. Their work is bounded, and done
// when a board is first drawn.
package look
