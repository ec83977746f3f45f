package english

// The table of phrases, third part: what rules ask and compute, and boards.
const tableValues = `
!=#sites	{a} are not the same as {b}
!=	{a} is not {b}
<	{a} is less than {b}
<=	{a} is at most {b}
=#sites	{a} are the same as {b}
=	{a} is {b}
>	{a} is more than {b}
>=	{a} is at least {b}
bool.if	{yes}, if {if}[; otherwise {no}]
bool.and#list	{items}
bool.and	{a} and {b}
bool.or#list	one of these holds: {items}
bool.or	{a} or {b}
not	it is not so that {a}
xor	either {a} or {b}, not both
toBool	{value} is not 0
can Move	this is possible: {moves}
was Pass	the last move was to pass
bool.no Pieces	there are no pieces[ called {name}][ of {roleType}][ of player {of}][ on {in}]
bool.no Moves	{roleType} cannot move
forAll	for every {element}, {if}
all Different#puzzle	all values[ of {sites}] are different[, but for {except}][, but for {excepts}]
all Different	for all different sites of {sites}, {if}
all Sites	for all sites of {sites}, {if}
all Values	for all values of {ints}, {if}
all DiceEqual	all dice show the same
all DiceUsed	all dice are used
all Passed	all players have passed
all Groups	for all groups[ connected {direction}][ of sites where {of}], {if}
is Solved	the puzzle is solved
is Unique	no two of the regions[ of {type}] are alike
is Count	the number of sites[ of {sites}][ of the region {name}] with the value {of|1} is {value}
is Sum	the sum of[ {sites}][ the region {name}][!sites  each region][ (of {of})] is {value}
is Cycle	the position has come back again and again
is Full	the board is full
is Pending	something is pending
is Crossing	the edges {edge1} and {edge2} cross
is Decided	{name} is decided
is Proposed	{name} is proposed
is LastFrom	the last move was from one of the {type}
is LastTo	the last move was to one of the {type}
is AnyDie	a die shows {value}
is Even	{value} is even
is Flat	the sites below {value|the target} are all held
is Odd	{value} is odd
is PipsMatch	the pips of the domino at {value|the target} match
is SidesMatch	the sides of the tile at {value|the target} match
is Visited	{value|the site} has been visited in this turn
is Threatened	[{what}][!what a piece][ on {at}][ on {in}] could be captured[ by: {moves}]
is Within	{what}[ on {at}] is on [{in}][ ({moves})]
is Hidden	[the {data} of ]{at}[, level {level},] is hidden from {to}
is Repeat	the position has been there before[ (counted as {repetitionType})]
is Pattern	the pattern {walk}[ from {from}][ of {what}][ of {whats}] is there
is Triggered	{event} has happened to {player}
is Active	{player} still takes part
is Enemy	{player} is an enemy
is Friend	{player} is a friend
is Mover	{player} moves
is Next	{player} moves next
is Prev	{player} moved last
is RegularGraph	the edges of {player} make a regular graph[ of degree {k}][+odd  of odd degree][+even  of even degree]
is CaterpillarTree	the edges of {player} make a caterpillar tree
is SpanningTree	the edges of {player} make a spanning tree
is Tree	the edges of {player} make a tree
is TreeCentre	the centre of the tree of {player} is there
is Path	{type} of {player} make a [+closed cycle][-closed path][!closed path][ through {from}] of length {length}
is Empty	{site} is empty
is Occupied	{site} is occupied
is In	[{site}][!site the target] is among {region}
is Acute	an acute angle at {at} lies between where {a} and where {b}
is Obtuse	an obtuse angle at {at} lies between where {a} and where {b}
is Reflex	a reflex angle at {at} lies between where {a} and where {b}
is Right	a right angle at {at} lies between where {a} and where {b}
is Related	{site} and {region} are {relation}
is Target	what lies on [{sites}][!sites the sites][ of container {container}] is {configuration}
is Blocked	[{number} of ]{regions} can no longer be connected[ from {at}][ {direction}]
is Connected	[{number} of ]{regions} are connected[ through {at}][ {direction}]
is Line	there is a line of [+exact exactly ]{length}[ of {roleType}][ of {what}][ of {whats}][ {direction}][ through {through}][ through any of {throughAny}][ of sites where {if}][-contiguous , gaps allowed][+byLevel , level by level][+top , of topmost pieces][, of at least {throughHowMuch} kinds][+isVisible , as seen from above][-useOpposites , in one way only]
is Loop	there is a loop[ around {surround}][ around {roles}][ {direction}][ of colour {colour}][ from {start}][+path , made by the paths of tiles]
%	the remainder of {a} divided by {b}
int.*#list	the product of {items}
int.*	{a} times {b}
int.+#list	the sum of {items}
int.+	{a} plus {b}
int.-	[{a} ]minus {b}
int./	{a} divided by {b}
int.^	{a} to the power of {b}
int.abs	{a} without its sign
int.max#list	the largest of {items}
int.max	the larger of {a} and {b}
int.min#list	the least of {items}
int.min	the lesser of {a} and {b}
int.if	{yes} if {if}, otherwise {no}
toInt	{value} as a whole number
ahead	the site [{steps} steps][!steps one step][ {direction}][!direction  forwards] from {site}
amount	the amount of {player}
arrayValue	number {index} of {ints}
int.between	the site between
int.card TrumpSuit	the trump suit
int.card Rank	the rank of the card at {at}[, level {level}]
int.card Suit	the suit of the card at {at}[, level {level}]
int.card TrumpRank	the rank as a trump of the card at {at}[, level {level}]
int.card TrumpValue	the value as a trump of the card at {at}[, level {level}]
centrePoint	the centre of the board
column	the column of {of}
coord#row	the site in row {row} and column {column}
coord	the site {coord}
cost	the cost of[ {at}][ {in}]
int.count SizeBiggestLine	the length of the longest line[ {direction}][ of sites where {if}]
int.count SitesPlatformBelow	the number of sites just below {site|the target} held by {roleType}
int.count Groups	the number of groups[ connected {direction}][ of sites where {if}][ of at least {min} sites][+isVisible , as seen from above]
int.count SizeBiggestGroup	the size of the largest group[ connected {direction}][ of sites where {if}][ of at least {min} sites][+isVisible , as seen from above]
int.count Stack	the height of the stack[ at {at}][ on {to}][, counted {order},][ of pieces where {if}][+stop , up to the first that is not]
int.count Active	the number of players who take part
int.count Cells	the number of cells
int.count Columns	the number of columns
int.count Edges	the number of edges
int.count LegalMoves	the number of legal moves
int.count Moves	the number of moves made
int.count MovesThisTurn	the number of moves made in this turn
int.count Phases	the number of phases
int.count Players	the number of players
int.count Rows	the number of rows
int.count Trials	the number of games played
int.count Turns	the number of turns
int.count Vertices	the number of vertices
int.count	the number of pieces[ at {at}][ on {in}][ on {name}]
int.count Adjacent	the number of neighbours of[ {at}][ {in}][ {name}]
int.count Diagonal	the number of diagonal neighbours of[ {at}][ {in}][ {name}]
int.count Neighbours	the number of neighbours of[ {at}][ {in}][ {name}]
int.count Off	the number of indirect neighbours of[ {at}][ {in}][ {name}]
int.count Orthogonal	the number of orthogonal neighbours of[ {at}][ {in}][ {name}]
int.count Sites	the number of[ {in}][ sites at {at}][ sites of {name}]
int.count Pieces	the number of pieces[ called {name}][ of {roleType}][ of player {of}][ on {in}][ where {if}]
int.count Pips	the number of pips[ of {name}][ of {roleType}][ of player {of}][ on {in}][ where {if}]
int.count Value	how often {value} is among {in}
int.count StepsOnTrack	the number of steps along the track[ of {player}][ from {site1}][ to {site2}]
int.count Steps	the number of steps from {from} to {to}[ ({relation})][, each so: {step}][, turned to {newRotation}]
int.count Liberties	the number of empty sites beside the group[ at {at}][ connected {direction}][ where {if}]
countSizeBiggestGroup	the size of the largest group[ connected {direction}][ of sites where {if}][+isVisible , as seen from above]
counter	the counter
edge	the edge in question
edge#of	the edge between {a} and {b}
face	the face of the die at {site}
int.from	the site moved from[ ({at})]
handSite	place {index|0} of the hand of {player}
int.hint	the number given[ at {at}]
id#name	the piece {name}
id	the piece[ {name}] of {roleType}
int.last From	the site where the last move began[+afterConsequence , with what followed]
int.last LevelFrom	the level where the last move began[+afterConsequence , with what followed]
int.last LevelTo	the level where the last move ended[+afterConsequence , with what followed]
int.last To	the site where the last move ended[+afterConsequence , with what followed]
layer	the layer of {of}
level	the level in question
mapEntry	what the table[ {name}] has for {key}
matchScore	the score of {roleType} in the match
mover	the mover
next	the next player
pathExtent	how far the path[ of colour {colour}][ from {start}] reaches
int.phase	the phase of the site {of}
pips	the number on the die
int.player	the player in question
pot	the pot
prev	the player who moved last[ ({prevType})]
regionSite	number {index} of {sites}
rotation	the rotation of the piece on {at}[, level {level}]
row	the row of {of}
int.score	the score of {player}
site	the site in question
size Territory	the size of the territory of {player}[, connected {direction}]
size Group	the size of the group at {at}[, connected {direction}][, of sites where {if}]
size Stack	the height of the stack[ at {at}][ on {in}]
size Array	the number of {ints}
size LargePiece	the size of the large piece[ at {at}][ on {in}]
state	the state of the piece on {at}[, level {level}]
int.to	the target
topLevel	the topmost level at {at}
int.track	the track in question
trackSite FirstSite	the first site of the track[ {track}][ of {player}][, from {from} on][, where {if}]
trackSite EndSite	the last site of the track[ {track}][ of {player}]
trackSite Move	the site as many steps along the track[ of {player}][ from {from}] as {steps}
value	the value in question
value Piece	the value of the piece on {at}[, level {level}]
value MoveLimit	the limit of moves
value Pending	the value that is pending
value TurnLimit	the limit of turns
value Random	a number drawn from {range}
value Player	the value of {player}
var	the variable[ {name}]
what	the piece on {at}[, level {level}]
where Level#what	the level of {what} at {at}[+fromTop , from the top]
where Level	the level of {name} of {player}[ in state {state}] at {at}[+fromTop , from the top]
where#what	the site of {what}
where	the site of {name} of {player}[ in state {state}]
who	the owner of the piece on {at}[, level {level}]
float.*#list	the product of {items}
float.*	{a} times {b}
float.+#list	the sum of {items}
float.+	{a} plus {b}
float.-	{a} minus {b}
float./	{a} divided by {b}
float.^	{a} to the power of {b}
float.abs	{a} without its sign
cos	the cosine of {a}
exp	e to the power of {a}
log	the natural logarithm of {a}
log10	the decimal logarithm of {a}
float.max#list	the largest of {items}
float.max	the larger of {a} and {b}
float.min#list	the least of {items}
float.min	the lesser of {a} and {b}
sin	the sine of {a}
sqrt	the square root of {a}
tan	the tangent of {a}
toFloat	{value}
range	{min}[ to {max}]
exact	exactly {value}
range.max	at most {value}
range.min	at least {value}
array	the list {items}
array#sites	{sites}
ints.difference	{a} without {b}
ints.if	{yes} if {if}[, otherwise {no}]
ints.intersection#list	what is in all of {items}
ints.intersection	what is in both {a} and {b}
ints.players#team	the players of {who}[ for whom {if}]
ints.players	{who}[ of player {of}][ for whom {if}]
results	{value} for the ways from[ {from}] to[ {to}]
rotations	turned {directions}
sizes Group	the sizes of the groups[ connected {direction}][ of {roleType}][ of player {of}][ of sites where {if}][ of at least {min} sites]
team	the team in question
ints.union#list	{items}
ints.union	{a} and {b}
ints.values Remembered	the values remembered[ as {name}]
directions#absolute	{directions}
directions	[{directions}][!directions in any direction][ ({of} ones)][+bySite , as the site has them]
directions#between	from {from} towards {to}
directions Random	in {num} of these directions, chosen by chance: {direction}
direction.difference	{a} but not {b}
direction.if	{yes} if {if}, otherwise {no}
direction.union	{a} or {b}
sites Angled	the edges aslant
sites Axial	the edges along the axes
sites Horizontal	the horizontal edges
sites Slash	the rising edges
sites Slosh	the falling edges
sites Vertical	the vertical edges
sites Board	the sites of the board
sites Bottom	the bottom sites
sites Centre	the sites at the centre
sites ConcaveCorners	the corners that point inwards
sites ConvexCorners	the corners that point outwards
sites Corners	the corners
sites Hint	the sites of the number given
sites Inner	the inner sites
sites LastFrom	the sites where the last move began
sites LastTo	the sites where the last move ended
sites Left	the leftmost sites
sites LineOfPlay	the sites of the line of play
sites Major	the cells with most sides
sites Minor	the cells with fewer sides
sites Outer	the outer sites
sites Pending	the sites that are pending
sites Perimeter	the sites of the perimeter
sites Playable	the sites that can be played
sites Right	the rightmost sites
sites ToClear	the sites that are to be cleared
sites Top	the top sites
sites#coords	the sites {coords}
sites Cell	the cell[ {index}]
sites Column	the sites of column {index}
sites Edge	the edge[ {index}]
sites Empty	the empty sites[ of container {index}]
sites Layer	the sites of layer {index}
sites Phase	the sites of phase {index}
sites Row	the sites of row {index}
sites State	the sites in state {index}
sites#walk	the sites at the end of the steps {walk}[ from {site}][-rotations , not turned]
sites#ints	sites {ints}
sites Between#moves	the sites between of: {moves}
sites From	the sites from which one can {moves}
sites To	the sites to which one can {moves}
sites Between	the sites between {from}[+fromIncluded  (with it)] and {to}[+toIncluded  (with it)][ {direction}][ where {cond}]
sites Hidden	the sites[ whose {data} is] hidden from {to}
sites Pattern	the sites of the pattern {walk}[ from {from}][ of {what}][ of {whats}]
sites Loop	the sites [+inside inside][!inside of][-inside of] the loop[ around {surround}][ around {roles}][ {direction}][ of colour {colour}][ from {start}]
sites Group	the group at[ {at}][ {from}][, connected {direction}][, of sites where {if}][+isVisible , as seen from above]
sites Crossing	the edges[ of {player}] that cross {at}
sites Random	{num|1} of [{sites}][!sites the empty sites], chosen by chance
sites LargePiece	the sites of the large piece at {at}
sites Occupied	the sites[ on {on}] that {by} occupies[ with {component}][ with {components}][ in container {container}][-top , at any level][+top , on top]
sites Incident	the {result} that meet the {of} {at}[ and belong to {owner}][ and belong to {role}]
sites Around	the[ {region}] sites around {where}[ {direction}][, {distance} steps away][, where {if}][+includeSelf , with that itself]
sites Direction	the sites[ {direction}] from[ {from}][+included  (with it)][, up to where {stop}][+stopIncluded  (with that)][, at most {distance} away]
sites LineOfSight	the [{what}][!what nearest] sites in the lines of sight[ from {at}][ {direction}]
sites#iterated	the sites in question
sites Side	the sites of the side[ of {side}]
sites Distance	the sites {range} steps from {from}[ ({relation})][, each so: {step}][, turned to {newRotation}]
sites	the sites[ of {player}][ called {name}]
sites Start	the sites where {piece} begins
sites Hand	the hand[ of {player}][ {name}][, {moves}]
sites Winning	the sites with which[ {player}] wins[ by: {moves}][ ({name})]
sites Track	the sites of the track[ {track}][ of {player}][ from {from}][ to {to}]
expand	{sites|{origin}} (with all within {steps|1} steps[ {direction}])[ in container {container}]
sites.difference	{a} without {b}
sites.forEach	for each of {ints}: {sites}
sites.forEach#of	for each site of {of}: {sites}
sites.forEach Team	for each team: {sites}
sites.forEach Level	the levels at {at}[ {order}][ where {if}][, from {startAt} on]
sites.forEach#filter	those of {sites} where {if}
sites.if	{yes} if {if}[, otherwise {no}]
sites.intersection#list	what is in all of {items}
sites.intersection	what is in both {a} and {b}
sites.last Between	the sites between of the last move
sites.union#list	{items}
sites.union	{a} and {b}
dim.*#list	the product of {items}
dim.*	{a} times {b}
dim.+#list	the sum of {items}
dim.+	{a} plus {b}
dim.-	{a} minus {b}
dim./	{a} divided by {b}
dim.^	{a} to the power of {b}
dim.abs	{a} without its sign
dim.max	the larger of {a} and {b}
dim.min	the lesser of {a} and {b}
graph	a graph of the points {vertices}[ joined by {edges}]
brick	bricks[ in {shape}] of {a}[ by {b}][+trim , trimmed]
celtic#shape	a Celtic pattern in the shape {shape}
celtic	a Celtic pattern of {a}[ by {b}]
concentric	rings[ of {shape}][ of {sides} sides][ of {counts} sites][, {rings} of them][, in {steps} steps][-midpoints , without midpoints][+midpoints , with midpoints][-joinMidpoints , midpoints not joined][+joinMidpoints , midpoints joined][+joinCorners , corners joined][-joinCorners , corners not joined][+stagger , staggered]
hex#shape	hexagons in the shape {shape}
hex	hexagons[ in {shape}], {a}[ by {b}]
quadhex	a hexagon of quadrilaterals, {a} to a side[+thirds , in thirds]
rectangle	a rectangle of {a} rows[ and {b} columns][, with {diagonals} diagonals]
spiral	a spiral of {turns} turns and {sites} sites[+clockwise , clockwise][-clockwise , anticlockwise]
square#shape	squares in the shape {shape}[, with {diagonals} diagonals]
square	[{shape} of squares][!shape a square], {a} to a side[, with {diagonals} diagonals][+pyramidal , as a pyramid]
tiling#shape	the tiling {tiling} in the shape {shape}
tiling	the tiling {tiling}, {a}[ by {b}]
tri	triangles[ in {shape}], {a}[ by {b}]
tri#shape	triangles in the shape {shape}
wedge	a wedge of {a} rows[ and {b} columns]
regular	a regular board of {basis} in {shape}, {a}[ by {b}]
regular Star	a star with {a} points
regular#star	a regular polygon with {a} sides
repeat	{rows} rows and {columns} columns of {polys}, {step} apart
graph.add	[{graph} with ]added[ points {vertices}][ edges {edges}][ curved edges {edgesCurved}][ cells {cells}][+connect , connected]
clip	{graph}, cut to {poly}
complete	{graph}, with every two points joined[+eachCell , in each cell]
dual	the dual of {graph}
hole	{graph}, with a hole of {poly}
intersect#list	what is common to {graphs}
intersect	what is common to {a} and {b}
keep	what lies within {poly} of {graph}
layers	{count} layers of {graph}
makeFaces	{graph}, with its faces
merge#list	{graphs}, put together[+connect  and connected]
merge	{a} and {b}, put together[+connect  and connected]
recoordinate	{graph}, its coordinates given anew[ to {type1}][ and {type2}][ and {type3}]
graph.remove#shape	{graph} without what lies in {poly}[+trimEdges , loose edges removed][-trimEdges , loose edges kept]
graph.remove	{graph} without[ the cells {cells}][ the edges {edges}][ the points {vertices}][+trimEdges , loose edges removed][-trimEdges , loose edges kept]
renumber	{graph}, numbered anew[: {type1}][, {type2}][, {type3}]
rotate	{graph}, turned by {degrees} degrees
scale	{graph}, stretched by {x}[ and {y}][ and {z}]
shift	{graph}, shifted by {x} and {y}[ and {z}]
skew	{graph}, skewed by {amount}
splitCrossings	{graph}, its crossings made points
subdivide	{graph}, its cells[ of at least {min} sides] divided
trim	{graph}, trimmed
graph.union#list	{graphs}, side by side[+connect  and connected]
graph.union	{a} and {b}, side by side[+connect  and connected]
poly	the polygon {points}[, turned {rotns} times]
poly#float	the polygon {points}[, turned {rotns} times]
`

// tableNot tells how conditions are denied: the form, the words of its phrase, and those
// that are said for them. Of others it is said that it is not so.
const tableNot = `
=	 is 	 is not 
!=	 is not 	 is 
<	 is less than 	 is at least 
<=	 is at most 	 is more than 
>	 is more than 	 is at most 
>=	 is at least 	 is less than 
not	it is not so that 	
can Move	is possible	is not possible
was Pass	was to pass	was not to pass
bool.no Pieces	there are no pieces	there are pieces
bool.no Moves	cannot move	can move
all DiceUsed	all	not all
all Passed	all	not all
all DiceEqual	all dice show	not all dice show
all Sites	for all	not for all
all Values	for all	not for all
is Full	is full	is not full
is Pending	something	nothing
is Decided	is decided	is not decided
is Proposed	is proposed	is not proposed
is AnyDie	a die	no die
is Even	is even	is odd
is Odd	is odd	is even
is Visited	has been	has not been
is Threatened	could be	could not be
is Within	 is on 	 is not on 
is Hidden	is hidden	is not hidden
is Repeat	has been	has not been
is Cycle	has come	has not come
is Pattern	is there	is not there
is Triggered	has happened	has not happened
is Active	still takes part	takes part no more
is Enemy	is an enemy	is no enemy
is Friend	is a friend	is no friend
is Mover	 moves	 does not move
is Next	moves next	does not move next
is Prev	moved last	did not move last
is Empty	is empty	is not empty
is Occupied	is occupied	is not occupied
is In	 is among	 is not among
is Connected	are connected	are not connected
is Blocked	can no longer	can still
is Line	there is a line	there is no line
is Loop	there is a loop	there is no loop
is Crossing	cross	do not cross
is SidesMatch	match	do not match
is Solved	is solved	is not solved
`

// words are the constants that are called otherwise in plain English. Others are
// taken apart at their capitals.
const words = `
RoleType	All=all players;Ally=the allies;Each=each player;Enemy=the enemies;Friend=the mover's side;Mover=the mover;Neutral=nobody;Next=the next player;NonMover=the players not moving;Player=the player in question;Prev=the previous player;Shared=everybody;TeamMover=the mover's team
SiteType	Cell=cells;Edge=edges;Vertex=vertices
PuzzleElement	Cell=cell;Edge=edge;Vertex=vertex;Hint=number given
StackDirection	FromBottom=from the bottom;FromTop=from the top
RegionStatic	AllDirections=all lines from each site;AllSites=all sites together;HintRegions=the regions with numbers;SidesNoCorners=the sides without corners;SubGrids=the squares within the board;Columns=the columns;Rows=the rows;Corners=the corners;Sides=the sides;Diagonals=the diagonals;Layers=the layers;Regions=the regions;Touching=the pairs of neighbours;Vertices=the vertices
RegionDynamic	Empty=empty;Enemy=enemy's;NotEmpty=occupied;NotEnemy=non-enemy;NotOwn=foreign;Own=own
ResultType	Abandon=the game is abandoned for;Crash=the game is broken off for;Draw=the game is a draw for;Loss=the game is lost for;Tie=the game is a tie for;Win=the game is won for
WhenType	EndOfTurn=at the end of the turn;StartOfTurn=at the start of the turn
PassEndType	Draw=the game is a draw;NoEnd=the game goes on
PrevType	Mover=before this move;MoverLastTurn=in the turn before
ModeType	Alternating=turn by turn;Simulation=by itself;Simultaneous=by all at the same time
StepType	F=forwards;L=left;R=right
HiddenData	What=kind;Who=owner
Int	Off=off the board;End=the end of the track;Undefined=undefined;Infinity=without limit
LandmarkType	Topsite=the top site;BottomSite=the bottom site;CentreSite=the centre;FirstSite=the first site;LastSite=the last site;LeftSite=the leftmost site;RightSite=the rightmost site
LineOfSightType	Empty=nearest empty;Farthest=farthest empty;Piece=nearest occupied
PlayersMany	All=all players;Ally=the allies;Enemy=the enemies;Friend=the friends;NonMover=the players not moving
Direction	Adjacent=to a neighbour;All=in all directions;Angled=aslant;Axial=along the axes;Base=along the base;CCW=anticlockwise;CW=clockwise;D=downwards;DE=down to the east;DN=down to the north;DNE=down to the north-east;DNW=down to the north-west;DS=down to the south;DSE=down to the south-east;DSW=down to the south-west;DW=down to the west;Diagonal=diagonally;Downward=downwards;In=inwards;OffDiagonal=to an indirect neighbour;Orthogonal=orthogonally;Out=outwards;Rotational=around the centre;SameLayer=in the same layer;Support=to what supports it;U=upwards;UE=up to the east;UN=up to the north;UNE=up to the north-east;UNW=up to the north-west;US=up to the south;USE=up to the south-east;USW=up to the south-west;UW=up to the west;Upward=upwards;E=to the east;ENE=to the east-north-east;ESE=to the east-south-east;N=to the north;NE=to the north-east;NNE=to the north-north-east;NNW=to the north-north-west;NW=to the north-west;S=to the south;SE=to the south-east;SSE=to the south-south-east;SSW=to the south-south-west;SW=to the south-west;W=to the west;WNW=to the west-north-west;WSW=to the west-south-west;BL=backwards to the left;BLL=more backwards to the left;BLLL=most backwards to the left;BR=backwards to the right;BRR=more backwards to the right;BRRR=most backwards to the right;Backward=backwards;Backwards=in any way backwards;FL=forwards to the left;FLL=more forwards to the left;FLLL=most forwards to the left;FR=forwards to the right;FRR=more forwards to the right;FRRR=most forwards to the right;Forward=forwards;Forwards=in any way forwards;Leftward=to the left;Leftwards=in any way to the left;OppositeDirection=back the way it came;Rightward=to the right;Rightwards=in any way to the right;SameDirection=on in the same direction
`
