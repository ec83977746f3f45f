package check

import (
	"fmt"
	"strings"
	"testing"

	"ludens/ludii/expand"
	"ludens/ludii/parse"
)

// show writes a term with the names of its forms and parameters.
func show(t *Term) string {
	var b strings.Builder
	var write func(t *Term)
	write = func(t *Term) {
		switch {
		case t.List:
			b.WriteString(t.Sort.String() + "{")
			for i, m := range t.Items {
				if i > 0 {
					b.WriteByte(' ')
				}
				write(m)
			}
			b.WriteByte('}')
		case t.Form != nil:
			b.WriteString(t.Name() + "(")
			sep := ""
			for i, a := range t.Args {
				if a != nil {
					b.WriteString(sep + t.Form.Params[i].Name + "=")
					write(a)
					sep = " "
				}
			}
			b.WriteByte(')')
		case t.Text != "":
			fmt.Fprintf(&b, "%s:%s", t.Sort, t.Text)
		case t.Sort == Float:
			b.WriteString(fmt.Sprintf("%v", t.Float))
		case t.Sort == Bool:
			b.WriteString(fmt.Sprintf("%v", t.Bool))
		default:
			b.WriteString(fmt.Sprintf("%d", t.Int))
		}
	}
	write(t)
	return b.String()
}

// TestForms tells which form each description is taken for, above all where
// several fit.
func TestForms(t *testing.T) {
	for _, c := range []struct {
		as   Sort
		text string
		want string
	}{
		{Moves, `(move Step Forward (to if:(is Empty (to))))`, `move Step(direction=Direction:Forward to=to.to(if=is Empty(site=int.to())))`},
		{Moves, `(move (from (from)) (to (sites Empty)))`, `move(from=from.from(sites=int.from()) to=to.to(sites=sites Empty()))`},
		{Moves, `(if True (or (moveAgain) (pass)) (then (set Score P1 3)))`, `moves.if(if=true yes=moves.or(a=moveAgain() b=pass()) then=then(effect=moves.set Score(player=RoleType:P1 value=3)))`},
		{Moves, `(set Value Mover 3)`, `moves.set Value#player(player=RoleType:Mover value=3)`},
		{Moves, `(set Value at:3 4)`, `moves.set Value(at=3 value=4)`},
		{Moves, `(forEach Value 1 (pass))`, ``},
		{Moves, `(forEach Value min:1 max:2 (pass))`, `moves.forEach Value#range(min=1 max=2 moves=pass())`},
		{Moves, `(forEach {1 2} (pass))`, `moves.forEach(players=Ints{1 2} moves=pass())`},
		{Moves, `(forEach Piece "Ball" (move Hop (between) (to)) Mover)`, `moves.forEach Piece(names=String:Ball moves=move Hop(between=between.between() to=to.to()) player=RoleType:Mover)`},
		{Moves, `(move Swap Players P1 2)`, `move Swap Players(player1=RoleType:P1 player2=2)`},
		{Moves, `(forget Value "A" All)`, `forget Value All(name=String:A)`},
		{Moves, `(note to:Mover {1 2})`, ``}, // the order of the arguments counts
		{Moves, `(note {1 2} to:Mover)`, `note(message=Ints{1 2} to=RoleType:Mover)`},
		{Moves, `(then (pass))`, ``},
		{Moves, `(append (move Pass))`, ``}, // a decision is no effect
		{Bool, `(= (sites P1) (sites P2 "A"))`, `=#sites(a=sites(player=RoleType:P1) b=sites(player=RoleType:P2 name=String:A))`},
		{Bool, `(= Off P1)`, `=(a=Int:Off b=RoleType:P1)`},
		{Bool, `(is In {1 2})`, `is In(region=Ints{1 2})`},
		{Bool, `(is In {1 2} {3})`, `is In(site=Int{1 2} region=Ints{3})`},
		{Bool, `(is Loop 1)`, `is Loop(colour=1)`},
		{Bool, `(is Loop surround:P1 1 2)`, `is Loop(surround=RoleType:P1 colour=1 start=2)`},
		{Bool, `(is Loop {P1 P2})`, `is Loop(roles=RoleType{RoleType:P1 RoleType:P2})`},
		{Bool, `(all Different (sites Board))`, `all Different#puzzle(sites=sites Board())`},
		{Bool, `(all Different (sites Board) if:True)`, `all Different(sites=sites Board() if=true)`},
		{Int, `(- 3)`, `int.-(b=3)`},
		{Int, `(- 3 4)`, `int.-(a=3 b=4)`},
		{Int, `(+ {1 2})`, `int.+#list(items=Int{1 2})`},
		{Int, `(pow 2 3)`, `int.^(a=2 b=3)`},
		{Int, `(count Sites in:(sites))`, `int.count Sites(in=sites#iterated())`},
		{Int, `(count at:3)`, `int.count(at=3)`},
		{Int, `(count Orthogonal at:(last To))`, `int.count Orthogonal(at=int.last To())`},
		{Float, `(+ 1 0.5)`, `float.+(a=1 b=0.5)`},
		{Sites, `(sites {"A1"})`, `sites#coords(coords=String{String:A1})`},
		{Sites, `(sites {1 2})`, `sites#ints(ints=Ints{1 2})`},
		{Sites, `(sites {})`, `sites#coords(coords=String{})`},
		{Sites, `(sites {{F R F}})`, `sites#walk(walk=StepType{StepType{StepType:F StepType:R StepType:F}})`},
		{Sites, `(sites Between from:1 to:2)`, `sites Between(from=1 to=2)`},
		{Sites, `(sites Between (move Pass))`, `sites Between#moves(moves=move Pass())`},
		{Sites, `(sites Side N)`, `sites Side(side=CompassDirection:N)`},
		{Sites, `(sites Occupied by:P1 component:"A")`, `sites Occupied(by=RoleType:P1 component=String:A)`},
		{Sites, `(forEach of:(sites Board) (sites Empty))`, `sites.forEach#of(of=sites Board() sites=sites Empty())`},
		{Direction, `(directions {Forward Backward})`, `directions(directions=RelativeDirection{RelativeDirection:Forward RelativeDirection:Backward})`},
		{Direction, `(difference All N)`, `direction.difference(a=Direction:All b=Direction:N)`},
		{Graph, `(hex {3 4 5})`, `hex#shape(shape=Dim{3 4 5})`},
		{Graph, `(hex Star 3)`, `hex(shape=HexShape:Star a=3)`},
		{Graph, `(regular Star 5)`, `regular Star(a=5)`},
		{Graph, `(shift 1 0.5 (rectangle 2 3))`, `shift(x=1 y=0.5 graph=rectangle(a=2 b=3))`},
		{Graph, `(graph vertices:{{0 1} {0.5 2}} edges:{{0 1}})`, `graph(vertices=Float{Float{0 1} Float{0.5 2}} edges=Int{Int{0 1}})`},
		{Item, `(piece "A" P1 N (move Pass) maxState:3)`, `item.piece(name=String:A roleType=RoleType:P1 facing=DirectionFacing:N moves=move Pass() maxState=3)`},
		{Item, `(regions "A" P1 {(sites Top) (sites Left)} "b")`, `regions(name=String:A roleType=RoleType:P1 region=Sites{sites Top() sites Left()} hint=String:b)`},
		{EndRule, `(if True {(if False (result P1 Win))})`, `end.if(if=true rules=EndRule{end.if(if=false result=result(roleType=RoleType:P1 resultType=ResultType:Win))})`},
		{StartRule, `(place Stack items:{"A" "B"} 3)`, `place Stack(items=String{String:A String:B} where=3)`},
		{StartRule, `(place "A" {1 2})`, `place#many(item=String:A ints=Int{1 2})`},
		{StartRule, `(place "A")`, `place#many(item=String:A)`},
		{StartRule, `(place "A" 3)`, `place(item=String:A site=3)`},
	} {
		term, findings := CheckAs(parsed(t, c.text), c.as, Limits{})
		switch {
		case term == nil && len(findings) == 0:
			t.Errorf("%s: neither term nor finding", c.text)
		case term == nil && c.want != "":
			t.Errorf("%s: %v", c.text, findings)
		case term != nil && show(term) != c.want:
			t.Errorf("%s\n got  %s\n want %s", c.text, show(term), c.want)
		}
	}
}

func TestTerm(t *testing.T) {
	term, _ := CheckAs(parsed(t, `(set State Cell at:(to) Off (then (moveAgain)))`), Moves, Limits{})
	if term.Name() != "moves.set State" || term.Sort != Moves || term.Arg("at").Name() != "int.to" || term.Arg("level") != nil || term.Arg("nothing") != nil {
		t.Errorf("%s", show(term))
	}
	if off := term.Arg("value"); !off.Constant() || off.Int != -1 || off.Sort != Int || off.Arg("x") != nil {
		t.Errorf("Off is %+v", off)
	}
	var none *Term
	if none.Arg("x") != nil || none.Name() != "" || none.Constant() {
		t.Error("no term has something")
	}
	n := 0
	term.Walk(func(*Term) { n++ })
	if n != 6 {
		t.Errorf("%d terms", n)
	}
}

// TestLimits gives hostile descriptions: each must end in a finding, soon.
func TestLimits(t *testing.T) {
	nested := func(open, inner, shut string, n int) string {
		return strings.Repeat(open, n) + inner + strings.Repeat(shut, n)
	}
	for name, c := range map[string]struct {
		text string
		as   Sort
		lim  Limits
		want string // a code; "" for none
	}{
		"deep":              {nested("(not ", "True", ")", 200), Bool, Limits{}, ""},
		"too deep":          {nested("(not ", "True", ")", 150), Bool, Limits{Depth: 100}, CodeBudget},
		"deep and wrong":    {nested("(if (is In (to) (sites)) ", "(pas)", ")", 200), Moves, Limits{}, CodeLudeme},
		"ambiguous":         {nested("(+ 1 ", "x", ")", 200), Float, Limits{}, CodeConstant},
		"ambiguous lists":   {nested("(union {", "(sites Bord)", "})", 200), Sites, Limits{}, CodeConstant},
		"ambiguous sorts":   {"(note " + nested("(if True ", "(pass)", ")", 200) + ")", Moves, Limits{}, CodeLudeme},
		"lists of lists":    {nested("{", "1", "}", 900), Ints, Limits{}, CodeArgument},
		"wide":              {"(sites {" + strings.Repeat("1 ", 200_000) + "x})", Sites, Limits{}, CodeConstant},
		"wide and wrong":    {"(and {" + strings.Repeat("(pas) ", 100_000) + "})", Moves, Limits{}, CodeLudeme},
		"many arguments":    {"(or " + strings.Repeat("(pass) ", 100_000) + ")", Moves, Limits{}, CodeArgument},
		"few steps":         {"(and {" + strings.Repeat("(pass) ", 1000) + "})", Moves, Limits{Steps: 500}, CodeBudget},
		"few steps to tell": {"(and {" + strings.Repeat("(move Step 3 4 5 6 7) ", 1000) + "(pass)})", Moves, Limits{Steps: 3000}, CodeBudget},
	} {
		nodes, _ := parse.Parse("t.lud", c.text, parse.Limits{})
		if len(nodes) != 1 {
			t.Fatal(name)
		}
		term, findings := CheckAs(nodes[0], c.as, c.lim)
		found := c.want == "" && len(findings) == 0
		for _, f := range findings {
			found = found || f.Code == c.want
		}
		if !found || (term == nil) != (c.want != "") || len(findings) > mostFindings+1 {
			t.Errorf("%s: %d findings, wanted %s: %.300s", name, len(findings), c.want, findings.Error())
		}
	}
	if _, findings := Check(nil, Limits{}); len(findings) == 0 {
		t.Error("no description, no finding")
	}
}

// TestVia: a finding names the define that the fault is in.
func TestVia(t *testing.T) {
	d, findings := expand.Expand("g.lud", "(define \"A\" (move Stp (to)))\n(game \"G\" (players 2) (equipment {(board (square 3))}) (rules (play \"A\") (end (if True (result P1 Win)))))", expand.Options{})
	if findings.Errors() > 0 {
		t.Fatal(findings)
	}
	_, findings = Check(d.Root, Limits{})
	if len(findings) != 1 || findings[0].Pos.Line != 1 || findings[0].File != "g.lud" || !strings.Contains(findings[0].Note, `in the define "A", used at`) {
		t.Errorf("%+v", findings)
	}
}
