// Package infer runs nets for those who search: an engine that computes a batch
// (Engine), and an evaluator that makes batches of what many goroutines ask
// (Evaluator, which implements eval.Evaluator).
//
// The evaluator has no goroutine and no timer of its own. There are as many lanes as
// it may use threads. Who asks while a lane is free takes it and computes its own
// position at once, with nobody in between; who asks while all are taken joins the
// batch that is being filled, and waits. When a lane becomes free it goes to the
// first of the oldest batch, who computes that batch for all in it. So a batch leaves
// when a lane is free, batches grow by themselves when more is asked than can be
// computed, and nobody ever waits while a lane is idle. (KataGo, cpp/neuralnet/nneval,
// and alphacats have server threads for this; with nets that take less time than the
// waking of a thread, handing over is what costs most.)
//
// The promises: a result depends on net, position and level of the kernels only, not
// on its batch, nor on whether it came out of the cache; numbers that are no
// numbers, a panic of an encoder and a closed evaluator are errors, which never take
// the program with them; after Close nothing of it runs.
//
// It never looks at rules and does not search. Neighbours: nets/encode (positions to
// tensors), nets/kernel (arithmetic), agent/mcts (which sees eval alone).
package infer
