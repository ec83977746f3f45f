package exec

// A Group is what a rule has found last: the sites that hang together with some site among the members of a set. Rules
// ask for the same group again and again, of all its sites and at every site of a loop.
type Group struct {
	beside         *Bits // the first of the neighbours' sets that it was grown over
	members, sites Bits
}

// Group returns the group of a site, a member, among some members, by the neighbours of every site. It is the one that was found
// last under this number, or grow adds it to an empty set.
func (c *Ctx) Group(number int, beside []Bits, members Bits, site int, grow func(c *Ctx, beside []Bits, members Bits, site int, into Bits)) Bits {
	for number >= len(c.groups) {
		c.groups = append(c.groups, Group{})
	}
	g := &c.groups[number]
	if g.beside == &beside[0] && g.sites.Has(site) && g.members.Equal(members) {
		c.Tick()
		return g.sites
	}
	if len(g.members) < len(members) {
		g.members, g.sites = make(Bits, len(members)), make(Bits, c.setWords)
	}
	g.beside = nil // should it be broken off
	g.members.Copy(members)
	g.sites.Clear()
	grow(c, beside, members, site, g.sites)
	g.beside = &beside[0]
	return g.sites
}
