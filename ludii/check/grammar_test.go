package check

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"ludens/internal/sharedtest"
)

// symbols are the grammar's names of sorts that the table calls otherwise, and of
// ludemes that it names with their package.
var symbols = map[string]string{
	"players.player": "seat", "rules.rules": "rules", "phase.phase": "phase", "start.deal": "startRule",
	"moves.from": "from", "moves.to": "to", "moves.between": "between", "moves.piece": "piece", "moves.player": "player",
	"equipment.values": "values", "equipment.hint": "hint", "equipment.card": "card", "board.track": "track",
	"math.count": "itemCount", "math.pair": "pair", "end.score": "endScore", "end.if": "if", "effect.step": "step",
	"intArray.math.difference": "difference", "regionTypeStatic": "regionStatic", "regionTypeDynamic": "regionDynamic",
	"puzzleElementType": "puzzleElement", "tilingBoardlessType": "boardlessType", "triShapeType": "triShape",
	"hexShapeType": "hexShape", "squareShapeType": "squareShape", "brickShapeType": "brickShape",
	"concentricShapeType": "concentricShape", "equipment.trackStep": "trackStep",
	"playersManyType": "playersMany", "playersTeamType": "playersTeam",
}

// notOurs are alternatives of the grammar file that descriptions cannot use, or
// that the table says in another way.
var notOurs = regexp.MustCompile(`^\((region[ )]|graph\)|graph <graph>\))`)

// deliberate are alternatives that the table has otherwise.
var deliberate = map[string]string{
	"(forEach [<roleType> | Track] if:<boolean> <result>)": "(forEach [<roleType>] if:<boolean> <result>)", // and one with Track
	"(sites ({<int>} | <ints>))":                           "(sites <ints>)",                               // which {<int>} is
	"(swap Pieces [<int> <int>] [<then>])":                 "(swap Pieces [<int>] [<int>] [<then>])",       // as (move Swap Pieces …)
	// The signs between the alternatives are missing in the file.
	"(move Swap Players (<int> <roleType>) (<int> <roleType>) [<then>])": "(move Swap Players (<int> | <roleType>) (<int> | <roleType>) [<then>])",
}

type production struct {
	alternatives []string
	constants    bool // nothing but words
}

// readGrammar splits the grammar file into productions.
func readGrammar(t *testing.T) map[string]*production {
	text, err := os.ReadFile(sharedtest.Path(t, "spec", "ludii-grammar.txt"))
	if err != nil {
		t.Skip(err)
	}
	begins := regexp.MustCompile(`^<(\S+)>\s+::= (.*)$`)
	bodies := map[string]string{}
	name := ""
	for _, line := range strings.Split(string(text), "\n") {
		if m := begins.FindStringSubmatch(line); m != nil {
			name = m[1]
			bodies[name] += " | " + m[2]
		} else if name != "" && strings.HasPrefix(line, " ") {
			bodies[name] += " " + strings.TrimSpace(line)
		} else {
			name = ""
		}
	}
	out := map[string]*production{}
	for name, body := range bodies {
		p := &production{constants: true}
		depth, from := 0, 0
		body = strings.TrimPrefix(body, " | ") + " | "
		for i, c := range body {
			switch {
			case strings.ContainsRune("([{", c):
				depth++
			case strings.ContainsRune(")]}", c):
				depth--
			case c == '|' && depth == 0:
				a := strings.Join(strings.Fields(body[from:i]), " ")
				from = i + 1
				p.alternatives = append(p.alternatives, a)
				p.constants = p.constants && regexp.MustCompile(`^\w+$`).MatchString(a)
			}
		}
		out[name] = p
	}
	return out
}

// choices expands the first enumeration that is left in a signature; nothing if
// there is none.
func choices(signature string, grammar map[string]*production, from int) [][]string {
	at := regexp.MustCompile(`\[?<([\w.]+)>\]?`)
	var out [][]string
	for _, m := range at.FindAllStringSubmatchIndex(signature[from:], -1) {
		name := signature[from+m[2] : from+m[3]]
		if p := grammar[name]; p != nil && p.constants {
			var all []string
			for _, c := range p.alternatives {
				all = append(all, signature[:from+m[0]]+c+signature[from+m[1]:])
			}
			if signature[from+m[0]] == '[' {
				all = append(all, signature[:from+m[0]-1]+signature[from+m[1]:])
			}
			out = append(out, all)
		}
	}
	return out
}

// TestGrammar holds the table against the grammar file: every alternative of the
// file is a form, or several where it has a choice of words, and every form is
// one of the file.
func TestGrammar(t *testing.T) {
	table, grammar := grammar(), readGrammar(t)
	symbol := regexp.MustCompile(`<[\w.]+>`)
	rename := func(s string) string {
		return symbol.ReplaceAllStringFunc(s, func(m string) string {
			if to := symbols[m[1:len(m)-1]]; to != "" {
				return "<" + to + ">"
			}
			return m
		})
	}
	ours := map[string]bool{"(forEach Track if:<boolean> <result>)": true}
	for _, f := range Forms() {
		ours[f.String()] = ours[f.String()]
	}
	use := func(s string) bool {
		if _, ok := ours[rename(s)]; !ok {
			return false
		}
		ours[rename(s)] = true
		return true
	}
	seen := 0
	for _, name := range sortedKeys(grammar) {
		for _, a := range grammar[name].alternatives {
			if !strings.HasPrefix(a, "(") || notOurs.MatchString(a) {
				continue
			}
			seen++
			a = spaced(a)
			if other := deliberate[a]; other != "" {
				a = other
			}
			found := use(a)
			if optional := regexp.MustCompile(` \[([A-Z]\w+)\]`); optional.MatchString(a) {
				with, without := use(optional.ReplaceAllString(a, " $1")), use(optional.ReplaceAllString(a, ""))
				found = with && without
			}
			for _, all := range choices(a, grammar, 0) {
				if !found {
					used := 0
					for _, s := range all {
						if use(s) {
							used++
						}
					}
					found = used == len(all)
				}
			}
			if !found {
				t.Errorf("<%s>: no form %s", name, rename(a))
			}
		}
	}
	var extra []string
	for _, s := range sortedKeys(ours) {
		if !ours[s] {
			extra = append(extra, s)
		}
	}
	slices.Sort(extra)
	for _, s := range extra {
		t.Errorf("not in the grammar: %s", s)
	}
	t.Logf("%d alternatives, %d forms", seen, len(Forms()))
	for name, p := range grammar {
		if !p.constants {
			continue
		}
		as := name
		if to := symbols[name]; to != "" {
			as = to
		}
		i := slices.IndexFunc(sortNames[:], func(s string) bool { return strings.EqualFold(s, as) })
		if i < 0 || Sort(i) == String {
			continue // words
		}
		set := map[string]bool{}
		for _, c := range p.alternatives {
			set[c] = true
		}
		if got, want := strings.Join(sortedKeys(table.constants[i]), " "), strings.Join(sortedKeys(set), " "); got != want {
			t.Errorf("<%s> is\n %s, not\n %s", name, got, want)
		}
	}
}

// spaced puts one space around parts.
func spaced(s string) string {
	s = regexp.MustCompile(`\]\[`).ReplaceAllString(s, "] [")
	s = regexp.MustCompile(`([\]}>)])([\[{(<])`).ReplaceAllStringFunc(s, func(m string) string { return m[:1] + " " + m[1:] })
	return s
}
