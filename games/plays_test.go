package games

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"ludens/game"
	"ludens/game/gametest"
)

// The plays are matches whose truth is known without the engine: from published
// counts, from arithmetic, or from playing them on a real board. A file holds
// plays that begin with "== title"; each begins at the first position. A line is
//
//	# remark
//	MOVE             by the seat that has it; every other seat must have no choice
//	MOVE | MOVE …    a joint move in role order
//	legal ROLE N     the role has N moves
//	can ROLE MOVE    and cannot ROLE MOVE
//	true FLUENT      and false FLUENT
//	sees ROLE TEXT…  exactly what the last step told the role
//	running          the match is not over
//	end N …          the match is over with these goals in role order
//	perft N …        the numbers of move sequences of length 1, 2, … from here
func TestPlays(t *testing.T) {
	for _, e := range List() {
		t.Run(e.Name, func(t *testing.T) {
			t.Parallel()
			path := filepath.Join("testdata", "plays", e.Name+".txt")
			data, err := os.ReadFile(path)
			if err != nil {
				t.Fatalf("the game has no plays: %v", err)
			}
			g := openGame(t, e.Name)
			ends := 0
			var p *play
			for i, line := range strings.Split(string(data), "\n") {
				line = strings.TrimSpace(line)
				switch {
				case line == "" || strings.HasPrefix(line, "#"):
					continue
				case strings.HasPrefix(line, "== "):
					p = &play{m: g.NewMachine(), f: g.Facts()}
					continue
				case p == nil:
					t.Fatalf("%s:%d: the file must begin with a title", path, i+1)
				}
				if strings.HasPrefix(line, "end ") {
					ends++
				}
				if err := p.line(t, line); err != nil {
					t.Fatalf("%s:%d: %s: %v\n%s", path, i+1, line, err, p.position())
				}
			}
			if ends == 0 {
				t.Errorf("%s plays no match to its end", path)
			}
		})
	}
}

type play struct {
	m game.Machine
	f *game.Facts
}

func (p *play) position() string {
	return strings.Join(p.m.(game.Lister).Fluents(nil), " ")
}

func (p *play) line(t *testing.T, line string) error {
	word, rest, _ := strings.Cut(line, " ")
	first, second, _ := strings.Cut(rest, " ")
	switch word {
	case "legal", "can", "cannot", "sees":
		seat := p.f.SeatByName(first)
		if seat < 0 {
			return fmt.Errorf("no role %s", first)
		}
		return p.ask(word, seat, strings.TrimSpace(second))
	case "true", "false":
		holds := slices.Contains(p.m.(game.Lister).Fluents(nil), rest)
		if holds != (word == "true") {
			return fmt.Errorf("it is %v", holds)
		}
		return nil
	case "running":
		if p.m.Terminal() {
			return fmt.Errorf("the match is over with %v", goals(p.m))
		}
		return nil
	case "end":
		return p.end(strings.Fields(rest))
	case "perft":
		for i, want := range strings.Fields(rest) {
			got, _, err := gametest.Perft(t.Context(), p.m, i+1)
			if err != nil {
				return err
			}
			if strconv.FormatUint(got, 10) != want {
				return fmt.Errorf("%d sequences of length %d, want %s", got, i+1, want)
			}
		}
		return nil
	}
	if strings.Contains(line, "|") {
		return p.joint(strings.Split(line, "|"))
	}
	return p.single(line)
}

func (p *play) ask(word string, seat int, text string) error {
	if word == "sees" {
		got := p.m.(game.Perceiver).Percepts(seat, nil)
		if strings.Join(got, " ") != text {
			return fmt.Errorf("saw %q", got)
		}
		return nil
	}
	texts, byText := moves(p.m, seat)
	if word == "legal" {
		if strconv.Itoa(len(texts)) != text {
			return fmt.Errorf("has %d moves: %s", len(texts), strings.Join(texts, " "))
		}
		return nil
	}
	if _, ok := byText[text]; ok != (word == "can") {
		return fmt.Errorf("has the moves %s", strings.Join(texts, " "))
	}
	return nil
}

func (p *play) end(want []string) error {
	if !p.m.Terminal() {
		return fmt.Errorf("the match goes on")
	}
	if err := p.m.Err(); err != nil {
		return err
	}
	var got []string
	for _, values := range goals(p.m) {
		got = append(got, strings.Join(values, "+"))
	}
	if got = p.f.ByRole(got); !slices.Equal(got, want) {
		return fmt.Errorf("the goals are %v", got)
	}
	return nil
}

func (p *play) joint(texts []string) error {
	for i := range texts {
		texts[i] = strings.TrimSpace(texts[i])
	}
	if len(texts) != len(p.f.Seats) {
		return fmt.Errorf("%d moves for %d roles", len(texts), len(p.f.Seats))
	}
	var joint []game.Move
	for seat, text := range p.f.BySeat(texts) {
		_, byText := moves(p.m, seat)
		v, ok := byText[text]
		if !ok {
			return fmt.Errorf("%s is not legal for %s", text, p.f.Seats[seat])
		}
		joint = append(joint, v)
	}
	return p.step(joint)
}

func (p *play) single(text string) error {
	var joint []game.Move
	found := false
	for seat, name := range p.f.Seats {
		texts, byText := moves(p.m, seat)
		v, ok := byText[text]
		switch {
		case ok && !found:
			found = true
		case len(texts) == 1:
			v = byText[texts[0]]
		default:
			return fmt.Errorf("%s has %d moves: %s", name, len(texts), strings.Join(texts, " "))
		}
		joint = append(joint, v)
	}
	if !found {
		return fmt.Errorf("nobody has this move")
	}
	return p.step(joint)
}

func (p *play) step(joint []game.Move) error {
	if p.m.Terminal() {
		return fmt.Errorf("the match is over with %v", goals(p.m))
	}
	p.m.Step(joint)
	return p.m.Err()
}
