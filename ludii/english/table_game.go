package english

// The table of phrases, first part: the game, its equipment, its start and its end.
// How it is read, see template.go.
const tableGame = `
game	{name}, a game for {players}[, played {mode}]. {equipment} {rules}
game#name	the game {name}
match	{name}, a match[ for {players}] of several games: {games}. {end}
match#name	the match {name}
players.players	{count} players
players.players#seats	players who face {seats}
seat.player	{facing}
mode	{modeType}
equipment	{items}
component	a piece {name} of {roleType}, of the shape {walk}, that faces {facing} and moves so: {moves}
item.card	a card {name} of {roleType}: {cardType}, of suit {suit}, rank {rank} and value {value} (as a trump of rank {trumpRank} and value {trumpValue})[, which moves so: {moves}]
item.piece	a piece {name}[ of {roleType}][, which faces {facing}][, and {flips}][, which may {moves}]
die	a die {name} of {roleType} with {numFaces} faces[, which shows {facing}][, which may {moves}]
tile	a tile {name}[ of {roleType}][ of the shape {walk}][ with {numSides} sides][ and on the sides {slots} slots][ and {slotsPerSide} slots on a side][, with {paths}][, and {flips}][, which may {moves}]
domino	a domino {name} of {roleType}, with {value} and {value2} pips[, which may {moves}]
board	a board: {graph}[, played on its {use}][, with {tracks}][, on which {values}][+largeStack , for tall stacks]
boardless	no board, but {tiling} places that pieces make as they are laid[, at most {dim} across][+largeStack , for tall stacks]
mancalaBoard	a board of {rows} rows of {columns} holes[ with {store} stores][ ({numStores} of them)][, with {tracks}][+largeStack , for tall stacks]
surakartaBoard	a board with loops at its corners: {graph}[, {loops} loops][ from line {from} on][+largeStack , for tall stacks]
deck	a deck of cards[ of {roleType}][, {cardsBySuit} to a suit][, in {suits} suits][: {cards}]
dice	{num} dice[ with {d} faces][ with the faces {faces}][ with the faces {facesByDie}][ that count from {from}][ of {roleType}][, weighted {biased}]
hand	a hand of {size|1} places for {roleType}
dominoes	a set of dominoes up to {upTo|6} pips
hints	numbers[ called {name}] given on {type|sites}: {hints}
map	a table[ called {name}]: {pairs}
map#lists	a table[ called {name}] from {keys} to {values}
regions	[the region {name}][!name a region][ of {roleType}]: {region}[ ({hint})]
flips	flips between state {a} and state {b}
path	a path of colour {colour} from side {from}[ (slot {slotsFrom})] to side {to}[ (slot {slotsTo})]
track.track	a track {name}[ for {owner}] along {route}[+loop , round and round][+directed , in one direction]
values.values	{type} take the values {range}
card.card	{cardType}, of rank {rank} and value {value}[, as a trump of rank {trumpRank}][, as a trump worth {trumpValue}][, {biased} times as likely]
hint.hint#site	[{value} at ]{site}
hint.hint	[{value} for ]sites {sites}
pair#string-string	{key} to {value}
pair#role-role	{key} to {value}
pair#role-int	{key} to {value}
pair#int-int	{key} to {value}
pair#string-role	{key} to {value}
pair#role-landmark	{key} to {value}
pair#role-string	{key} to {value}
pair#int-string	{key} to {value}
itemCount.count	{count} of {name}
rules#phases	[{meta} ][{start} ][In every phase without moves of its own: {play} ]{phases}[ {end}]
rules	[{meta} ][{start} ]{play} {end}
meta	{rules}
automove	a move that is the only one to its site is made by itself
gravity	pieces with nothing below them fall
gravity PyramidalDrop	pieces with nothing below them fall
meta.no Repeat	no position may come back[ (counted as {repetitionType})]
meta.no Suicide	nobody may make a move that loses at once
noStackOn Fallen	a piece may not be put on those that fall when it is taken away
passEnd	if all players pass, {passEndType}
pin SupportMultiple	a piece on which several others lie may not be taken away
meta.swap	after the first move the next player may take the first player's place
start	{rules}
start.deal	{count|1} {what} are dealt to every hand
place Random#stack-counts	a shuffled stack of {counts} is put on {site}
place Random#stack	a shuffled stack of {items}[ ({count} of each)] is put on {site}[ in state {state}][ with value {value}]
place Random	{count|1} of each of {items} are put at random on {sites|empty sites}[ in state {state}][ with value {value}]
place Stack	a stack[ of {item}][ of {items}] is put[ in {container}][ on {where}][ on {coord}][ on {coords}][, {count} high][, as many as {counts}][, in state {state}][, turned to {rotation}][, with value {value}]
place#many	{item} is put[ on sites {ints}][ on {sites}][ on {coords}][, in numbers {counts}][, in state {state}][, turned to {rotation}][, with value {value}]
place	{item} is put[ in {container}][ on {site}][ on {coord}][, {count} times][, in state {state}][, turned to {rotation}][, with value {value}]
split Deck	the whole deck is dealt out to the hands
start.forEach	for each value in {ints}: {rule}
start.forEach Player	for each player: {rule}
start.forEach Site	for each site in {sites}[ where {if}]: {rule}
start.forEach Team	for each team: {rule}
start.forEach Value	for each number from {min} to {max}: {rule}
start.set#puzzle	given are, as site and value, {assignments}
start.set Amount	{roleType|every player} has an amount of {value}
start.set Score	{roleType|every player} has a score of {value}
start.set Cost	the cost[ at {at}][ on {to}] is {value}
start.set Count	the count[ at {at}][ on {to}] is {value}
start.set Phase	the phase[ at {at}][ on {to}] is {value}
start.set#many	[{ints}][{sites}][{coords}] belong to {roleType}
start.set	[{site}][{coord}] belongs to {roleType}
start.set Hidden	[the {data} of ][!data everything of ][{at}][{sites}][, level {level},] is [-value not ]hidden from {to}
start.set Team	team {team} is {members}
start.set RememberValue	{value} is remembered[ as {name}][+unique , once only]
play	{moves}
phase.phase	Phase {name}[ of {roleType}][, played {mode}]: {play}[ {end}][ {next}]
nextPhase	[Once {if}, ][!if Then ]the phase[ of {player}] becomes [{name}][!name the next one]
end	{rules}
end.forEach	for each {what|player} for whom {if}: {result}
end.forEach Track	for each track where {if}: {result}
end.if	if {if}[, {result}][: {rules}]
result	{resultType} {roleType}
byScore	the player with the [+misere lowest][-misere highest][!misere highest] score wins[, where {scores}]
payoffs	{payoffs}
endScore.score	{roleType} scores {value}
payoff	{roleType} gets {value}
games	{games}
subgame	{name}[ with the options {options}][, followed by game {next}][, whose winner gets {result}]
`
