package web

import (
	"fmt"
	"net/http"
	"regexp"
	"strings"
	"testing"
	"time"

	"ludens/match"
)

// told asks everything that may be asked about a match, as a stranger, and gives the answers
// by what was asked for; of what is denied, nothing.
func (d *desk) told(id string) map[string]string {
	d.t.Helper()
	out := map[string]string{}
	for _, rt := range d.s.routes() {
		if rt.method != "GET" || !strings.HasPrefix(rt.path, "/matches") || strings.HasSuffix(rt.path, "/events") { // those never end
			continue
		}
		path := strings.NewReplacer("{id}", id, "{step}", "1").Replace(rt.path)
		switch status, text := d.ask("GET", path, ""); status {
		case http.StatusOK:
			out[rt.path] = string(text)
		case http.StatusForbidden, http.StatusNotFound:
		default:
			d.t.Fatalf("%s: %d %s", path, status, text)
		}
	}
	if len(out) < 3 {
		d.t.Fatalf("of match %s only %v is told", id, out)
	}
	return out
}

// keeps fails the test if an answer has what must not be told yet.
func keeps(t *testing.T, told map[string]string, secret string) {
	t.Helper()
	for path, text := range told {
		if regexp.MustCompile(secret).MatchString(text) {
			t.Errorf("while the match is played, %s tells %s: %s", path, secret, text)
		}
	}
}

// TestSeed: the seed, which says what chance will bring, is told when the match is over, and
// when it does not go on as another one.
func TestSeed(t *testing.T) {
	d := newDesk(t, Options{})
	const seed = "123456789012345"
	begun := get[Begun](d, "POST", "/matches", `{"game":"pig","seed":`+seed+`,"seats":[{"human":"me"},{"agent":"first"}]}`)
	move := func(id string, step int) {
		t.Helper()
		p := d.asked(Begun{ID: id, Keys: begun.Keys}, step)
		get[Done](d, "POST", "/matches/"+id+"/moves", fmt.Sprintf(`{"step":%d,"move":%q}`, step, p.Choice.Moves[0].Move), keyHeader, begun.Keys[0].Key)
		for get[Detail](d, "GET", "/matches/"+id, "").Steps <= step {
			time.Sleep(2 * time.Millisecond)
		}
	}
	move(begun.ID, 0)
	told := d.told(begun.ID)
	if told["/matches/{id}/record"] == "" || told["/matches/{id}/ggp"] == "" {
		t.Errorf("the records of a match that hides nothing are not told: %v", told)
	}
	keeps(t, told, seed)
	again := get[Begun](d, "POST", "/matches/"+begun.ID+"/undo", "{}", keyHeader, begun.Keys[0].Key)
	move(again.ID, 0)
	keeps(t, d.told(again.ID), seed)
	keeps(t, d.told(begun.ID), seed)
	get[Done](d, "POST", "/matches/"+again.ID+"/abort", "{}")
	for _, id := range []string{begun.ID, again.ID} {
		for _, path := range []string{"/matches/{id}", "/matches/{id}/record", "/matches/{id}/ggp"} {
			if text := d.told(id)[path]; !strings.Contains(text, `"`+seed+`"`) {
				t.Errorf("of a match that is over, %s does not tell the seed: %s", path, text)
			}
		}
	}
}

// TestNotOver: what another process plays, or has left without an end, tells no more than
// what is played here; and neither does what a player on the network plays, whose owner may
// look.
func TestNotOver(t *testing.T) {
	d := newDesk(t, Options{})
	begun := get[Begun](d, "POST", "/matches", `{"game":"phantomTicTacToe","seed":123456789012345,"seats":[{"agent":"first"},{"agent":"first"}]}`)
	d.over(begun.ID)
	rec, err := d.h.Load(begun.ID)
	if err != nil {
		t.Fatal(err)
	}
	const secret = `\(\s*mark|cell|123456789012345`
	if !regexp.MustCompile(secret).MatchString(d.told(begun.ID)["/matches/{id}/record"]) {
		t.Fatal("the record does not have what is looked for")
	}
	other := rec.Clone()
	other.ID, other.Status, other.Goals = "elsewhere", match.Running, nil
	if err := d.h.put(other); err != nil {
		t.Fatal(err)
	}
	keeps(t, d.told(other.ID), secret)
	other = other.Clone()
	other.ID, other.Rules = "unknown", "(" // nobody can tell what it hides
	if err := d.h.put(other); err != nil {
		t.Fatal(err)
	}
	keeps(t, d.told(other.ID), secret)

	get[Player](d, "POST", "/players", `{"address":"http://127.0.0.1:1","name":"remote"}`)
	begun = get[Begun](d, "POST", "/matches", `{"game":"phantomTicTacToe","seats":[{"player":"remote"},{"agent":"slow"}],"play_clock":3600}`)
	if m := get[Detail](d, "GET", "/matches/"+begun.ID, ""); !m.Hidden {
		t.Errorf("the owner of a player may see %+v", m)
	}
	get[Done](d, "POST", "/matches/"+begun.ID+"/abort", "{}")
}

// TestHidden: in a game that hides something nobody sees more than their seat may while it
// is played, and everybody everything afterwards.
func TestHidden(t *testing.T) {
	d := newDesk(t, Options{})
	begun := get[Begun](d, "POST", "/matches", `{"game":"phantomTicTacToe","seats":[{"human":"me"},{"agent":"first"}]}`)
	p := d.asked(begun, 0)
	key := begun.Keys[0].Key
	if !p.Hidden || len(p.Facts) > 0 || p.Text != "" || p.SVG != "" {
		t.Errorf("the seat sees %+v", p)
	}
	at := "/matches/" + begun.ID
	for _, who := range [][]string{nil, {keyHeader, "nonsense"}} {
		p = get[Position](d, "GET", at+"/positions/0", "", who...)
		if !p.Hidden || len(p.Facts) > 0 || p.Text != "" || p.SVG != "" || p.Choice != nil {
			t.Errorf("a stranger sees %+v", p)
		}
	}
	mine := d.asked(begun, 0).Choice.Moves[0].Move
	get[Done](d, "POST", at+"/moves", fmt.Sprintf(`{"step":0,"move":%q}`, mine), keyHeader, key)
	for get[Detail](d, "GET", at, "").Steps < 1 {
		time.Sleep(2 * time.Millisecond)
	}
	for len(get[Position](d, "GET", at+"/positions/1", "", keyHeader, key).Seen) == 0 { // it is told with the next message
		time.Sleep(2 * time.Millisecond)
	}
	if seen := get[Position](d, "GET", at+"/positions/1", "", keyHeader, key).Seen; seen[0].Step != 1 || seen[0].Own != mine {
		t.Errorf("the seat, which chose %s, is told %+v", mine, seen)
	}
	if p = get[Position](d, "GET", at+"/positions/1", ""); len(p.Seen) > 0 || len(p.Percept) > 0 {
		t.Errorf("a stranger is told %+v", p.Seen)
	}
	if m := get[Detail](d, "GET", at, ""); len(m.Turns) > 0 || !m.Hidden {
		t.Errorf("everybody sees the moves %v", m.Turns)
	}
	for _, path := range []string{"/record", "/ggp"} {
		if status, _ := d.ask("GET", at+path, ""); status != http.StatusForbidden {
			t.Errorf("%s is given while the match is played: %d", path, status)
		}
	}
	if status, _ := d.ask("POST", at+"/undo", "{}", keyHeader, key); status != http.StatusUnprocessableEntity {
		t.Errorf("what was seen is taken back: %d", status)
	}
	get[Done](d, "POST", at+"/abort", "{}")
	if p = get[Position](d, "GET", at+"/positions/1", ""); p.Hidden || len(p.Facts) == 0 || len(p.Moves) == 0 {
		t.Errorf("afterwards everybody should see everything, found %+v", p)
	}
}
