package main

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/rs/zerolog"

	"ludens/catalog"
	"ludens/cmd/internal/declared"
	"ludens/config"
	"ludens/game"
	"ludens/internal/patience"
	"ludens/nets/design"
	"ludens/nets/encode"
	"ludens/nets/shipped"
	"ludens/store"
	"ludens/tune/run"
	"ludens/tune/startclock"
)

// TestShipped: every net that comes with the program is found for its game of the library, and
// the index says how it was made; together they are small.
func TestShipped(t *testing.T) {
	list, err := shipped.List()
	if err != nil {
		t.Fatal(err)
	}
	const most = 12 << 20
	total := int64(0)
	guide := &guide{path: config.Nets{Nets: config.Path(t.TempDir() + "/none.db")}, log: zerolog.Nop()}
	seen := map[string]bool{}
	for _, e := range list {
		total += e.Bytes
		family, _, ok := strings.Cut(e.Game, ":")
		if !ok || family != "gdl" && family != "ludii" || seen[e.Game] {
			t.Errorf("the game of %s is %q", e.File, e.Game)
		}
		seen[e.Game] = true
		if m := e.Match; e.Hours <= 0 || e.Where == "" || m.Games < 1 || m.Points < float64(m.Games)/2 || m.Seconds <= 0 || m.Start < 1 {
			t.Errorf("%s: made by %q, on %q, measured %q", e.File, making(&e), e.Where, worth(&e))
		}
		g, err := catalog.Open(context.Background(), e.Game, catalog.Options{})
		if err != nil {
			t.Error(err)
			continue
		}
		s, err := guide.stored(g)
		if err != nil || s == nil {
			t.Errorf("%s: no net is found for %s: %v", e.File, e.Game, err)
			continue
		}
		first, err := design.Encoders(g)
		if err != nil || s.Encoder.Fingerprint() != first[0].Fingerprint() || s.Net.Game != e.Net.Game {
			t.Errorf("%s: another net is found for %s: %v", e.File, e.Game, err)
		}
		// It says what its planes are, so that related games find it.
		if m := s.Encoder.Meaning(g, 1024); (m == nil) != (s.Net.Meaning == nil) || m != nil && !slices.Equal(m.In, s.Net.Meaning.In) {
			t.Errorf("%s: its planes mean %+v, it says %+v", e.File, m, s.Net.Meaning)
		}
	}
	if total > most {
		t.Errorf("nets of %d bytes, more than %d", total, most)
	}
}

// TestRelated: the player finds the net of a related game among those that come with the program, and in the database.
func TestRelated(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	g, err := catalog.Open(context.Background(), "ludii:Hex", catalog.Options{Select: []string{"Board Size/9x9"}})
	if err != nil {
		t.Fatal(err)
	}
	enc, err := design.Encode(g, encode.Options{}, design.Options{})
	if err != nil {
		t.Fatal(err)
	}
	path := t.TempDir() + "/nets.db"
	guide := &guide{path: config.Nets{Nets: config.Path(path)}, log: zerolog.Nop()}
	find := func() *startclock.Stored {
		s, err := guide.related(t.Context(), g, enc, run.Measured{Steps: 10_000}, time.Minute)
		if err != nil || s == nil {
			t.Fatalf("no net for a related game: %v", err)
		}
		if s.Net.Game != g.Facts().Hash || s.Encoder != enc || s.Engine == nil || s.Tells <= 0 {
			t.Errorf("%+v", s)
		}
		return s
	}
	if s := find(); !strings.HasPrefix(strings.ToLower(s.Related), "hex") {
		t.Errorf("found that of %q", s.Related)
	}
	list, err := shipped.List()
	if err != nil {
		t.Fatal(err)
	}
	db, err := store.Open(path, store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range list {
		if strings.HasPrefix(strings.ToLower(e.Net.Name), "hex") {
			n, err := shipped.Net(e.Net.Game, e.Net.Encoding)
			if err != nil {
				t.Fatal(err)
			}
			n.Name = "mine"
			if _, err := db.PutNet(n, true); err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	if s := find(); s.Related != "mine" { // of equal ones the first, and the database comes first
		t.Errorf("found that of %q", s.Related)
	}
	guide.path.Nets = ""
	if s, err := guide.related(t.Context(), g, enc, run.Measured{Steps: 10_000}, time.Minute); s != nil || err != nil {
		t.Errorf("without nets: %v, %v", s, err)
	}
}

// TestDuel: of two nets for a game the one that knows more wins with a search; a duel without games tells nothing.
func TestDuel(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	g, err := catalog.Open(context.Background(), "gdl:breakthrough6", catalog.Options{})
	if err != nil {
		t.Fatal(err)
	}
	enc, err := design.Encode(g, encode.Options{}, design.Options{})
	if err != nil {
		t.Fatal(err)
	}
	knows, err := shipped.Net(g.Facts().Hash, enc.Fingerprint())
	if err != nil {
		t.Fatal(err)
	}
	guesses := *knows
	guesses.Weights = knows.Spec.Layers().NewWeights(game.Stream(1, "test", 0))
	duel := (&guide{threads: 2}).duel(g, enc, run.Measured{Length: 20, Longest: 40, Steps: 1e6})
	patience.Try(t, 2*time.Second, func(clock time.Duration) error {
		first, err := duel(t.Context(), knows, &guesses, clock)
		if err != nil {
			return err
		}
		second, err := duel(t.Context(), &guesses, knows, clock)
		if err == nil && (first < 0.6 || second > 0.4) {
			err = fmt.Errorf("who knows more has %g and %g of the points", first, 1-second)
		}
		return err
	})
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := duel(ended, knows, &guesses, time.Minute); err == nil {
		t.Error("no games tell something")
	}
}

// TestNetsPage holds the table of docs/nets.md against the index.
func TestNetsPage(t *testing.T) {
	table, err := netsTable()
	if err != nil {
		t.Fatal(err)
	}
	declared.Part(t, "nets.md", "## The nets\n\n", "\n## Against later players", table)
}

// netsTable is the table of all nets, and the machines that they were made on.
func netsTable() (string, error) {
	list, err := shipped.List()
	if err != nil {
		return "", err
	}
	list = slices.Clone(list)
	slices.SortFunc(list, func(a, b shipped.Entry) int { return strings.Compare(strings.ToLower(a.Game), strings.ToLower(b.Game)) })
	var b strings.Builder
	b.WriteString("| game | width × blocks, size | hours | games, steps | on from | points | chose | on |\n|---|---|---:|---|---|---|---|---|\n")
	var machines []string
	for _, e := range list {
		m := slices.Index(machines, e.Where)
		if m < 0 {
			m = len(machines)
			machines = append(machines, e.Where)
		}
		hours, pace := fmt.Sprint(e.Hours), ""
		if e.Last {
			hours += ", its last"
		}
		if e.Match.Seconds != 1 {
			pace = fmt.Sprintf("; %g s a move", e.Match.Seconds)
		}
		fmt.Fprintf(&b, "| %s | %d × %d, %d KiB | %s | %d, %d | %s | %s%s | %s | %d |\n", e.Game, e.Net.Spec.Width, e.Net.Spec.Blocks, (e.Bytes+1023)>>10,
			hours, e.Net.Games, e.Net.Steps, e.From, points(e.Match), pace, e.Match.Chose, m+1)
	}
	b.WriteString("\nMade on:\n\n")
	for i, m := range machines {
		fmt.Fprintf(&b, "%d. %s\n", i+1, m)
	}
	return b.String(), nil
}
