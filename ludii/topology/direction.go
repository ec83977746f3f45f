package topology

// A Direction is a compass point, a way in space or around a centre, or a
// group of those. The sixteen compass points come first, clockwise from the
// north, so that turning is addition modulo sixteen.
type Direction uint8

// The directions of the language.
const (
	N Direction = iota
	NNE
	NE
	ENE
	E
	ESE
	SE
	SSE
	S
	SSW
	SW
	WSW
	W
	WNW
	NW
	NNW

	// Around a centre.
	CW
	CCW
	In
	Out

	// Upwards, straight and slanted clockwise from the north.
	U
	UN
	UNE
	UE
	USE
	US
	USW
	UW
	UNW

	// Downwards.
	D
	DN
	DNE
	DE
	DSE
	DS
	DSW
	DW
	DNW

	// Groups of directions.
	All
	Adjacent
	Orthogonal
	Diagonal
	OffDiagonal
	SameLayer
	Upward
	Downward
	Rotational
	Axial
	Angled
	Base
	Support

	NumDirections int = iota
	NoDirection       = Direction(255)
)

// NumCompass is the number of compass points.
const NumCompass = 16

var directionNames = [NumDirections]string{
	"N", "NNE", "NE", "ENE", "E", "ESE", "SE", "SSE", "S", "SSW", "SW", "WSW", "W", "WNW", "NW", "NNW",
	"CW", "CCW", "In", "Out",
	"U", "UN", "UNE", "UE", "USE", "US", "USW", "UW", "UNW",
	"D", "DN", "DNE", "DE", "DSE", "DS", "DSW", "DW", "DNW",
	"All", "Adjacent", "Orthogonal", "Diagonal", "OffDiagonal", "SameLayer", "Upward", "Downward",
	"Rotational", "Axial", "Angled", "Base", "Support",
}

var directionByName = func() map[string]Direction {
	m := make(map[string]Direction, NumDirections)
	for i, name := range directionNames {
		m[name] = Direction(i)
	}
	return m
}()

// String is the name of the direction in the language.
func (d Direction) String() string {
	if int(d) < NumDirections {
		return directionNames[d]
	}
	return "no direction"
}

// ParseDirection gives the direction of a name.
func ParseDirection(name string) (Direction, bool) {
	d, ok := directionByName[name]
	return d, ok
}

// Compass reports whether the direction is one of the sixteen compass points.
func (d Direction) Compass() bool { return d < NumCompass }

// Group reports whether the direction stands for several.
func (d Direction) Group() bool { return d >= All && int(d) < NumDirections }
