package topology

import (
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// node is just enough of a tree for the boards of expanded descriptions.
type node struct {
	name, word, key string
	args            []*node
}

func (n *node) Name() string   { return n.name }
func (n *node) Word() string   { return n.word }
func (n *node) Key() string    { return n.key }
func (n *node) Len() int       { return len(n.args) }
func (n *node) Arg(i int) Node { return n.args[i] }

// parse reads one node; nil at the end of the text or of a list.
func parse(text *string, depth int) *node {
	s := strings.TrimLeft(*text, " \t\r\n")
	if s == "" || depth > 300 {
		*text = ""
		return nil
	}
	switch s[0] {
	case ')', '}':
		*text = s[1:]
		return nil
	case '(', '{':
		n := &node{name: "{"}
		rest := s[1:]
		for {
			c := parse(&rest, depth+1)
			if c == nil {
				break
			}
			n.args = append(n.args, c)
		}
		if s[0] == '(' {
			n.name = "("
			if len(n.args) > 0 {
				n.name, n.args = n.args[0].word, n.args[1:]
			}
		}
		*text = rest
		return n
	case '"':
		end := strings.IndexByte(s[1:], '"')
		if end < 0 {
			*text = ""
			return nil
		}
		*text = s[end+2:]
		return &node{word: s[1 : end+1]}
	}
	end := strings.IndexAny(s, " \t\r\n(){}\"")
	if end < 0 {
		end = len(s)
	}
	word := s[:end]
	*text = s[end:]
	if key, value, ok := strings.Cut(word, ":"); ok && key != "" {
		if value != "" {
			return &node{key: key, word: value}
		}
		if c := parse(text, depth+1); c != nil {
			c.key = key
			return c
		}
	}
	return &node{word: word}
}

var containers = regexp.MustCompile(`\((board|mancalaBoard|surakartaBoard|boardless)\s`)

// boardOf finds the container of a description.
func boardOf(text string) *node {
	at := containers.FindStringIndex(text)
	if at == nil {
		return nil
	}
	text = text[at[0]:]
	return parse(&text, 0)
}

func rowsOf(t *testing.T, path string) [][]string {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var rows [][]string
	for line := range strings.Lines(string(data)) {
		rows = append(rows, strings.Split(strings.TrimRight(line, "\r\n"), "\t"))
	}
	return rows[1:]
}

// TestRecorded compares boards with the recorded ones. By default a few boards
// that must be exact; LUDENS_BOARDS=all compares all of them and counts,
// LUDENS_BOARDS=diff says for every other board in what it differs first.
func TestRecorded(t *testing.T) {
	shared := sharedDir(t)
	base := filepath.Join(shared, "conformance", "ludii")
	stem := map[string]string{}
	for _, row := range rowsOf(t, filepath.Join(base, "games.tsv")) {
		stem[row[0]] = row[len(row)-2]
	}
	games := map[string][]string{}
	total := 0
	for _, row := range rowsOf(t, filepath.Join(base, "topology", "index.tsv")) {
		total++
		games[row[1]] = append(games[row[1]], row[0])
	}
	mode := os.Getenv("LUDENS_BOARDS")
	must := map[string]bool{}
	for _, id := range exactBoards {
		must[id] = true
	}
	boards, exact, exactGames, butPhase, butPhaseGames := 0, 0, 0, 0, 0
	var exactIDs []string
	for _, id := range slices.Sorted(maps.Keys(games)) {
		if _, err := os.Stat(filepath.Join(base, "topology", id+".json.gz")); err != nil {
			continue // games without one board: boardless, matches
		}
		boards++
		if mode == "" && !must[id] {
			continue
		}
		text, err := unzip(filepath.Join(base, "expanded", stem[games[id][0]]+".lud.gz"))
		if err != nil {
			t.Fatal(err)
		}
		board := boardOf(string(text))
		if board == nil {
			t.Errorf("%s: no board in %s", id, games[id][0])
			continue
		}
		var what string
		if g, err := Eval(board); err != nil {
			what = err.Error()
			var u *Unsupported
			if !errors.As(err, &u) {
				t.Errorf("%s (%s): %v", id, games[id][0], err)
			}
		} else if top, err := Measure(g); err != nil {
			what = err.Error()
		} else {
			want := readRecorded(t, shared, id)
			if d := differences(top, want); len(d) > 0 {
				first := slices.Sorted(maps.Keys(d))[0]
				if len(d) == 2 && d["Edge phase"] != "" && d["Edge set phases"] != "" {
					butPhase++
					butPhaseGames += len(games[id])
				}
				what = fmt.Sprintf("%s: %s (%d matters)", first, d[first], len(d))
				if mode == "diff" {
					what += fmt.Sprint(slices.Sorted(maps.Keys(d)))
				}
			}
		}
		if what == "" {
			exact++
			exactGames += len(games[id])
			exactIDs = append(exactIDs, id)
			continue
		}
		if must[id] {
			t.Errorf("%s (%s) is not exact: %s", id, games[id][0], what)
		} else if mode == "diff" {
			t.Logf("%s %d games (%s): %.600s", id, len(games[id]), games[id][0], what)
		}
	}
	if mode == "" {
		t.Logf("exact %d of %d boards in the sample", exact, len(exactBoards))
		return
	}
	t.Logf("exact %d of %d boards (%d of %d games)", exact, boards, exactGames, total)
	t.Logf("and %d boards (%d games) but for the phases of edges", butPhase, butPhaseGames)
	if mode == "ids" {
		t.Log(strings.Join(exactIDs, " "))
	}
}

// exactBoards are boards that must stay exact.
var exactBoards = []string{
	"0f7373c44f91ded9", "1462458234f2063f", "1d066af3cd47945b", "393b49509d0ebc49",
	"3fd9cf7d2ed2df58", "441dace2d9e21a2a", "6cc8823fda37f6fc", "6cd8822fb7ee292e",
	"7277db0cf8215ec2", "92cccd4bdcc247cf", "a2ec1a709f337330", "a6392c0aaabd881a",
	"b5a586d0d63bc5fb", "bd4ccfc0a016b862", "e3401c2c92ce770f", "f509facfbc079934",
	"ff56cbb207d2b36e",
}
