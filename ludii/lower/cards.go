package lower

import (
	"slices"
	"strconv"

	"ludens/ludii/check"
	"ludens/ludii/exec"
	"ludens/ludii/topology"
)

// Cards: decks, the cards in them, and how they come into hands. A deck is a
// container of one site, on which its cards lie as a stack that chance has shuffled
// before any start rule.

func init() {
	startForms["split Deck"] = (*lowerer).splitDeck
}

// cardNames are the names of cards in the order of their ranks from 1.
var cardNames = []string{"Ace", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine", "Ten", "Jack", "Queen", "King"}

// A deck holds what shuffling needs.
type deck struct {
	site  int
	cards []int // the components
	bias  []int // how likely each is to be drawn next; nil: all alike
}

// deckOf makes the container of a deck and its cards: suit by suit, each of the
// cards that are written or, where none are, one of every rank.
func (l *lowerer) deckOf(t, role *check.Term) {
	p := l.p
	suits, each := l.constant(t.Arg("suits"), 4), l.constant(t.Arg("cardsBySuit"), len(cardNames))
	var written []*check.Term
	if list := t.Arg("cards"); list != nil {
		written, each = list.Items, len(list.Items)
	}
	switch {
	case suits < 1 || each < 1 || suits > mostCards || each > mostCards || suits*each > mostCards:
		l.refuse(t, CodeSize, "a deck of %d times %d cards", suits, each)
		return
	case written == nil && each > len(cardNames):
		l.refuse(t, CodeMeaning, "%d cards of a suit have to be listed: only %d have names", each, len(cardNames))
		return
	}
	owner := p.Shared()
	if role != nil {
		owner = l.owner(role)
	}
	c := l.addContainer(exec.Container{Name: "Deck" + strconv.Itoa(l.writtenOwner(role)), Kind: exec.DeckContainer, N: 1, Owner: owner})
	d := deck{site: c.From}
	number := 1
	for i := range p.Components {
		if p.Components[i].Card != (exec.Card{}) {
			number++
		}
	}
	for suit := 1; suit <= suits; suit++ {
		for rank := 1; rank <= each; rank++ {
			card, bias := exec.Card{Rank: rank, Value: rank, Suit: suit, TrumpRank: rank, TrumpValue: rank}, 1
			if written != nil {
				w := written[rank-1]
				card.Rank, card.Value = l.constant(w.Arg("rank"), 0), l.constant(w.Arg("value"), 0)
				card.TrumpRank, card.TrumpValue = l.constant(w.Arg("trumpRank"), card.Rank), l.constant(w.Arg("trumpValue"), card.Value)
				if b := w.Arg("biased"); b != nil {
					bias = l.constant(b, 1)
				}
				if bias < 0 {
					l.refuse(w, CodeMeaning, "a card that is drawn %d times as often as others", bias)
					return
				}
			}
			l.addComponent(exec.Component{Name: "Card" + strconv.Itoa(number), Base: "Card" + strconv.Itoa(number), Owner: owner, Card: card}, role, topology.NoDirection)
			d.cards, d.bias = append(d.cards, len(p.Components)-1), append(d.bias, bias)
			number++
		}
	}
	if !slices.ContainsFunc(d.bias, func(b int) bool { return b != 1 }) {
		d.bias = nil
	}
	l.decks = append(l.decks, d)
}

// mostCards bounds the cards of a deck.
const mostCards = 500

// layDecks lays out the decks, shuffled.
func (l *lowerer) layDecks() {
	for _, d := range l.decks {
		l.p.Start = append(l.p.Start, d.shuffle)
	}
}

// shuffle draws the cards one after the other, the lowest first.
func (d deck) shuffle(c *ctx) {
	left, bias := slices.Clone(d.cards), slices.Clone(d.bias)
	for len(left) > 0 {
		c.Tick()
		i := d.draw(c, left, bias)
		what := left[i]
		left = slices.Delete(left, i, i+1)
		if bias != nil {
			bias = slices.Delete(bias, i, i+1)
		}
		a := exec.On(exec.OpAdd, topology.Cell, d.site)
		a.What, a.Count, a.Stack = int32(what), 1, true
		a.Value = int32(c.Prog.Components[what].Card.Value)
		make1(c, a)
	}
}

// draw picks the next card. Cards that are never drawn before others come last.
func (d deck) draw(c *ctx, left, bias []int) int {
	sum := 0
	for _, b := range bias {
		sum += b
	}
	if sum == 0 {
		return c.PickWhat(left)
	}
	odds := make([]float64, len(bias))
	for i, b := range bias {
		odds[i] = float64(b) / float64(sum)
	}
	return c.PickOf(left, odds)
}

// card makes a card of its own, which no deck holds.
func (l *lowerer) cardOf(t *check.Term) exec.Card {
	n := func(name string) int { return l.constant(t.Arg(name), 0) }
	return exec.Card{Rank: n("rank"), Value: n("value"), Suit: n("suit"), TrumpRank: n("trumpRank"), TrumpValue: n("trumpValue")}
}

// A dealing takes cards from the top of the first deck, for the hands in turn. It
// does nothing where there is no deck, or not one hand for each player.
type dealing struct {
	deck  int // its site
	hands []int
}

func (l *lowerer) dealing() (d dealing, ok bool) {
	if d.hands = hands(l.p); d.hands == nil || len(l.decks) == 0 {
		return d, false
	}
	d.deck = l.decks[0].site
	return d, true
}

// startCards lowers the dealing of a number of cards to every hand, and that of the
// whole deck as far as it goes round (each < 0).
func (l *lowerer) startCards(each int) exec.EffectFn {
	d, ok := l.dealing()
	if !ok {
		return func(*ctx) {}
	}
	if n := len(l.decks[0].cards); each > n/len(d.hands) {
		l.refuse(l.root, CodeSize, "%d cards for each of %d hands, of a deck of %d", each, len(d.hands), n)
	}
	return func(c *ctx) {
		n := c.Size(topology.Cell, d.deck)
		if each >= 0 {
			n = min(n, each*len(d.hands))
		}
		for i := range n {
			a := moving(topology.Cell, d.deck, d.hands[i%len(d.hands)], false)
			a.Level = int16(c.Size(topology.Cell, d.deck) - 1)
			make1(c, a)
		}
	}
}

// splitDeck deals out the whole deck; cards that do not go round go to the first hands.
func (l *lowerer) splitDeck(*check.Term) exec.EffectFn { return l.startCards(-1) }
