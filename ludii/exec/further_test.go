package exec_test

import (
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"ludens/ludii/exec"
	"ludens/ludii/recording"
	"ludens/ludii/topology"
)

// further is what recordings say of a state beside the digest.
type further struct {
	Vars         map[string]int   `json:"vars"`
	Temp         *int             `json:"temp"`
	Dice         [][]int          `json:"dice"`
	SumDice      []int            `json:"sumDice"`
	Remembered   []int            `json:"remember"`
	Map          map[string][]int `json:"rememberMap"`
	PlayerValues []int            `json:"playerValues"`
	Hidden       string           `json:"hidden"`
	Playable     []int            `json:"playable"`
	Dominoes     []int            `json:"dominoes"`
	Teams        []int            `json:"teams"`
}

// compareFurther compares scores and variables.
func (r *replayer) compareFurther(digest string, raw json.RawMessage) error {
	d, err := recording.ParseDigest(digest)
	if err != nil {
		return err
	}
	s, p := r.c.State, r.p
	ints := func(of []int32) (out []int) {
		for _, v := range of {
			out = append(out, int(v))
		}
		return out
	}
	check := func(what string, want, got any) {
		if err == nil && !reflect.DeepEqual(want, got) {
			err = fmt.Errorf("%s: recorded %v, here %v", what, want, got)
		}
	}
	if d.Control.Scores != nil && !d.Control.Over {
		check("scores", d.Control.Scores, ints(s.Score[1:p.Players+1]))
	}
	if d.Control.Amounts != nil {
		check("amounts", d.Control.Amounts, ints(s.Amount[1:p.Players+1]))
	}
	if d.Control.Order != nil {
		check("order", d.Control.Order, ints(s.Order[1:p.Players+1]))
	}
	if d.Control.Pot != recording.None {
		check("pot", d.Control.Pot, int(s.Pot))
	}
	var f further
	if raw != nil {
		if e := json.Unmarshal(raw, &f); e != nil {
			return e
		}
	}
	for name, v := range f.Vars {
		if i := slices.Index(p.Vars, name); i >= 0 {
			check("variable "+name, v, int(s.Vars[i]))
		}
	}
	for name, list := range f.Map {
		if i := slices.Index(p.Memories, name); i > 0 {
			check("remembered "+name, list, ints(s.Memory[i]))
		}
	}
	if f.Remembered != nil {
		check("remembered", f.Remembered, ints(s.Memory[0]))
	}
	if f.Temp != nil {
		check("temp", *f.Temp, int(s.Temp))
	}
	for i := range f.Dice {
		check("dice", f.Dice[i], ints(s.Dice[i]))
	}
	if f.PlayerValues != nil {
		check("values of players", f.PlayerValues[:p.Players], ints(s.PlayerValue[1:p.Players+1]))
	}
	if f.Playable != nil && s.Sites[p.Default].Playable != nil {
		check("playable", f.Playable, s.Sites[p.Default].Playable.Append(nil))
	}
	if f.Dominoes != nil {
		check("dominoes", f.Dominoes, s.Dominoes.Append(nil))
	}
	if f.Teams != nil {
		check("teams", f.Teams, ints(s.Team[1:p.Players+1]))
	}
	if f.Hidden != "" {
		check("hidden", f.Hidden, r.hidden())
	}
	return err
}

// hidden writes what is hidden as recordings do.
func (r *replayer) hidden() string {
	var out []string
	for player := 1; player <= r.p.Players; player++ {
		var sites []string
		for _, k := range []exec.Kind{topology.Cell, topology.Vertex, topology.Edge} {
			for i := range r.c.Sites[k].What {
				for level := range max(1, r.c.Size(k, i)) {
					text := ""
					for d, c := range "iwoscrv" {
						if r.c.IsHidden(exec.HiddenData(d), player, k, i, level) {
							text += string(c)
						}
					}
					if text != "" && level > 0 {
						text = "/" + strconv.Itoa(level) + text
					}
					if text != "" {
						sites = append(sites, strconv.Itoa(i)+text)
					}
				}
			}
		}
		out = append(out, fmt.Sprintf("%d:%s", player, strings.Join(sites, ",")))
	}
	return strings.Join(out, ";")
}

// sound checks what must hold in every state: who knows where what stands agrees
// with the sites.
func sound(s *exec.State) error {
	for k := range s.Sites {
		t := &s.Sites[k]
		if s.Values[k] != nil {
			continue
		}
		for i := range t.What {
			occupied := t.What[i] != 0 || t.Who[i] != 0
			if t.Count != nil && t.Stack == nil {
				occupied = t.Count[i] != 0
			}
			if t.Stack != nil {
				occupied = len(t.Stack[i]) > 0
			}
			if t.Empty.Has(i) == occupied {
				return fmt.Errorf("site %d of kind %d: empty is %v, but it holds %d", i, k, t.Empty.Has(i), t.What[i])
			}
			for what := 1; what < len(t.At); what++ {
				held := int(t.What[i]) == what
				if t.Stack != nil {
					held = slices.ContainsFunc(t.Stack[i], func(it exec.Item) bool { return int(it.What) == what })
				}
				if t.At[what].Has(i) != held {
					return fmt.Errorf("site %d of kind %d: places of %d say %v", i, k, what, t.At[what].Has(i))
				}
			}
			if t.Stack == nil {
				continue
			}
			var top exec.Item
			if n := len(t.Stack[i]); n > 0 {
				top = t.Stack[i][n-1]
			}
			if t.What[i] != top.What || t.Who[i] != top.Who || t.State != nil && t.State[i] != top.State ||
				t.Value != nil && t.Value[i] != top.Value {
				return fmt.Errorf("site %d of kind %d does not show the top of its stack", i, k)
			}
		}
	}
	return nil
}
