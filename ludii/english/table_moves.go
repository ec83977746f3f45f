package english

// The table of phrases, second part: moves. What happens then is added to every
// phrase of moves that does not speak of it.
const tableMoves = `
move Step	step[ from {from}][ {direction}] to {to}[+stack , with the whole stack]
move Slide	slide[ from {from}][ along the track {track}][ {direction}][ over {between}][!to.if [ to {to}]][?to.if [!between  over any number of empty sites], or up to {to}][+stack , with the whole stack]
move Shoot	shoot {piece}[ from {from}][ {direction}][ over {between}][ to {to}]
move Select	choose {from}[ and {to}][, for {mover}]
move Propose	propose {votes}
move Vote	vote for {votes}
move Swap Players	exchange the places of {player1} and {player2}
move Swap Pieces	exchange the pieces on {site1|the site of the last move's start} and {site2|the site of the last move's end}
move Remove	take away what is on {sites}[, level {level}][, {count} of them][, {at}]
move Set TrumpSuit	make {suit} the trump suit
move Set NextPlayer	let {player} move next
move Set Rotation	turn the piece[ on {to}][ to {rotations}][-previous , not to the left][-next , not to the right][+previous , to the left][+next , to the right]
move Add	put [{piece}][!piece a piece] on {to}[, {count} of them][+stack , onto stacks]
move Claim	claim {to}[ with {piece}][, {count} of them][+stack , onto stacks]
move Bet	let {player} bet {range}
move	move a piece from {from} to {to}[, {count} of them][+copy , leaving a copy][+stack , with the whole stack][, for {mover}]
move Promote	change the piece on {site|the site of the last move's end} into {piece}[ of {player}]
move Pass	pass
move PlayCard	play a card from the hand
move Leap	leap[ from {from}] by the steps {walk}[+forward , forwards only][-rotations , not turned] to {to}
move Hop	hop[ from {from}][ {direction}][ over {between}] to {to}[+stack , with the whole stack]
apply#condition	only if {if}
apply#effect	{effect}
apply	if {if}: {>effect}
attract	draw pieces[ {direction}] towards {from|the site of the last move's end}
bet	{player} bets {range}
claim	claim {to}[ with {piece}]
custodial	capture what stands in a row[ {direction}] between {from|the site of the last move's end} and [{to}][!to a piece of the mover's side][: {between}]
directional	capture what stands[ {direction}] beside {from|the site of the last move's end}[: {to}]
moves.add	put [{piece}][!piece a piece] on {to}[, {count} of them][+stack , onto stacks]
moves.deal	deal {count|1} {what} to every hand[, beginning with hand {beginWith}]
moves.remove	take away what is on {sites}[, level {level}][, {count} of them][, {at}]
step	step[ from {from}][ {direction}] to {to}[+stack , with the whole stack]
enclose	capture what is enclosed[ {direction}] beside {from|the site of the last move's end}[: {between}][, with up to {numException} exceptions]
flip	turn over the piece on {site|the target}
fromTo	move a piece from {from} to {to}[, {count} of them][+copy , leaving a copy][+stack , with the whole stack][, for {mover}]
hop	hop[ from {from}][ {direction}][ over {between}] to {to}[+stack , with the whole stack]
intervene	capture[ {direction}] on both sides of {from|the site of the last move's end}[: {to}][ ({between})]
leap	leap[ from {from}] by the steps {walk}[+forward , forwards only][-rotations , not turned] to {to}
note	tell {to|everybody}: [{player}: ]{message}
pass	pass
playCard	play a card from the hand
promote	change the piece on {site|the site of the last move's end} into {piece}[ of {player}]
propose	propose {votes}
push	push the pieces[ from {from|the site of the last move's end}] {direction}
random#num	{num} of the following, chosen by chance: {moves}
random	one of the following, with the odds {weights}: {moves}
roll	throw the dice
satisfy	set the value of a site, so that {if}
select	choose {from}[ and {to}][, for {mover}]
shoot	shoot {piece}[ from {from}][ {direction}][ over {between}][ to {to}]
slide	slide[ from {from}][ along the track {track}][ {direction}][ over {between}][!to.if [ to {to}]][?to.if [!between  over any number of empty sites], or up to {to}][+stack , with the whole stack]
sow	sow [{count}][!count all] pieces from {site|the site of the last move's end}[, {numPerHole} in each hole][, along the track {track}][ of {owner}][+includeSelf , the first hole too][-includeSelf , not in the first hole][+origin , beginning where they are][+skipIf , leaving out some holes][; each hole: {sowEffect}][; afterwards, if {if}][: {apply}][+backtracking , going on backwards hole by hole][+forward , going on forwards hole by hole]
surround	capture what is surrounded[ {relation}] by [{with}][!with the mover's pieces] beside {from|the site of the last move's end}[: {between}][; the surrounding sites: {to}][, but for {except} of them]
trigger	{event} happens to {player}
vote	vote for {votes}
allCombinations	each of: {>a} — with each of: {>b}
append	do all of this in one move: {>moves}
moves.and#list	{moves}
moves.and	{a}, and {b}
moves.if	if {if}: {>yes}[; otherwise: {>no}]
moves.or#list	do one of these: {moves}
moves.or	{a}, or {b}
seq	do one after the other: {>moves}
moves.forEach Direction	in each direction[ ({direction})][ from {from}][ over {between}]: {>moves}
moves.forEach Site	for each site in {sites}: {>moves}[; where that gives no move: {>noMoveYet}]
moves.forEach Value	for each value in {ints}: {>moves}
moves.forEach Value#range	for each number from {min} to {max}: {>moves}
moves.forEach Level	for each level of {site}[ {order}]: {>moves}
moves.forEach Team	for each team: {>moves}
moves.forEach Group	for each group[ connected {direction}][ of sites where {if}]: {>moves}
moves.forEach Die	for each die[ of hand {hand}][+combined , and their sum][+replayDouble , doubles counting twice][, if {if}]: {>moves}
moves.forEach	for each of {players}: {>moves}
moves.forEach Player	for each player: {>moves}
moves.forEach Piece	with any[+top  topmost] piece[ {names}][ of {player}][ on {on}][ in container {container}][ in {containerName}][: {>moves}][!moves , as it may move]
take Control	{by} takes over the pieces of {of}[ at {at}][ on {to}]
take Domino	take a domino
avoidStoredState	{moves} — unless that brings back the position remembered
do	[first {>first}; then {>next}][!next {first}][; allowed only if afterwards {ifAfterwards}]
firstMoveOnTrack	make the first move that is possible along the track[ {track}][ of {roleType}]: {>moves}
priority	{>a}; only if that is not possible: {>b}
priority#list	do the first of these that is possible: {moves}
while	as long as {if}: {>moves}
moves.max Distance	of these, only those that go farthest[ along the track {track}][ of {roleType}]: {>moves}
moves.max Captures	of these, only those that capture most[+withValue , by value]: {>moves}
moves.max Moves	of these, only those after which most moves follow[+withValue , by value]: {>moves}
remember State	remember the position
remember Value	remember {value}[ as {name}][+unique , once only]
addScore#list	{players} score {scores}
addScore	add {score} to the score of {player}
moveAgain	move again
forget Value	forget {value}[ of {name}]
forget Value All	forget all values[ of {name}]
moves.swap Players	exchange the places of {player1} and {player2}
moves.swap Pieces	exchange the pieces on {site1|the site of the last move's start} and {site2|the site of the last move's end}
moves.set Rotation	turn the piece[ on {to}][ to {rotations}][-previous , not to the left][-next , not to the right][+previous , to the left][+next , to the right]
moves.set Score	set the score of {player} to {value}
moves.set Value#player	set the value of {player} to {value}
moves.set Pending	mark [{value}][!value the position] as pending
moves.set Team	make {members} team {team}
moves.set Hidden	[-value show][+value hide][!value hide] [the {data} of ][!data everything of ][{at}][{sites}][, level {level},] [-value to][+value from][!value from] {to}
moves.set TrumpSuit	make {suit} the trump suit
moves.set NextPlayer	{player} moves next
moves.set Count	set the count at {at}[, level {level},] to {value}
moves.set State	set the state of the piece on {at}[, level {level},] to {value}
moves.set Value	set the value of the piece on {at}[, level {level},] to {value}
moves.set Counter	set the counter to {value|-1}
moves.set Pot	set the pot to {value|0}
moves.set Var	set the variable[ {name}] to {value|-1}
then	{effect}[+applyAfterAllMoves , when all have moved]
from.from	[{sites}][!sites where it is][, level {level}][ where {if}]
to.to	[{sites}][!sites a site][, level {level}][, turned to {rotations}][ where {if}][ ({apply})]
between.between	[{range} sites][!range sites][ after up to {before}][ and before up to {after}][ where {if}][ ({apply})][, leaving {trail} behind]
piece.piece	{piece}[ in state {state}]
player.player	player {player}
`
