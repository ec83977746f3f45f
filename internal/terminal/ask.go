// Package terminal lets a person choose moves by typing.
//
// It promises to return only moves that were offered, however odd the typing, and
// to stop when its context ends or the input does. It never knows a game: boards
// come as text, moves as labels. Its neighbour is cmd/gamemaster, which gives a
// person's seat the same answers as any player's.
package terminal

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Errors of Choose.
var (
	ErrQuit = errors.New("the person left the match")
	ErrEnd  = errors.New("the input has ended")
)

// Person is somebody at a terminal. Make one per input: two would take each
// other's lines.
type Person struct {
	lines chan string
	out   io.Writer
	turn  chan struct{} // holds one token: one question at a time
}

// New starts to read lines from in; questions go to out. The reading cannot be
// interrupted where the system offers no way to, so it goes on until the input
// or the process ends.
func New(in io.Reader, out io.Writer) *Person {
	p := &Person{lines: make(chan string), out: out, turn: make(chan struct{}, 1)}
	go func() {
		defer close(p.lines)
		s := bufio.NewScanner(in)
		s.Buffer(nil, 1<<20)
		for s.Scan() {
			p.lines <- s.Text()
		}
	}()
	return p
}

// Question is a choice to be made.
type Question struct {
	Role  string   // whose move it is
	Turn  int      // joint moves made so far
	Board string   // picture of the position; may be empty
	Moves []string // labels of the legal moves, at least one
}

const help = `Type the number of a move, or the move itself (parentheses may be left out), or
  moves    to see the legal moves again
  board    to see the position again
  WORD…    to see the legal moves that have these words in them
  quit     to leave the match
`

// Choose asks until a legal move is chosen and returns its index. With one legal
// move there is nothing to ask: it is told and made. Questions asked at the same
// time, for two people at one terminal, come one after the other.
func (p *Person) Choose(ctx context.Context, q Question) (int, error) {
	select {
	case p.turn <- struct{}{}:
		defer func() { <-p.turn }()
	case <-ctx.Done():
		return 0, ctx.Err()
	}
	if q.Board != "" {
		fmt.Fprintf(p.out, "\n%s\n", strings.TrimRight(q.Board, "\n"))
	}
	if len(q.Moves) == 1 {
		fmt.Fprintf(p.out, "turn %d, %s: the only move is %s\n", q.Turn+1, q.Role, q.Moves[0])
		return 0, nil
	}
	all := make([]int, len(q.Moves))
	for i := range all {
		all[i] = i
	}
	p.list(q, all)
	for {
		fmt.Fprintf(p.out, "turn %d, %s, your move (1-%d, or help): ", q.Turn+1, q.Role, len(q.Moves))
		select {
		case <-ctx.Done():
			fmt.Fprintln(p.out)
			return 0, ctx.Err()
		case line, ok := <-p.lines:
			if !ok {
				fmt.Fprintln(p.out)
				return 0, ErrEnd
			}
			switch word := strings.ToLower(strings.TrimSpace(line)); {
			case word == "":
			case word == "quit", word == "exit":
				return 0, ErrQuit
			case word == "help", word == "?":
				fmt.Fprint(p.out, help)
			case word == "moves":
				p.list(q, all)
			case word == "board":
				fmt.Fprintf(p.out, "%s\n", strings.TrimRight(q.Board, "\n"))
			default:
				i, near := find(q.Moves, line)
				if i >= 0 {
					return i, nil
				}
				if len(near) == 0 {
					fmt.Fprintf(p.out, "%s is not a legal move. ", clip(line))
				} else {
					p.list(q, near)
				}
			}
		}
	}
}

// list prints moves with their numbers, in as many columns as fit.
func (p *Person) list(q Question, which []int) {
	const width, most = 78, 400
	cells := make([]string, 0, len(which))
	longest := 0
	for _, i := range which[:min(len(which), most)] {
		c := fmt.Sprintf("%4d %s", i+1, q.Moves[i])
		longest = max(longest, utf8.RuneCountInString(c))
		cells = append(cells, c)
	}
	columns := max(1, width/(longest+2))
	rows := (len(cells) + columns - 1) / columns
	for r := range rows {
		var b strings.Builder
		for i := r; i < len(cells); i += rows {
			b.WriteString(cells[i] + strings.Repeat(" ", longest+2-utf8.RuneCountInString(cells[i])))
		}
		fmt.Fprintln(p.out, strings.TrimRight(b.String(), " "))
	}
	if len(which) > most {
		fmt.Fprintf(p.out, "     and %d more; type words of a move to see those that have them\n", len(which)-most)
	}
}

// find looks for the move somebody meant, by text or by number. Otherwise it gives
// -1 and the moves that have all the words.
func find(moves []string, line string) (int, []int) {
	typed := words(line)
	if len(typed) == 1 {
		// A number is a move's number, unless it is a move's text.
		for i, m := range moves {
			if strings.EqualFold(strings.TrimSpace(m), typed[0]) {
				return i, nil
			}
		}
		if n, err := strconv.Atoi(typed[0]); err == nil && n >= 1 && n <= len(moves) {
			return n - 1, nil
		}
	}
	if len(typed) == 0 {
		return -1, nil
	}
	exact, near := -1, []int(nil)
	for i, m := range moves {
		have := words(m)
		if strings.EqualFold(strings.Join(have, " "), strings.Join(typed, " ")) {
			if exact >= 0 {
				return -1, []int{exact, i} // differ in parentheses or case only
			}
			exact = i
		}
		if containsAll(have, typed) {
			near = append(near, i)
		}
	}
	return exact, near
}

// words splits a move's text at blanks and parentheses.
func words(s string) []string {
	return strings.FieldsFunc(s, func(r rune) bool { return unicode.IsSpace(r) || r == '(' || r == ')' })
}

// containsAll reports whether every wanted word is among have, in any order.
func containsAll(have, wanted []string) bool {
	left := append([]string(nil), have...)
next:
	for _, w := range wanted {
		for i, h := range left {
			if strings.EqualFold(h, w) {
				left = append(left[:i], left[i+1:]...)
				continue next
			}
		}
		return false
	}
	return true
}

func clip(s string) string {
	if len(s) > 60 {
		return s[:60] + "…"
	}
	return s
}
