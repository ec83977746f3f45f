// Package expand turns a description as it is written into the one that is
// played: options and rulesets are chosen, defines replaced, ranges written out
// and metadata cut off.
//
// Ludii does this on text; here it is done on trees, to the same result, so that
// every node still knows where it was written and through which defines it came
// (parse.Origin). What Ludii allows on text, brackets opened by one option and
// closed by another, and references inside of words, is allowed here too.
//
// The order of things, found by comparing with 847 recorded expansions:
//
//  1. The options: one item of each is chosen by name, else by the ruleset if one
//     was asked for, else the item with the most stars, the first of equals.
//     <Tag:arg> is replaced by the item's argument of that name, wherever it
//     stands, inside of strings too.
//  2. The defines, those of the description, wherever in it they stand, before
//     those of the library. "Name" and ("Name" args…) are replaced by the body
//     with #1, #2, … replaced by the arguments as they stand; what comes out is
//     expanded again. A placeholder without an argument, and an argument "~",
//     vanish together with their label.
//     A call that begins with a bracket instead of a name gives way to its parts.
//  3. The ranges: 3..6 becomes 3 4 5 6, "A1".."A3" becomes "A1" "A2" "A3".
//
// The promise: hostile text (defines without end, exponential growth) ends in a
// finding within Limits. Files are read by ReadLibrary from the fs.FS it is given
// and by nothing else here.
//
// Neighbours: parse makes the trees; check holds the outcome against the grammar.
package expand
