package recording

// guide is the Chance of a replay. Its answers are digits of a script, 0 where
// the script has ended; what the digits mean is arranged so that 0 is what the
// recording shows. Searching a script finds outcomes that the recording does not
// show.
type guide struct {
	rolls map[int][]int // recorded faces per die, in order
	sites []int         // recorded sites in order

	base   map[int]int // rolls used before this question, per die
	rolled map[int]int // rolls used now
	placed map[int]bool

	sure   bool // what the recording shows is certain; else it is only the first guess
	script []int
	asked  []int // number of outcomes of each question
}

// show takes what a recording shows of chance from actions that were applied.
// Text that cannot be read shows nothing.
func (g *guide) show(applied ...string) {
	*g = guide{rolls: map[int][]int{}, base: map[int]int{}, rolled: map[int]int{}, placed: map[int]bool{}}
	for _, text := range applied {
		m, err := ParseMove(text)
		if err != nil {
			continue
		}
		for _, a := range m.Flat() {
			switch {
			case a.Kind == "die":
				g.rolls[a.From.Site] = append(g.rolls[a.From.Site], a.N)
			case a.To.Site != None:
				g.sites = append(g.sites, a.To.Site)
			case a.From.Site != None:
				g.sites = append(g.sites, a.From.Site)
			}
		}
	}
}

// begin starts the answers of a call.
func (g *guide) begin(script []int) {
	clear(g.rolled)
	clear(g.placed)
	for site, n := range g.base {
		g.rolled[site] = n
	}
	g.script, g.asked = script, g.asked[:0]
}

// keep makes the rolls of the last call part of what has happened.
func (g *guide) keep() {
	for site, n := range g.rolled {
		g.base[site] = n
	}
}

// digit is the script's answer to a question with n outcomes.
func (g *guide) digit(n int) int {
	i := len(g.asked)
	g.asked = append(g.asked, max(n, 1))
	if i < len(g.script) && g.script[i] < n {
		return g.script[i]
	}
	return 0
}

func (g *guide) Die(site, faces int) int {
	shown := 0
	if rolls, used := g.rolls[site], g.rolled[site]; used < len(rolls) && rolls[used] >= 0 && rolls[used] < faces {
		shown = rolls[used]
		g.rolled[site] = used + 1
		if g.sure {
			return shown
		}
	}
	return (shown + g.digit(faces)) % max(faces, 1)
}

func (g *guide) Pick(n int) int { return g.digit(n) }

func (g *guide) PickSite(sites []int) int {
	d := g.digit(len(sites))
	// Sites that the recording shows and that were not picked yet come first.
	first := -1
	for _, s := range g.sites {
		if g.placed[s] {
			continue
		}
		for i, t := range sites {
			if t == s {
				first = i
				break
			}
		}
		if first >= 0 {
			break
		}
	}
	k := d
	if first >= 0 {
		if d == 0 {
			k = first
		} else if d <= first {
			k = d - 1
		}
	}
	if k < len(sites) {
		g.placed[sites[k]] = true
	}
	return k
}

// search tries scripts in order until try is content or limit scripts were
// tried. It gives the last script tried.
func (g *guide) search(limit int, try func(script []int) (bool, error)) (script []int, found bool, err error) {
	for range limit {
		if found, err = try(script); found || err != nil {
			return script, found, err
		}
		// The next script, the last question turning fastest.
		next := make([]int, len(g.asked))
		copy(next, script)
		i := len(next) - 1
		for i >= 0 && next[i]+1 >= g.asked[i] {
			i--
		}
		if i < 0 {
			return script, false, nil
		}
		next[i]++
		script = next[:i+1]
	}
	return script, false, nil
}
