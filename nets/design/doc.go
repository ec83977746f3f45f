// Package design chooses a net for a game: its kind and its size, from the shape of
// the game's encoding, the number of its players and the time that there is to train
// it. Every choice can be overridden.
//
// The reasons, in the order in which they matter:
//
//   - Kind. What happens on a grid is learnt fastest by convolutions, which see the
//     same pattern wherever it is; without a grid there is nothing for them to slide
//     over, and a list goes into fully connected layers. A graph net costs more per
//     evaluation for less, unless the grid would be mostly empty.
//   - Size. A budget buys evaluations times their cost. Of a longer one a little more
//     than half (in the exponent) goes into a larger net, the rest into more games: the
//     best size grows as a power of the compute (Neumann and Gros, "Scaling laws for a
//     multi-agent reinforcement learning model", ICLR 2023, for connect four and
//     pentago). The exponent and the fixed point, 64 channels × 5 blocks for a board of
//     7×7 and an hour on two cores, are this project's, to be measured. Small boards
//     have use for less than time allows.
//   - Width in steps of 16, which is a vector of the kernels; depth so that the
//     net sees some way: what lies farther off it gets by pooling over the whole board.
//
// It never trains and never plays; the same arguments give the same net. Neighbours:
// nets/encode (what goes in), nets/arch (what comes out), tune (who asks).
package design
