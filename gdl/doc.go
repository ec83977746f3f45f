// Package gdl is the Game Description Language, I and II: its tree, its reader
// and its normal form.
//
//	text ──Read──▶ Description (tree with positions)
//	     ──Compile──▶ Program (clauses over numbered variables, relations in
//	                  strata, ready to be reasoned over or grounded)
//
// Its neighbours below this directory: check says whether a description is
// valid and explains each rule it may break; interp is the slow, obviously
// right reasoner over a Program; ground turns a Program into ground rules for
// the network builder.
//
// Sources: M. Genesereth, N. Love, B. Pell, "General Game Playing: Overview of
// the AAAI Competition" (2005) and the GDL specification (Love et al. 2008);
// M. Thielscher, "A General Game Description Language for Incomplete
// Information Games" (AAAI 2010) for sees and random. Where servers differ from
// the specification the reader accepts what both server families send.
package gdl
