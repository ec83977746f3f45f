package game

// What a description hints at of how it wants to be drawn. The zero values of all this say
// nothing: whoever draws chooses.
type (
	// Paint is a colour, "#rrggbb", or "#rrggbbaa" where what is below shines through.
	Paint string

	// Look is what is said of the board and of everybody.
	Look struct {
		Players []Paint // by player, from 0
		Ground  Paint   // behind the board
		Rims    Paint   // round cells, and of lines
		Bare    bool    // nothing of the board is drawn, only what is on it
		Strokes []Stroke
		// Heaps says that of a stack the top is shown and how many there are.
		Heaps bool
		// Checks are the kinds of pieces, from 1, of which it is shown that they could be
		// captured at once.
		Checks []int32
		// States and Values say that these numbers of pieces are written on them.
		States, Values bool
	}

	// Stroke is a line on the board. Width 1 is that of other lines.
	Stroke struct {
		Course []Point
		Paint  Paint
		Width  float64
	}

	// Emblem is something drawn on a site, or before or behind a piece: a drawing by its
	// name, or some letters. Scale 1 fills the room there is.
	Emblem struct {
		Name        string
		Fill, Edge  Paint
		Scale, Turn float64 // degrees, clockwise
		Behind      bool    // behind the piece
	}

	// Coat is how pieces of a kind are dressed, of a state and a value: -1 means any. Of
	// several that fit the later ones count.
	Coat struct {
		State, Value int32
		Drawing      string // by whose name it is drawn
		Fill, Edge   Paint
		Scale        float64 // 1 is the usual size, 0 says nothing
		Turn         float64 // degrees, clockwise
		Emblems      []Emblem
	}
)
