package exec

// Do makes one action.
func (c *Ctx) Do(a *Action) {}
