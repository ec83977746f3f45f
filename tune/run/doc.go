// Package run tunes a net for a game in one process: self-play, learner and ladder at the
// same time, until the time is over.
//
// The stages. As many games as keep the evaluator busy are played at the same time, each
// on a goroutine of its own; what they leave is collected and stored in chunks. One
// goroutine learns from the replay window, a limited number of steps per new sample, and
// hands averaged weights to the evaluator. Now and then the games pause and the ladder
// plays rated matches; the net that is not worse than the best so far becomes the
// best. Two cores stay busy without any division of labour: the learner takes what it
// needs of one, self-play the rest, and who waits for what is measured (Status.Waits).
//
// Games begin without the net, which knows nothing yet (Wang et al. 2020, "Warm-Start
// AlphaZero Self-Play Search Enhancements"): a function is learned in seconds and plays
// them, or, where it makes fewer games, plain playout searches do.
//
// The promise: samples count only once the store has acknowledged them; a checkpoint holds
// all that the same call needs to go on, and replaces the one before at once; a
// context that ends is obeyed within a second or two, and leaves a checkpoint. When
// Tune returns, every goroutine has ended. Failing games are logged and left out; a
// run in which nothing succeeds ends with the error.
//
// Neighbours: tune/selfplay, tune/sample, tune/ladder (the stages' work), nets/train,
// nets/infer (the two sides of a net), tune.Store. It does not know games.
package run
