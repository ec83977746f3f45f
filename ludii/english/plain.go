package english

import "regexp"

// Phrases put together are right, and often not what a player would say. These turns of
// speech come most often, in the order in which they are replaced.
var turns = func() []turn {
	const site = `(the target|the site between|the site in question|the site moved from|the site of the last move's (?:end|start))`
	list := [][2]string{
		{`the owner of the piece on ` + site + ` is an enemy`, `an enemy's piece is on $1`},
		{`the owner of the piece on ` + site + ` is a friend`, `a piece of the mover's side is on $1`},
		{`it is not so that an enemy's piece is on `, `no enemy's piece is on `},
		{`it is not so that a piece of the mover's side is on `, `no piece of the mover's side is on `},
		{`it is not so that ` + site + ` is (among|empty|occupied)`, `$1 is not $2`},
		{`, level the topmost level at ` + site, `, the topmost one`},
		{`\bto a site where the target is empty`, `to an empty site`},
		{`\bto a site where an enemy's piece is on the target`, `to a site with an enemy's piece`},
		{`\bto a site where no piece of the mover's side is on the target`, `to a site without a piece of the mover's side`},
		{`\bover sites where an enemy's piece is on the site between`, `over enemies' pieces`},
		{`\b([Ff]or each) the (player|team|track|site|value|edge|level) in question`, `$1 $2`},
		{`\b1 (place|step|site|hole|row|column|piece|ring|level|time|exception|pip|turn)s\b`, `1 $1`},
		{`\b1 dice\b`, `1 die`},
	}
	out := make([]turn, len(list))
	for i, l := range list {
		out[i] = turn{regexp.MustCompile(l[0]), l[1]}
	}
	return out
}()

// A turn of speech, and what is said instead.
type turn struct {
	from *regexp.Regexp
	to   string
}

// plain says a line as people do.
func plain(s string) string {
	for _, t := range turns {
		s = t.from.ReplaceAllString(s, t.to)
	}
	return s
}
