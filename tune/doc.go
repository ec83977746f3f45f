// Package tune is the contract between runs of tuning and whoever keeps what must
// survive them: Store, which package store implements on disk, and Memory here in
// memory. The rooms below it do the work: sample (what is learned from), selfplay (who
// makes it), ladder (how strong the nets are), run (all of it in one process, until the
// time is over), startclock (the same before a match).
//
// It knows no game, and nothing below it does.
package tune
