package device

import (
	"fmt"
	"strconv"
	"strings"
)

// Choice says where nets are to be computed. The zero value is Auto.
type Choice struct {
	Kind   Kind
	Number int // of the card, from 0
}

// Kind of a choice.
type Kind int

// The kinds.
const (
	// Auto takes a card if one is found.
	Auto Kind = iota
	// CPU takes the processor.
	CPU
	// GPU takes a card, and says so if there is none.
	GPU
	// Go is GoMLX's back end in Go in the place of a card: slow, to test everything but the card.
	Go
)

// UnmarshalText reads auto, cpu, gpu, gpu:N or go.
func (c *Choice) UnmarshalText(text []byte) error {
	word, number, numbered := strings.Cut(string(text), ":")
	kinds := map[string]Kind{"auto": Auto, "cpu": CPU, "gpu": GPU, "go": Go}
	k, ok := kinds[strings.ToLower(word)]
	if !ok || numbered && k != GPU {
		return fmt.Errorf("want auto, cpu, gpu, gpu:N or go, found %q", text)
	}
	n := 0
	if numbered {
		var err error
		if n, err = strconv.Atoi(number); err != nil || n < 0 || n > 255 {
			return fmt.Errorf("want gpu:0 to gpu:255, found %q", text)
		}
	}
	*c = Choice{k, n}
	return nil
}

// String writes what UnmarshalText reads.
func (c Choice) String() string {
	switch {
	case c.Kind == GPU && c.Number > 0:
		return fmt.Sprintf("gpu:%d", c.Number)
	case c.Kind >= Auto && c.Kind <= Go:
		return [...]string{"auto", "cpu", "gpu", "go"}[c.Kind]
	}
	return "?"
}

// MarshalText is String.
func (c Choice) MarshalText() ([]byte, error) { return []byte(c.String()), nil }
