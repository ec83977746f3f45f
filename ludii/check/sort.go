package check

// A Sort is what a term stands for. The structural sorts come first, the
// enumerations behind RoleType; constants of an enumeration are terms with Text.
type Sort uint8

// The sorts.
const (
	NoSort Sort = iota

	Game // also (match …)
	Players
	Seat // (player N), a player by the direction faced
	Mode
	Equipment
	Item // pieces, boards, hands, dice, regions, maps, …
	Rules
	Meta
	MetaRule
	Start
	StartRule
	Play
	Phase
	NextPhase
	End
	EndRule
	Result // (result …), (byScore …), (payoffs …)
	EndScore
	Payoff
	Games
	Subgame

	Moves // decisions, effects, and what combines them
	Then
	From
	To
	Between
	Piece  // (piece …) in moves
	Player // (player <int>) in moves
	Flips

	Bool
	Int // also Off, End, Undefined, Infinity
	Float
	Dim  // whole numbers that boards are made of
	Ints // also {1 2 3}
	Sites
	Direction // also every constant of AbsoluteDirection and RelativeDirection
	Range
	Graph
	Poly

	Track
	TrackStep
	Values
	Card
	Hint
	Path
	Pair
	ItemCount // (count <string> <int>) in start rules
	String

	RoleType
	SiteType
	AbsoluteDirection
	RelativeDirection
	CompassDirection
	DirectionFacing
	StackDirection
	RelationType
	StepType
	StoreType
	RegionStatic
	RegionDynamic
	HiddenData
	LandmarkType
	PuzzleElement
	RepetitionType
	ResultType
	WhenType
	PrevType
	PassEndType
	ModeType
	CardType
	DealableType
	LineOfSightType
	BasisType
	ShapeType
	BoardlessType
	TilingType
	TriShape
	HexShape
	SquareShape
	BrickShape
	ConcentricShape
	DiagonalsType
	PlayersMany // of (players …): All, Ally, …
	PlayersTeam // of (players …): Team1, …

	sortCount
)

var sortNames = [sortCount]string{
	"none",
	"Game", "Players", "Seat", "Mode", "Equipment", "Item", "Rules", "Meta", "MetaRule", "Start", "StartRule", "Play", "Phase", "NextPhase", "End", "EndRule", "Result", "EndScore", "Payoff", "Games", "Subgame",
	"Moves", "Then", "From", "To", "Between", "Piece", "Player", "Flips",
	"Bool", "Int", "Float", "Dim", "Ints", "Sites", "Direction", "Range", "Graph", "Poly",
	"Track", "TrackStep", "Values", "Card", "Hint", "Path", "Pair", "ItemCount", "String",
	"RoleType", "SiteType", "AbsoluteDirection", "RelativeDirection", "CompassDirection", "DirectionFacing", "StackDirection", "RelationType", "StepType", "StoreType", "RegionStatic", "RegionDynamic", "HiddenData", "LandmarkType", "PuzzleElement", "RepetitionType", "ResultType", "WhenType", "PrevType", "PassEndType", "ModeType", "CardType", "DealableType", "LineOfSightType", "BasisType", "ShapeType", "BoardlessType", "TilingType", "TriShape", "HexShape", "SquareShape", "BrickShape", "ConcentricShape", "DiagonalsType", "PlayersMany", "PlayersTeam",
}

// String is the sort's name.
func (s Sort) String() string {
	if s < sortCount {
		return sortNames[s]
	}
	return "unknown"
}

// Enumerated reports whether the sort consists of constants only.
func (s Sort) Enumerated() bool { return s >= RoleType && s < sortCount }
