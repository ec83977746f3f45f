package check

// The table of forms, third part: what rules ask and compute. (region …) and
// (graph <graph>), which the grammar file lists, are Ludii's inner forms; no
// description can make use of them. That file also lists nextPhase as a number,
// which is only a phase's (nextPhase …).
const tableValues = `
== Bool
(!= a=Sites b=Sites) #sites
(!= a=Int (b=Int|RoleType))
(< a=Int b=Int)
(<= a=Int b=Int)
(= a=Sites b=Sites) #sites
(= a=Int (b=Int|RoleType))
(> a=Int b=Int)
(>= a=Int b=Int)
(if if=Bool yes=Bool [no=Bool])
(and items={Bool}) #list
(and a=Bool b=Bool)
(or items={Bool}) #list
(or a=Bool b=Bool)
(not a=Bool)
(xor a=Bool b=Bool)
(toBool (value=Int|Float))
(can "Move" Moves)
(was "Pass")
(no "Pieces" [type=SiteType] [RoleType|of:Int] [name=String] [in:Sites])
(no "Moves" RoleType)
(forAll element=PuzzleElement if=Bool)
(all "Different" [type=SiteType] [Sites] [except:Int|excepts:{Int}]) #puzzle
(all "Different"|"Sites" Sites if:Bool)
(all "Values" Ints if:Bool)
(all "DiceEqual"|"DiceUsed"|"Passed")
(all "Groups" [type=SiteType] [Direction] [of:Bool] if:Bool)
(is "Solved")
(is "Unique" [type=SiteType])
(is "Count"|"Sum" [type=SiteType] [Sites] [of:Int] [name=String] value=Int)
(is "Cycle"|"Full"|"Pending")
(is "Crossing" edge1=Int edge2=Int)
(is "Decided"|"Proposed" name=String)
(is "LastFrom"|"LastTo" type=SiteType)
(is "AnyDie"|"Even"|"Flat"|"Odd"|"PipsMatch"|"SidesMatch"|"Visited" [value=Int])
(is "Threatened"|"Within" [what=Int] [type=SiteType] [at:Int|in:Sites] [Moves])
(is "Hidden" [data=HiddenData] [type=SiteType] at:Int [level:Int] (to:Player|to:RoleType))
(is "Repeat" [RepetitionType])
(is "Pattern" walk={StepType} [type=SiteType] [from:Int] [what:Int|whats:{Int}])
(is "Triggered" event=String (player=Int|RoleType))
(is "Active"|"Enemy"|"Friend"|"Mover"|"Next"|"Prev" (player=Int|RoleType))
(is "RegularGraph" (player=Player|RoleType) [k:Int|odd:Bool|even:Bool])
(is "CaterpillarTree"|"SpanningTree"|"Tree"|"TreeCentre" (player=Player|RoleType))
(is "Path" type=SiteType [from:Int] (player=Player|RoleType) length:Range [closed:Bool])
(is "Empty"|"Occupied" [type=SiteType] site=Int)
(is "In" [site=Int|{Int}] (region=Sites|Ints))
(is "Acute"|"Obtuse"|"Reflex"|"Right" [type=SiteType] at:Int a=Bool b=Bool)
(is "Related" relation=RelationType [type=SiteType] site=Int (region=Int|Sites))
(is "Target" [container=Int|String] configuration={Int} [sites=Int|{Int}])
(is "Blocked"|"Connected" [number=Int] [type=SiteType] [at:Int] [Direction] (regions={Sites}|RoleType|RegionStatic))
(is "Line" [type=SiteType] length=Int [direction=AbsoluteDirection] [through:Int|throughAny:Sites] [RoleType|what:Int|whats:{Int}] [exact:Bool] [contiguous:Bool] [if:Bool] [byLevel:Bool] [top:Bool] [throughHowMuch:Int] [isVisible:Bool] [useOpposites:Bool])
(is "Loop" [type=SiteType] [surround:RoleType|roles={RoleType}] [Direction] [colour=Int] [start=Int|Sites] [path:Bool])

== Int
(% a=Int b=Int)
(* (items={Int}|Ints)) #list
(* a=Int b=Int)
(+ (items={Int}|Ints)) #list
(+ a=Int b=Int)
(- [a=Int] b=Int)
(/ a=Int b=Int)
(^ a=Int b=Int)
(abs a=Int)
(max items=Ints) #list
(max a=Int b=Int)
(min items=Ints) #list
(min a=Int b=Int)
(if if=Bool yes=Int no=Int)
(toInt (value=Bool|Float))
(ahead [type=SiteType] site=Int [steps:Int] [Direction])
(amount (player=RoleType|Player))
(arrayValue Ints index:Int)
(between)
(card "TrumpSuit")
(card "Rank"|"Suit"|"TrumpRank"|"TrumpValue" at:Int [level:Int])
(centrePoint [type=SiteType])
(column [type=SiteType] of:Int)
(coord [type=SiteType] row:Int column:Int) #row
(coord [type=SiteType] coord=String)
(cost [type=SiteType] (at:Int|in:Sites))
(count "SizeBiggestLine" [type=SiteType] [direction=AbsoluteDirection] [if:Bool])
(count "SitesPlatformBelow" [type=SiteType] [site=Int] RoleType)
(count "Groups"|"SizeBiggestGroup" [type=SiteType] [Direction] [if:Bool] [min:Int] [isVisible:Bool])
(count "Stack" [order=StackDirection] [type=SiteType] (at:Int|to:Sites) [if:Bool] [stop:Bool])
(count "Active"|"Cells"|"Columns"|"Edges"|"LegalMoves"|"Moves"|"MovesThisTurn"|"Phases"|"Players"|"Rows"|"Trials"|"Turns"|"Vertices" [type=SiteType])
(count ["Adjacent"|"Diagonal"|"Neighbours"|"Off"|"Orthogonal"|"Sites"] [type=SiteType] [in:Sites|at:Int|name=String])
(count "Pieces"|"Pips" [type=SiteType] [RoleType|of:Int] [name=String] [in:Sites] [if:Bool])
(count "Value" value=Int in:Ints)
(count "StepsOnTrack" [player=RoleType|Player|String] [site1=Int] [site2=Int])
(count "Steps" [type=SiteType] [relation=RelationType] [step=Moves/step] [newRotation:Int] from=Int (to=Int|Sites))
(count "Liberties" [type=SiteType] [at:Int] [Direction] [if:Bool])
(countSizeBiggestGroup [type=SiteType] [Direction] [if:Bool|isVisible:Bool])
(counter)
(edge)
(edge a=Int b=Int) #of
(face site=Int)
(from [at:WhenType])
(handSite (player=Int|RoleType) [index=Int])
(hint [type=SiteType] [at:Int])
(id name=String) #name
(id [name=String] RoleType)
(last "From"|"LevelFrom"|"LevelTo"|"To" [afterConsequence:Bool])
(layer of:Int [type=SiteType])
(level)
(mapEntry [name=String] (key=Int|RoleType))
(matchScore RoleType)
(mover)
(next)
(pathExtent [colour=Int] [start=Int|Sites])
(phase [type=SiteType] of:Int)
(pips)
(player)
(pot)
(prev [PrevType])
(regionSite Sites index:Int)
(rotation [type=SiteType] at:Int [level:Int])
(row [type=SiteType] of:Int)
(score (player=Player|RoleType))
(site)
(size "Territory" [type=SiteType] (player=RoleType|Player) [direction=AbsoluteDirection])
(size "Group" [type=SiteType] at:Int [Direction] [if:Bool])
(size "Stack" [type=SiteType] [in:Sites|at:Int])
(size "Array" Ints)
(size "LargePiece" [type=SiteType] (in:Sites|at:Int))
(state [type=SiteType] at:Int [level:Int])
(to)
(topLevel [type=SiteType] at:Int)
(track)
(trackSite "FirstSite" [player=Player|RoleType] [track=String] [from:Int] [if:Bool])
(trackSite "EndSite" [player=Player|RoleType] [track=String])
(trackSite "Move" [from:Int] [player=RoleType|Player|String] steps:Int)
(value)
(value "Piece" [type=SiteType] at:Int [level:Int])
(value "MoveLimit"|"Pending"|"TurnLimit")
(value "Random" Range)
(value "Player" (player=Int|RoleType))
(var [name=String])
(what [type=SiteType] at:Int [level:Int])
(where "Level" what=Int [type=SiteType] at:Int [fromTop:Bool]) #what
(where "Level" name=String (player=Int|RoleType) [state:Int] [type=SiteType] at:Int [fromTop:Bool])
(where what=Int [type=SiteType]) #what
(where name=String (player=Int|RoleType) [state:Int] [type=SiteType])
(who [type=SiteType] at:Int [level:Int])

== Float
(* items={Float}) #list
(* a=Float b=Float)
(+ items={Float}) #list
(+ a=Float b=Float)
(- a=Float b=Float)
(/ a=Float b=Float)
(^ a=Float b=Float)
(abs a=Float)
(cos a=Float)
(exp a=Float)
(log a=Float)
(log10 a=Float)
(max items={Float}) #list
(max a=Float b=Float)
(min items={Float}) #list
(min a=Float b=Float)
(sin a=Float)
(sqrt a=Float)
(tan a=Float)
(toFloat (value=Bool|Int))

== Range
(range min=Int [max=Int])
(exact value=Int)
(max value=Int)
(min value=Int)

== Ints
(array items={Int})
(array Sites) #sites
(difference a=Ints (b=Ints|Int))
(if if=Bool yes=Ints [no=Ints])
(intersection items={Ints}) #list
(intersection a=Ints b=Ints)
(players who=PlayersTeam [if:Bool]) #team
(players who=PlayersMany [of:Int] [if:Bool])
(results (from:Int|from:Sites) (to:Int|to:Sites) value=Int)
(rotations (directions=AbsoluteDirection|{AbsoluteDirection}))
(sizes "Group" [type=SiteType] [Direction] [RoleType|of:Int|if:Bool] [min:Int])
(team)
(union items={Ints}) #list
(union a=Ints b=Ints)
(values "Remembered" [name=String])

== Direction
(directions (directions=AbsoluteDirection|{AbsoluteDirection})) #absolute
(directions [directions=RelativeDirection|{RelativeDirection}] [of:RelationType] [bySite:Bool])
(directions type=SiteType from:Int to:Int) #between
(directions "Random" Direction num:Int)
(difference a=Direction b=Direction)
(if if=Bool yes=Direction no=Direction)
(union a=Direction b=Direction)

== Sites
(sites "Angled"|"Axial"|"Horizontal"|"Slash"|"Slosh"|"Vertical")
(sites "Board"|"Bottom"|"Centre"|"ConcaveCorners"|"ConvexCorners"|"Corners"|"Hint"|"Inner"|"LastFrom"|"LastTo"|"Left"|"LineOfPlay"|"Major"|"Minor"|"Outer"|"Pending"|"Perimeter"|"Playable"|"Right"|"ToClear"|"Top" [type=SiteType])
(sites [type=SiteType] coords={String}) #coords
(sites "Cell"|"Column"|"Edge"|"Empty"|"Layer"|"Phase"|"Row"|"State" [type=SiteType] [index=Int])
(sites [type=SiteType] [site=Int] walk={{StepType}} [rotations:Bool]) #walk
(sites ints=Ints) #ints
(sites "Between" Moves) #moves
(sites "From"|"To" Moves)
(sites "Between" [Direction] [type=SiteType] from:Int [fromIncluded:Bool] to:Int [toIncluded:Bool] [cond:Bool])
(sites "Hidden" [data=HiddenData] [type=SiteType] (to:Player|to:RoleType))
(sites "Pattern" walk={StepType} [type=SiteType] [from:Int] [what:Int|whats:{Int}])
(sites "Loop" [inside:Bool] [type=SiteType] [surround:RoleType|roles={RoleType}] [Direction] [colour=Int] [start=Int|Sites])
(sites "Group" [type=SiteType] (at:Int|from:Sites) [Direction] [if:Bool] [isVisible:Bool])
(sites "Crossing" at:Int [player=Player|RoleType])
(sites "Random" [Sites] [num:Int])
(sites "LargePiece" [type=SiteType] at:Int)
(sites "Occupied" (by:Player|by:RoleType) [container:Int|container:String] [component:Int|component:String|components:{String}] [top:Bool] [on:SiteType])
(sites "Incident" result=SiteType of:SiteType at:Int [owner:Player|role=RoleType])
(sites "Around" [type=SiteType] (where=Int|Sites) [region=RegionDynamic] [distance:Int] [direction=AbsoluteDirection] [if:Bool] [includeSelf:Bool])
(sites "Direction" (from:Int|from:Sites) [Direction] [included:Bool] [stop:Bool] [stopIncluded:Bool] [distance:Int] [type=SiteType])
(sites "LineOfSight" [what=LineOfSightType] [type=SiteType] [at:Int] [Direction])
(sites) #iterated
(sites "Side" [type=SiteType] [side=Player|RoleType|CompassDirection])
(sites "Distance" [type=SiteType] [relation=RelationType] [step=Moves/step] [newRotation:Int] from:Int Range)
(sites [player=Player|RoleType] [type=SiteType] [name=String])
(sites "Start" Piece)
(sites "Hand"|"Winning" [type=SiteType] [player=Player|RoleType] [moves=Moves/!move] [name=String])
(sites "Track" [player=Player|RoleType] [track=String] [from:Int] [to:Int])
(expand [container=Int|String] (Sites|origin:Int) [steps:Int] [direction=AbsoluteDirection] [type=SiteType])
(difference a=Sites (b=Sites|Int))
(forEach Ints Sites)
(forEach of:Sites Sites) #of
(forEach "Team" Sites)
(forEach "Level" [type=SiteType] at:Int [order=StackDirection] [if:Bool] [startAt:Int])
(forEach Sites if:Bool) #filter
(if if=Bool yes=Sites [no=Sites])
(intersection items={Sites}) #list
(intersection a=Sites b=Sites)
(last "Between")
(union items={Sites}) #list
(union a=Sites b=Sites)

== Dim
(* items={Dim}) #list
(* a=Dim b=Dim)
(+ items={Dim}) #list
(+ a=Dim b=Dim)
(- a=Dim b=Dim)
(/ a=Dim b=Dim)
(^ a=Dim b=Dim)
(abs a=Dim)
(max a=Dim b=Dim)
(min a=Dim b=Dim)

== Graph
(graph vertices:{{Float}} [edges:{{Int}}])
(brick [shape=BrickShape] a=Dim [b=Dim] [trim:Bool])
(celtic (shape=Poly|{Dim})) #shape
(celtic a=Dim [b=Dim])
(concentric (shape=ConcentricShape|sides:Dim|counts={Dim}) [rings:Dim] [steps:Dim] [midpoints:Bool] [joinMidpoints:Bool] [joinCorners:Bool] [stagger:Bool])
(hex (shape=Poly|{Dim})) #shape
(hex [shape=HexShape] a=Dim [b=Dim])
(quadhex a=Dim [thirds:Bool])
(rectangle a=Dim [b=Dim] [diagonals:DiagonalsType])
(spiral turns:Dim sites:Dim [clockwise:Bool])
(square (shape=Poly|{Dim}) [diagonals:DiagonalsType]) #shape
(square [shape=SquareShape] a=Dim [diagonals:DiagonalsType|pyramidal:Bool])
(tiling tiling=TilingType (shape=Poly|{Dim})) #shape
(tiling tiling=TilingType a=Dim [b=Dim])
(tri [shape=TriShape] a=Dim [b=Dim])
(tri (shape=Poly|{Dim})) #shape
(wedge a=Dim [b=Dim])
(regular basis=BasisType shape=ShapeType a=Dim [b=Dim])
(regular "Star" a=Dim)
(regular a=Dim) #star
(repeat rows=Dim columns=Dim step:{{Float}} (polys=Poly|{Poly}))
(add [Graph] [vertices:{{Float}}] [edges:{{{Float}}}|edges:{{Dim}}] [edgesCurved:{{{Float}}}] [cells:{{{Float}}}|cells:{{Dim}}] [connect:Bool])
(clip Graph Poly)
(complete Graph [eachCell:Bool])
(dual Graph)
(hole Graph Poly)
(intersect graphs={Graph}) #list
(intersect a=Graph b=Graph)
(keep Graph Poly)
(layers count=Dim Graph)
(makeFaces Graph)
(merge graphs={Graph} [connect:Bool]) #list
(merge a=Graph b=Graph [connect:Bool])
(recoordinate [type1=SiteType] [type2=SiteType] [type3=SiteType] Graph)
(remove Graph Poly [trimEdges:Bool]) #shape
(remove Graph [cells:{{{Float}}}|cells:{Dim}] [edges:{{{Float}}}|edges:{{Dim}}] [vertices:{{Float}}|vertices:{Dim}] [trimEdges:Bool])
(renumber [type1=SiteType] [type2=SiteType] [type3=SiteType] Graph)
(rotate degrees=Float Graph)
(scale x=Float [y=Float] [z=Float] Graph)
(shift x=Float y=Float [z=Float] Graph)
(skew amount=Float Graph)
(splitCrossings Graph)
(subdivide Graph [min:Dim])
(trim Graph)
(union graphs={Graph} [connect:Bool]) #list
(union a=Graph b=Graph [connect:Bool])
== Poly
(poly points={{Dim}} [rotns:Int])
(poly points={{Float}} [rotns:Int]) #float
`

// aliases are the words that may be written for the operators, by operator.
var aliases = map[string]string{
	"+": "add", "-": "sub", "*": "mul", "/": "div", "%": "mod", "^": "pow",
	"=": "equals", "!=": "notEqual", "<": "lt", "<=": "le", ">": "gt", ">=": "ge",
}

// Enumerations: the constants of each sort. A sort may take those of another.
const tableConstants = `
RoleType = All Ally Each Enemy Friend Mover Neutral Next NonMover P1 P2 P3 P4 P5 P6 P7 P8 P9 P10 P11 P12 P13 P14 P15 P16 Player Prev Shared Team1 Team2 Team3 Team4 Team5 Team6 Team7 Team8 Team9 Team10 Team11 Team12 Team13 Team14 Team15 Team16 TeamMover
SiteType = Cell Edge Vertex
CompassDirection = E ENE ESE N NE NNE NNW NW S SE SSE SSW SW W WNW WSW
AbsoluteDirection = Adjacent All Angled Axial Base CCW CW D DE DN DNE DNW DS DSE DSW DW Diagonal Downward In OffDiagonal Orthogonal Out Rotational SameLayer Support U UE UN UNE UNW US USE USW UW Upward <CompassDirection>
RelativeDirection = BL BLL BLLL BR BRR BRRR Backward Backwards FL FLL FLLL FR FRR FRRR Forward Forwards Leftward Leftwards OppositeDirection Rightward Rightwards SameDirection
DirectionFacing = CCW CW In Out D DE DN DNE DNW DS DSE DSW DW U UE UN UNE UNW US USE USW UW <CompassDirection>
Direction = <AbsoluteDirection> <RelativeDirection>
StackDirection = FromBottom FromTop
RelationType = Adjacent All Diagonal OffDiagonal Orthogonal
StepType = F L R
StoreType = Inner None Outer
RegionStatic = AllDirections AllSites Columns Corners Diagonals HintRegions Layers Regions Rows Sides SidesNoCorners SubGrids Touching Vertices
RegionDynamic = Empty Enemy NotEmpty NotEnemy NotOwn Own
HiddenData = Count Rotation State Value What Who
LandmarkType = BottomSite CentreSite FirstSite LastSite LeftSite RightSite Topsite
PuzzleElement = Cell Edge Hint Vertex
RepetitionType = Positional PositionalInTurn Situational SituationalInTurn
ResultType = Abandon Crash Draw Loss Tie Win
WhenType = EndOfTurn StartOfTurn
PrevType = Mover MoverLastTurn
PassEndType = Draw NoEnd
ModeType = Alternating Simulation Simultaneous
CardType = Ace Eight Five Four Jack Joker King Nine Queen Seven Six Ten Three Two
DealableType = Cards Dominoes
LineOfSightType = Empty Farthest Piece
BasisType = Brick Celtic Circle Concentric Dual Hexagonal HexagonalPyramidal Mesh Morris NoBasis QuadHex Spiral Square SquarePyramidal T31212 T333333_33434 T33336 T33344 T33434 T3464 T3636 T4612 T488 Triangular
ShapeType = Circle Cross Custom Diamond Hexagon Limping NoShape Polygon Prism Quadrilateral Rectangle Regular Rhombus Spiral Square Star Triangle Wedge Wheel
BoardlessType = Hexagonal Square Triangular
TilingType = T31212 T333333_33434 T33336 T33344 T33434 T3464 T3636 T4612 T488
TriShape = Diamond Hexagon Limping NoShape Prism Rectangle Square Star Triangle
HexShape = Diamond Hexagon Limping NoShape Prism Rectangle Square Star Triangle
SquareShape = Diamond Limping NoShape Rectangle Square
BrickShape = Diamond Limping Prism Rectangle Spiral Square
ConcentricShape = Hexagon Square Target Triangle
DiagonalsType = Alternating Concentric Implied Radiating Solid SolidNoSplit
PlayersMany = All Ally Enemy Friend NonMover
PlayersTeam = Team1 Team2 Team3 Team4 Team5 Team6 Team7 Team8 Team9 Team10 Team11 Team12 Team13 Team14 Team15 Team16
Int = End Infinity Off Undefined
`
