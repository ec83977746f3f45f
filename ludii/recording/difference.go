package recording

import (
	"fmt"
	"strings"
)

// mostTexts is how many texts a difference lists at most.
const mostTexts = 5

// Difference is where an engine first left a recording.
type Difference struct {
	Recording string `json:"recording,omitempty"` // the file, set by Verify
	Ply       int    `json:"ply"`
	// Kind is "start" (the initial digest), "over" (one has ended, the other not),
	// "legal count", "legal texts" (where no hashes were recorded), "successors",
	// "chosen move" (not found), "digest" (after it), or "ranking".
	Kind   string `json:"kind"`
	Want   string `json:"want,omitempty"` // as recorded
	Got    string `json:"got,omitempty"`
	Move   string `json:"move,omitempty"`   // what it is about
	Wrong  int    `json:"wrong,omitempty"`  // successors not recorded, of all
	Places string `json:"places,omitempty"` // of digests: where they differ

	Missing []string `json:"missing,omitempty"` // recorded legal texts that the engine has not; the first few
	Extra   []string `json:"extra,omitempty"`   // and the other way round

	Before      string `json:"before,omitempty"`      // the digest of the position
	Played      string `json:"played,omitempty"`      // what was applied before, as recorded
	Applied     string `json:"applied,omitempty"`     // what was applied here, as recorded
	AppliedHere string `json:"appliedHere,omitempty"` // and by the engine, if it tells
	X           string `json:"x,omitempty"`           // recorded further state before
}

func (r *replay) differs(ply int, kind, want, got string) *Difference {
	return &Difference{Ply: ply, Kind: kind, Want: want, Got: got, Before: r.before, Played: r.played, X: r.x}
}

func (r *replay) digestDiffers(ply int, kind, want, got string) *Difference {
	d := r.differs(ply, kind, want, got)
	d.Places = Compare(want, got)
	return d
}

// noteTexts lists legal texts that only one of both has. Where not all recorded
// texts are known, those of the engine behind the known ones are not compared.
func (r *replay) noteTexts(d *Difference, p *Ply) {
	add := func(to *[]string, text string) {
		if len(*to) < mostTexts {
			*to = append(*to, text)
		}
	}
	j := 0
	for _, i := range r.order {
		text := r.texts[i]
		for j < len(p.Legal) && p.Legal[j] < text {
			add(&d.Missing, p.Legal[j])
			j++
		}
		switch {
		case j < len(p.Legal) && p.Legal[j] == text:
			j++
		case j < len(p.Legal) || p.LegalHash == "":
			add(&d.Extra, text)
		}
	}
	for ; j < len(p.Legal); j++ {
		add(&d.Missing, p.Legal[j])
	}
}

// Error is the difference in a line.
func (d *Difference) Error() string {
	var b strings.Builder
	if d.Recording != "" {
		fmt.Fprintf(&b, "%s: ", d.Recording)
	}
	fmt.Fprintf(&b, "ply %d, %s", d.Ply, d.Kind)
	if d.Move != "" {
		fmt.Fprintf(&b, " of %s", clip(d.Move, 160))
	}
	if d.Wrong > 1 {
		fmt.Fprintf(&b, " and %d more", d.Wrong-1)
	}
	switch {
	case d.Places != "":
		fmt.Fprintf(&b, ": %s", d.Places)
		if d.Kind == "successors" && d.Applied == "" {
			fmt.Fprintf(&b, "; recorded hash %s", clip(d.Want, 80))
		}
	case d.Want != "" || d.Got != "":
		fmt.Fprintf(&b, ": recorded %s, here %s", clip(d.Want, 300), clip(d.Got, 300))
	}
	if len(d.Missing) > 0 {
		fmt.Fprintf(&b, "; missing %s", clip(strings.Join(d.Missing, " , "), 400))
	}
	if len(d.Extra) > 0 {
		fmt.Fprintf(&b, "; extra %s", clip(strings.Join(d.Extra, " , "), 400))
	}
	return b.String()
}

// Report is the difference over several lines, with all that helps to find its
// cause.
func (d *Difference) Report() string {
	var b strings.Builder
	b.WriteString(d.Error())
	for _, l := range []struct{ name, text string }{
		{"before", d.Before},
		{"state", d.X},
		{"played", d.Played},
		{"applied, recorded", d.Applied},
		{"applied, here", d.AppliedHere},
		{"want", d.Want},
		{"got", d.Got},
	} {
		if l.text != "" {
			fmt.Fprintf(&b, "\n\t%s: %s", l.name, clip(l.text, 2000))
		}
	}
	return b.String()
}
