package check

// The table of forms, first part: what a game is made of, from the description's
// root to its boards, pieces, start, phases and end. How it is read, see
// notation.go. Alternatives stand in the grammar's order, which is the order of
// preference where several fit.
const tableGame = `
== Game
(game name=String) #name
(game name=String Players [Mode] Equipment Rules)
(match name=String) #name
(match name=String [Players] Games End)

== Players
(players count=Int)
(players seats={Seat}) #seats
== Seat
(player facing=DirectionFacing)
== Mode
(mode ModeType)

== Equipment
(equipment items={Item})

== Item
(component name=String RoleType walk={{StepType}} facing=DirectionFacing Moves maxState=Int maxCount=Int maxValue=Int)
(card name=String RoleType CardType rank:Int value:Int trumpRank:Int trumpValue:Int suit:Int [Moves] [maxState:Int] [maxCount:Int] [maxValue:Int])
(piece name=String [RoleType] [facing=DirectionFacing] [Flips] [Moves] [maxState:Int] [maxCount:Int] [maxValue:Int])
(die name=String RoleType numFaces:Int [facing=DirectionFacing] [Moves])
(tile name=String [RoleType] [walk={StepType}|{{StepType}}] [numSides:Int] [slots:{Int}|slotsPerSide:Int] [paths={Path}] [Flips] [Moves] [maxState:Int] [maxCount:Int] [maxValue:Int])
(domino name=String RoleType value:Int value2:Int [Moves])
(board Graph [tracks=Track|{Track}] [values=Values|{Values}] [use:SiteType] [largeStack:Bool])
(boardless tiling=BoardlessType [Dim] [largeStack:Bool])
(mancalaBoard rows=Int columns=Int [store:StoreType] [numStores:Int] [largeStack:Bool] [tracks=Track|{Track}])
(surakartaBoard Graph [loops:Int] [from:Int] [largeStack:Bool])
(deck [RoleType] [cardsBySuit:Int] [suits:Int] [cards={Card}])
(dice [d:Int] [faces:{Int}|facesByDie:{{Int}}|from:Int] [RoleType] num:Int [biased:{Int}])
(hand RoleType [size:Int])
(dominoes [upTo:Int])
(hints [name=String] hints={Hint} [type=SiteType])
(map [name=String] keys={Int} values={Int}) #lists
(map [name=String] pairs={Pair})
(regions [name=String] [RoleType] (region={Int}|Sites|{Sites}|RegionStatic|{RegionStatic}) [hint=String])

== Flips
(flips a=Int b=Int)
== Path
(path from:Int [slotsFrom:Int] to:Int [slotsTo:Int] colour:Int)
== Track
(track name=String (route={Int}|String|{TrackStep}) [loop:Bool] [owner=Int|RoleType] [directed:Bool])
== Values
(values type=SiteType Range)
== Card
(card CardType rank:Int value:Int [trumpRank:Int] [trumpValue:Int] [biased:Int])
== Hint
(hint site=Int [value=Int]) #site
(hint sites={Int} [value=Int])
== Pair
(pair key=String value=String) #string-string
(pair key=RoleType value=RoleType) #role-role
(pair key=RoleType value=Int) #role-int
(pair key=Int value=Int) #int-int
(pair key=String value=RoleType) #string-role
(pair key=RoleType value=LandmarkType) #role-landmark
(pair key=RoleType value=String) #role-string
(pair key=Int value=String) #int-string
== ItemCount
(count name=String count=Int)

== Rules
(rules [Meta] [Start] [Play] phases:{Phase} [End]) #phases
(rules [Meta] [Start] Play End)
== Meta
(meta (rules={MetaRule}|MetaRule))
== MetaRule
(automove)
(gravity ["PyramidalDrop"])
(no "Repeat" [RepetitionType])
(no "Suicide")
(noStackOn "Fallen")
(passEnd PassEndType)
(pin "SupportMultiple")
(swap)

== Start
(start (rules={StartRule}|StartRule))
== StartRule
(deal what=DealableType [count=Int])
(place "Random" counts={ItemCount} site=Int [type=SiteType]) #stack-counts
(place "Random" items={String} [count:{Int}] [state:Int] [value:Int] site=Int [type=SiteType]) #stack
(place "Random" [Sites] items={String} [count:Int] [state:Int] [value:Int] [type=SiteType])
(place "Stack" (item=String|items:{String}) [container=String] [type=SiteType] [where=Int|{Int}|Sites|coord:String|coords={String}] [count:Int|counts:{Int}] [state:Int] [rotation:Int] [value:Int])
(place item=String [type=SiteType] [ints={Int}] [Sites] [coords={String}] [counts:{Int}] [state:Int] [rotation:Int] [value:Int]) #many
(place item=String [container=String] [type=SiteType] [site=Int] [coord:String] [count:Int] [state:Int] [rotation:Int] [value:Int])
(split "Deck")
(forEach Ints rule=StartRule)
(forEach "Player" rule=StartRule)
(forEach "Site" Sites [if:Bool] rule=StartRule)
(forEach "Team" rule=StartRule)
(forEach "Value" min:Int max:Int rule=StartRule)
(set [type=SiteType] assignments={{Int}}) #puzzle
(set "Amount"|"Score" [RoleType] value=Int)
(set "Cost"|"Count"|"Phase" value=Int [type=SiteType] (at:Int|to:Sites))
(set RoleType [type=SiteType] [ints={Int}] [Sites] [coords={String}]) #many
(set RoleType [type=SiteType] [site=Int] [coord:String])
(set "Hidden" [data=HiddenData|{HiddenData}] [type=SiteType] (at:Int|Sites) [level:Int] [value=Bool] to:RoleType)
(set "Team" team=Int members={RoleType})
(set "RememberValue" [name=String] (value=Int|Sites) [unique:Bool])

== Play
(play Moves)
== Phase
(phase name=String [RoleType] [Mode] Play [End] [next=NextPhase|{NextPhase}])
== NextPhase
(nextPhase [player=RoleType|Player] [if=Bool] [name=String])
== End
(end (rules=EndRule|{EndRule}))
== EndRule
(forEach [what=RoleType] if:Bool Result)
(forEach "Track" if:Bool Result)
(if if=Bool [rules=EndRule/if|{EndRule/if}] [Result])
== Result
(result RoleType ResultType)
(byScore [scores={EndScore}] [misere:Bool])
(payoffs payoffs={Payoff})
== EndScore
(score RoleType value=Int)
== Payoff
(payoff RoleType value=Float)

== Games
(games (games=Subgame|{Subgame}))
== Subgame
(subgame name=String [options=String] [next:Int] [result:Int])
`
