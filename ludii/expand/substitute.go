package expand

import (
	"fmt"
	"strconv"
	"strings"

	"ludens/diag"
	"ludens/ludii/parse"
)

// substitution is one use of a define: its body is copied, with the arguments in
// the places of the placeholders.
type substitution struct {
	e      *expander
	args   []*parse.Node
	origin *parse.Origin // of the copies
}

// argument is what #number stands for; nil if there is none.
func (s *substitution) argument(number string) *parse.Node {
	k, err := strconv.Atoi(number)
	if err != nil || k < 1 || k > len(s.args) {
		return nil
	}
	return s.args[k-1]
}

// copy appends a copy of n.
func (s *substitution) copy(dst []*parse.Node, n *parse.Node) []*parse.Node {
	s.e.spend(n)
	if s.e.stop {
		return dst
	}
	if n.Kind == parse.Param {
		arg := s.argument(n.Text[1:])
		if arg == nil {
			return dst
		}
		from := len(dst)
		return s.e.labelFirst(append(dst, arg), from, n)
	}
	c := *n
	c.Origin = s.origin
	switch n.Kind {
	case parse.Call, parse.Array:
		c.Children = make([]*parse.Node, 0, len(n.Children))
		for _, child := range n.Children {
			c.Children = s.copy(c.Children, child)
		}
	case parse.String, parse.Name:
		if strings.IndexByte(n.Text, '#') >= 0 {
			c.Text = s.fill(n)
		}
	}
	return append(dst, &c)
}

// fill replaces the placeholders inside of a word or a string.
func (s *substitution) fill(n *parse.Node) string {
	var b strings.Builder
	rest := n.Text
	for {
		at := strings.IndexByte(rest, '#')
		if at < 0 {
			break
		}
		end := at + 1
		for end < len(rest) && rest[end] >= '0' && rest[end] <= '9' {
			end++
		}
		b.WriteString(rest[:at])
		if end == at+1 {
			b.WriteByte('#')
		} else if arg := s.argument(rest[at+1 : end]); arg != nil && !isHole(arg) {
			if len(arg.Children) > 0 {
				s.e.add(finding(diag.Error, CodeWord, n, fmt.Sprintf("the argument %s inside of a word stands for %s, not for a word", rest[at:end], arg.Kind), ""))
			} else {
				b.WriteString(arg.Text)
			}
		}
		rest = rest[end:]
		if b.Len() > mostWord {
			s.e.exhaust(n)
			return n.Text
		}
	}
	b.WriteString(rest)
	if s.e.text += b.Len(); s.e.text > s.e.lim.Bytes {
		s.e.exhaust(n)
	}
	return b.String()
}
