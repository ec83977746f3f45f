package english

import "regexp"

// Phrases put together are right, and often not what a player would say. These turns of
// speech come most often, in the order in which they are replaced.
var turns = func() []turn {
	const (
		site    = `(the target|the site between|the site in question|the site moved from|the site where the last move (?:began|ended)|the site of the last move's (?:end|start))`
		players = `(the mover|the next player|the previous player|the player in question|each player|all players|player \d+)`
	)
	list := [][2]string{
		{`the owner of the piece on ` + site + ` is an enemy`, `an enemy's piece is on $1`},
		{`the owner of the piece on ` + site + ` is a friend`, `a piece of the mover's side is on $1`},
		{`the owner of the piece on ` + site + ` is no enemy`, `no enemy's piece is on $1`},
		{`the owner of the piece on ` + site + ` is no friend`, `no piece of the mover's side is on $1`},
		{`, level the topmost level at ` + site, `, the topmost one`},
		{`\bto a site where the target is empty`, `to an empty site`},
		{`\bto a site where an enemy's piece is on the target`, `to a site with an enemy's piece`},
		{`\bto a site where no piece of the mover's side is on the target`, `to a site without a piece of the mover's side`},
		{`\bover sites where an enemy's piece is on the site between`, `over enemies' pieces`},
		{`\bover sites where the site between is empty`, `over empty sites`},
		{`\bfrom where it is to a site\b`, `there`},
		{`\b(on|to) the empty sites(\.|,|;|\)|$| \()`, `$1 an empty site$2`},
		{` a site where true\b`, ` any site`},
		{`^a site where (.*?) \(`, `where $1 (`},
		{`\b(sites?) where true\b`, `$1`},
		{`\b([Ff]or each) the (player|team|track|site|value|edge|level) in question`, `$1 $2`},
		{`as many steps along the track([^,.;:()]*?) as (\d+)\b`, `$2 steps along the track$1`},
		{`\b1 (place|player|step|site|hole|row|column|piece|ring|level|time|exception|pip|turn)s\b`, `1 $1`},
		{`\b1 dice\b`, `1 die`},
		{`\b1 times\b`, `once`},
		{` with none stores`, ` without stores`},
		{`\bput the mover( in state \d+)? on`, `put the piece that has the mover's number$1 on`},
		{`the side of to the `, `the side to the `},
		{`\bsites the values remembered`, `the sites remembered`},
		{`\bsites the site\b`, `the site`},
		{`\bsites is (remembered|put)`, `sites are $1`},
		{`\b(all players|the enemies|the allies|the players not moving) occupies`, `$1 occupy`},
		{players + ` (are connected|can no longer be connected)`, `the regions of $1 $2`},
		{`surrounded orthogonal `, `surrounded orthogonally `},
		{`the game is a (draw|tie) for ` + players, `the game is a $1`},
		{`which may (for|in|if|with|of|as|make|do|first|one|all)\b`, `which moves so: $1`},
		{`\(edges\) \(edges\)`, `(edges)`},
		{`\(cells\) \(cells\)`, `(cells)`},
		{`\(vertices\) \(vertices\)`, `(vertices)`},
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
