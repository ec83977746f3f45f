// Package curve draws how a run of tuning has gone, as SVG: the rating with its interval
// above, the losses below, over the hours worked. Written by hand, because a dependency
// would be larger than the two hundred lines.
//
// The promise: the same points give the same bytes, and any points give a picture that
// parses as XML. It reads nothing but what it is given; neighbour: tune/run, whose history
// it draws.
package curve

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"math"

	"ludens/tune/run"
)

// The picture, in units of SVG.
const (
	width, height      = 760, 520
	left, right        = 64, 16
	top, gap, bottom   = 40, 44, 40
	panelWidth         = width - left - right
	panelHeight        = (height - top - gap - bottom) / 2
	ratingColour       = "#1f5fa8"
	policyColour       = "#b0413e"
	valueColour        = "#3b7d3b"
	gridColour         = "#dddddd"
	fontSize, halfLine = 12, 4
)

// Draw draws points, in the order of time, under a title.
func Draw(title string, points []run.Point) []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" width="%d" height="%d" font-family="sans-serif" font-size="%d">`+"\n", width, height, width, height, fontSize)
	fmt.Fprintf(&b, `<rect width="%d" height="%d" fill="white"/>`+"\n", width, height)
	fmt.Fprintf(&b, `<text x="%d" y="22" font-size="15">%s</text>`+"\n", left, escape(title))
	hours := 0.0
	for _, p := range points {
		hours = max(hours, finite(p.Elapsed)/3600)
	}
	if hours <= 0 {
		hours = 1
	}
	rating(&b, points, hours)
	losses(&b, points, hours)
	b.WriteString("</svg>\n")
	return b.Bytes()
}

func escape(s string) string {
	var b bytes.Buffer
	_ = xml.EscapeText(&b, []byte(s)) // a Buffer does not fail
	return b.String()
}

func finite(x float64) float64 {
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return 0
	}
	return x
}

// panel is a coordinate system.
type panel struct {
	b        *bytes.Buffer
	top      float64
	low, end float64 // of the y axis
	hours    float64
}

func (p *panel) x(hours float64) float64 { return left + hours/p.hours*panelWidth }

func (p *panel) y(v float64) float64 {
	return p.top + panelHeight*(1-(v-p.low)/(p.end-p.low))
}

// newPanel draws axes that hold all values.
func newPanel(b *bytes.Buffer, at float64, values []float64, hours float64, name string) *panel {
	low, high := 0.0, 0.0
	for _, v := range values {
		low, high = min(low, finite(v)), max(high, finite(v))
	}
	if high <= low {
		high = low + 1
	}
	step := nice((high - low) / 4)
	p := &panel{b: b, top: at, low: math.Floor(low/step) * step, end: math.Ceil(high/step) * step, hours: hours}
	for i := 0; p.low+float64(i)*step <= p.end+step/2; i++ {
		v := p.low + float64(i)*step
		fmt.Fprintf(b, `<line x1="%d" x2="%d" y1="%.1f" y2="%.1f" stroke="%s"/>`, left, width-right, p.y(v), p.y(v), gridColour)
		fmt.Fprintf(b, `<text x="%d" y="%.1f" text-anchor="end">%.4g</text>`+"\n", left-8, p.y(v)+halfLine, v+0)
	}
	across := nice(hours / 6)
	for i := 0; float64(i)*across <= hours+across/1e6; i++ {
		x := p.x(float64(i) * across)
		fmt.Fprintf(b, `<line x1="%.1f" x2="%.1f" y1="%.1f" y2="%.1f" stroke="%s"/>`, x, x, p.top, p.top+panelHeight, gridColour)
		fmt.Fprintf(b, `<text x="%.1f" y="%.1f" text-anchor="middle">%.4g</text>`+"\n", x, p.top+panelHeight+16, float64(i)*across)
	}
	fmt.Fprintf(b, `<text x="%d" y="%.1f">%s</text>`+"\n", left, p.top-6, name)
	return p
}

// nice is the next step of 1, 2 or 5 times a power of ten.
func nice(x float64) float64 {
	if !(x > 0) || math.IsInf(x, 0) {
		return 1
	}
	power := math.Pow(10, math.Floor(math.Log10(x)))
	for _, m := range []float64{1, 2, 5} {
		if m*power >= x*(1-1e-9) {
			return m * power
		}
	}
	return 10 * power
}

// line draws the points of one curve.
func (p *panel) line(colour string, hours, values []float64) {
	if len(hours) == 0 {
		return
	}
	fmt.Fprintf(p.b, `<polyline fill="none" stroke="%s" stroke-width="1.5" points="`, colour)
	for i := range hours {
		fmt.Fprintf(p.b, "%.1f,%.1f ", p.x(hours[i]), p.y(finite(values[i])))
	}
	p.b.WriteString("\"/>\n")
}

func rating(b *bytes.Buffer, points []run.Point, hours float64) {
	var at, elo, all []float64
	var rated []*run.Rated
	for _, p := range points {
		if p.Rating != nil {
			at, elo, rated = append(at, finite(p.Elapsed)/3600), append(elo, p.Rating.Elo), append(rated, p.Rating)
			all = append(all, p.Rating.Elo-p.Rating.Interval, p.Rating.Elo+p.Rating.Interval)
		}
	}
	p := newPanel(b, top, all, hours, "rating of the net (Elo, random play is 0), with the 95 % interval")
	for i, r := range rated {
		x, e, w := p.x(at[i]), finite(r.Elo), finite(r.Interval)
		fmt.Fprintf(b, `<line x1="%.1f" x2="%.1f" y1="%.1f" y2="%.1f" stroke="%s" stroke-opacity="0.35" stroke-width="3"/>`, x, x, p.y(e-w), p.y(e+w), ratingColour)
		fmt.Fprintf(b, `<circle cx="%.1f" cy="%.1f" r="2.5" fill="%s"/>`+"\n", x, p.y(e), ratingColour)
	}
	p.line(ratingColour, at, elo)
}

func losses(b *bytes.Buffer, points []run.Point, hours float64) {
	var at, policy, value, all []float64
	for _, p := range points {
		if p.Steps > 0 {
			at, policy, value = append(at, finite(p.Elapsed)/3600), append(policy, p.Policy), append(value, p.Value)
			all = append(all, p.Policy, p.Value)
		}
	}
	p := newPanel(b, top+panelHeight+gap, all, hours,
		fmt.Sprintf(`<tspan fill="%s">policy</tspan> and <tspan fill="%s">value</tspan> loss above the entropy of their targets (nats), over hours`, policyColour, valueColour))
	p.line(policyColour, at, policy)
	p.line(valueColour, at, value)
}
