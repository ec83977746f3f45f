// Package arch describes nets as data that every back end reads: nets/train builds
// a gorgonia graph of it, nets/infer runs it with kernels of its own.
//
// A Spec says in a few numbers what the net is; Spec.Layers unrolls it into a short
// list of Layers, each an operation on earlier ones with parameters by number;
// Spec.Params lists the parameters with their shapes. There are three kinds:
//
//   - Residual: fully convolutional with global pooling, the shape of Polygames'
//     ResConvConvLogitPoolModelV2 (Cazenave et al., "Polygames: Improved zero
//     learning", 2020) with batch norm; its parameters do not depend on the board's size
//     if the policy head is of planes;
//   - Graph: three GIN layers with layer norm and concatenated skips, two heads
//     (Ben-Assayag and El-Yaniv, "Train on small, play the large", 2021);
//   - MLP: for positions without space.
//
// Everything is float32. A sample of a layer is Channels planes of Height rows of
// Width cells, plane after plane; batches are samples one after the other.
// No clock, no disk, no goroutines, no arithmetic on tensors.
package arch
