package check

// The table of forms, second part: moves and what they are made of.
const tableMoves = `
== Moves
(move "Step" [From] [Direction] To [stack:Bool] [Then])
(move "Slide" [From] [track=String] [Direction] [Between] [To] [stack:Bool] [Then])
(move "Shoot" Piece [From] [direction=AbsoluteDirection] [Between] [To] [Then])
(move "Select" From [To] [mover=RoleType] [Then])
(move "Propose"|"Vote" (votes=String|{String}) [Then])
(move "Swap" "Players" (player1=Int|RoleType) (player2=Int|RoleType) [Then])
(move "Swap" "Pieces" [site1=Int] [site2=Int] [Then])
(move "Remove" [type=SiteType] (sites=Int|Sites) [level:Int] [at:WhenType] [count:Int] [Then])
(move "Set" "TrumpSuit" (suit=Int|Ints/difference) [Then])
(move "Set" "NextPlayer" (player=Player|Ints) [Then])
(move "Set" "Rotation" [To] [rotations={Int}|Int] [previous:Bool] [next:Bool] [Then])
(move "Add"|"Claim" [Piece] To [count:Int] [stack:Bool] [Then])
(move "Bet" (player=Player|RoleType) Range [Then])
(move From To [count:Int] [copy:Bool] [stack:Bool] [mover=RoleType] [Then])
(move "Promote" [type=SiteType] [site=Int] Piece [player=Player|RoleType] [Then])
(move "Pass"|"PlayCard" [Then])
(move "Leap" [From] walk={{StepType}} [forward:Bool] [rotations:Bool] To [Then])
(move "Hop" [From] [Direction] [Between] To [stack:Bool] [Then])

(apply if:Bool) #condition
(apply effect=Moves/!move) #effect
(apply if:Bool effect=Moves/!move)
(attract [From] [direction=AbsoluteDirection] [Then])
(bet (player=Player|RoleType) Range [Then])
(claim [Piece] To [Then])
(custodial [From] [direction=AbsoluteDirection] [Between] [To] [Then])
(directional [From] [Direction] [To] [Then])
(add [Piece] To [count:Int] [stack:Bool] [Then])
(deal what=DealableType [count=Int] [beginWith:Int] [Then])
(remove [type=SiteType] (sites=Int|Sites) [level:Int] [at:WhenType] [count:Int] [Then])
(step [From] [Direction] To [stack:Bool] [Then])
(enclose [type=SiteType] [From] [Direction] [Between] [numException:Int] [Then])
(flip [type=SiteType] [site=Int] [Then])
(fromTo From To [count:Int] [copy:Bool] [stack:Bool] [mover=RoleType] [Then])
(hop [From] [Direction] [Between] To [stack:Bool] [Then])
(intervene [From] [direction=AbsoluteDirection] [Between] [To] [Then])
(leap [From] walk={{StepType}} [forward:Bool] [rotations:Bool] To [Then])
(note [player:Int|player:RoleType] (message=String|Int|Ints|Float|Bool|Sites|Range|Direction|Graph) [to:Player|to:RoleType])
(pass [Then])
(playCard [Then])
(promote [type=SiteType] [site=Int] Piece [player=Player|RoleType] [Then])
(propose (votes=String|{String}) [Then])
(push [From] Direction [Then])
(random Moves num:Int) #num
(random weights={Float} moves={Moves})
(roll [Then])
(satisfy (if=Bool|{Bool}))
(select From [To] [mover=RoleType] [Then])
(shoot Piece [From] [direction=AbsoluteDirection] [Between] [To] [Then])
(slide [From] [track=String] [Direction] [Between] [To] [stack:Bool] [Then])
(sow [type=SiteType] [site=Int] [count:Int] [numPerHole:Int] [track=String] [owner:Int] [if:Bool] [sowEffect:Moves] [apply:Moves/!move] [includeSelf:Bool] [origin:Bool] [skipIf:Bool] [backtracking:Bool|forward:Bool] [Then])
(surround [From] [relation=RelationType] [Between] [To] [except:Int] [with:Piece] [Then])
(trigger event=String (player=Int|RoleType) [Then])
(vote (votes=String|{String}) [Then])

(allCombinations a=Moves b=Moves [Then])
(append moves=Moves/!move [Then])
(and moves={Moves} [Then]) #list
(and a=Moves b=Moves [Then])
(if if=Bool yes=Moves [no=Moves] [Then])
(or moves={Moves} [Then]) #list
(or a=Moves b=Moves [Then])
(seq moves={Moves})

(forEach "Direction" [From] [Direction] [Between] (moves=To|Moves) [Then])
(forEach "Site" Sites Moves [noMoveYet:Moves] [Then])
(forEach "Value" Ints Moves [Then])
(forEach "Value" min:Int max:Int Moves [Then]) #range
(forEach "Level" [type=SiteType] site=Int [order=StackDirection] Moves [Then])
(forEach "Team" Moves [Then])
(forEach "Group" [type=SiteType] [Direction] [if:Bool] Moves [Then])
(forEach "Die" [hand=Int] [combined:Bool] [replayDouble:Bool] [if:Bool] Moves [Then])
(forEach players=Ints Moves [Then])
(forEach "Player" Moves [Then])
(forEach "Piece" [on:SiteType] [names=String|{String}] [container:Int|containerName=String] [Moves] [player=Player|RoleType] [top:Bool] [Then])

(take "Control" (of:RoleType|of:Int) (by:RoleType|by:Int) [at:Int|to:Sites] [type=SiteType] [Then])
(take "Domino" [Then])
(avoidStoredState Moves [Then])
(do first=Moves [next:Moves] [ifAfterwards:Bool] [Then])
(firstMoveOnTrack [track=String] [RoleType] Moves [Then])
(priority a=Moves b=Moves [Then])
(priority moves={Moves} [Then]) #list
(while if=Bool Moves [Then])
(max "Distance" [track=String] [RoleType] Moves [Then])
(max "Captures"|"Moves" [withValue:Bool] Moves [Then])
(remember "State" [Then])
(remember "Value" [name=String] value=Int [unique:Bool] [Then])
(addScore (players={Int}|{RoleType}) scores={Int} [Then]) #list
(addScore (player=Player|RoleType) score=Int [Then])
(moveAgain [Then])
(forget "Value" [name=String] value=Int [Then])
(forget "Value" [name=String] "All" [Then])
(swap "Players" (player1=Int|RoleType) (player2=Int|RoleType) [Then])
(swap "Pieces" [site1=Int] [site2=Int] [Then])
(set "Rotation" [To] [rotations={Int}|Int] [previous:Bool] [next:Bool] [Then])
(set "Score" (player=Player|RoleType) value=Int [Then])
(set "Value" (player=Player|RoleType) value=Int [Then]) #player
(set "Pending" [value=Int|Sites] [Then])
(set "Team" team=Int members={RoleType} [Then])
(set "Hidden" [data=HiddenData|{HiddenData}] [type=SiteType] (at:Int|Sites) [level:Int] [value=Bool] (to:Player|to:RoleType) [Then])
(set "TrumpSuit" (suit=Int|Ints/difference) [Then])
(set "NextPlayer" (player=Player|Ints) [Then])
(set "Count"|"State"|"Value" [type=SiteType] at:Int [level:Int] value=Int [Then])
(set "Counter"|"Pot" [value=Int] [Then])
(set "Var" [name=String] [value=Int] [Then])

== Then
(then effect=Moves/!move [applyAfterAllMoves:Bool])
== From
(from [type=SiteType] [sites=Sites|Int] [level:Int] [if:Bool])
== To
(to [type=SiteType] [sites=Sites|Int] [level:Int] [rotations=Ints/rotations] [if:Bool] [apply=Moves/apply])
== Between
(between [before:Int] [Range] [after:Int] [if:Bool] [trail:Int] [apply=Moves/apply])
== Piece
(piece (piece=String|Int|{String}|{Int}) [state:Int])
== Player
(player player=Int)
`
