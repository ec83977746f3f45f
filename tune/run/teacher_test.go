package run

import (
	"sync/atomic"
	"testing"
	"time"

	"ludens/agent/heuristic"
	"ludens/game"
	"ludens/tune"
	"ludens/tune/sample"
)

// even is a function that finds every position even, counts how often it was asked and takes its time.
type even struct {
	asked *atomic.Int64
	takes time.Duration
}

func (e even) NewScorer() heuristic.Scorer { return e }
func (even) Explain() []string             { return nil }

func (e even) Score(_ game.Machine, dst []float64) {
	e.asked.Add(1)
	time.Sleep(e.takes)
	for i := range dst {
		dst[i] = 0.5
	}
}

// TestTaught: games are played by the function, and not many more than the learner can do with.
func TestTaught(t *testing.T) {
	_, _, o := small(t)
	f := even{asked: new(atomic.Int64)}
	o.Teacher, o.Warm = f, 1
	r := tuneUntil(t, &tune.Memory{}, o, func(s Status) bool { return s.Steps > 300 })
	s := r.State()
	if s.Samples == 0 || f.asked.Load() < s.Samples || s.Taught < s.Games || s.Games == 0 {
		t.Errorf("asked %d times for %d samples; %d of %d games by the function", f.asked.Load(), s.Samples, s.Taught, s.Games)
	}
	// What is on its way when there is plenty: a chunk, and a game of each actor.
	const onTheWay = 2 * 1024
	if most := lead + s.Steps*int64(o.Batch)/leastReuse + onTheWay; s.Samples > most {
		t.Errorf("%d samples after %d steps, want at most %d", s.Samples, s.Steps, most)
	}
}

// TestTeachable: with a millisecond a judgement no teacher makes more than a thousand moves a second.
func TestTeachable(t *testing.T) {
	g, _, _ := small(t)
	m, err := Measure(g, 1, 100*time.Millisecond)
	if err != nil {
		t.Fatal(err)
	}
	slow, err := m.Teachable(t.Context(), g, even{new(atomic.Int64), time.Millisecond}, 1, 50*time.Millisecond)
	if err != nil || slow <= 0 || slow > 1000/m.Length {
		t.Errorf("%g games a second of %g moves, %v", slow, m.Length, err)
	}
	quick, err := m.Teachable(t.Context(), g, even{new(atomic.Int64), 0}, 1, 50*time.Millisecond)
	if err != nil || quick <= slow {
		t.Errorf("%g games a second, %g with a slow function, %v", quick, slow, err)
	}
	// Of a function that takes its time for every one of nine moves no move is waited for.
	f := even{new(atomic.Int64), 50 * time.Millisecond}
	if none, err := m.Teachable(t.Context(), g, f, 1, time.Millisecond); err != nil || none != 0 || f.asked.Load() > 2 {
		t.Errorf("%g games a second, asked %d times, %v", none, f.asked.Load(), err)
	}
}

// TestFindsTeacher: a run that nobody has given a function learns one and is taught by it. Switched off, playouts teach.
func TestFindsTeacher(t *testing.T) {
	for name, c := range map[string]struct {
		teaching float64 // of an hour
		taught   bool
	}{"by itself": {1.0 / 3600, true}, "switched off": {-1, false}, "no time": {1e-6, false}} {
		t.Run(name, func(t *testing.T) {
			_, _, o := small(t)
			o.Warm, o.Teaching, o.Guide = 1, c.teaching, 1<<40
			s := tuneUntil(t, &tune.Memory{}, o, func(s Status) bool { return s.Steps > 50 }).State()
			if s.Games == 0 || c.taught && s.TaughtSamples != s.Samples || !c.taught && (s.Taught != 0 || s.TaughtSamples != 0) {
				t.Errorf("%d of %d games and %d of %d samples by a function", s.Taught, s.Games, s.TaughtSamples, s.Samples)
			}
		})
	}
}

// TestNoTeacherAgain: a run that goes on does not learn another function.
func TestNoTeacherAgain(t *testing.T) {
	store := &tune.Memory{}
	_, _, o := small(t)
	o.Warm, o.Teaching, o.Guide = 1, 1.0/3600, 1<<40
	before := tuneUntil(t, store, o, func(s Status) bool { return s.Samples > 0 }).State()
	after := tuneUntil(t, store, o, func(s Status) bool { return s.Games > before.Games }).State()
	if before.Taught == 0 || after.Taught != before.Taught || after.TaughtSamples != before.TaughtSamples {
		t.Errorf("%d games by a function, then %d of %d", before.Taught, after.Taught, after.Games)
	}
}

// TestWarm: a function teaches for a minute at most, learning it included; playouts do as long as the share says.
func TestWarm(t *testing.T) {
	for _, c := range []struct {
		elapsed float64
		teacher heuristic.Function
		from    string
		want    bool
	}{
		{59, even{}, "", true},
		{61, even{}, "", false},
		{61, nil, "", true},
		{1801, nil, "", false},
		{1, even{}, "a net", false},
	} {
		r := &Run{o: Options{Time: time.Hour, Warm: 0.5, Teacher: c.teacher}, before: c.elapsed, state: State{From: c.from}}
		if got := r.warm(); got != c.want {
			t.Errorf("after %g s, teacher %v, from %q: %v, want %v", c.elapsed, c.teacher != nil, c.from, got, c.want)
		}
	}
}

// TestUses: what a teacher has made is trained on twice, all else as often as the options say.
func TestUses(t *testing.T) {
	r := &Run{o: Options{Reuse: 6}, state: State{Samples: 1100, TaughtSamples: 1000}}
	if got := r.uses(); got != 6*100+2*1000 {
		t.Errorf("%g", got)
	}
}

// TestWindow: when the net has taken over, few of the samples of a teacher stay.
func TestWindow(t *testing.T) {
	for _, c := range []struct {
		samples, taught int64
		guided          bool
		want            int
	}{
		{100_000, 100_000, false, sample.Size(100_000, 30_000)},
		{100_000, 100_000, true, mostTaughtSamples},
		{110_000, 100_000, true, mostTaughtSamples + 10_000},
		{5_000, 4_000, true, 5_000},
		{400_000, 100_000, true, sample.Size(300_000+mostTaughtSamples, 30_000)},
		{100_000, 0, true, sample.Size(100_000, 30_000)},
	} {
		r := &Run{o: Options{First: 30_000}, state: State{Samples: c.samples, TaughtSamples: c.taught}}
		r.guided.Store(c.guided)
		if got := r.windowed(); got != c.want {
			t.Errorf("%d samples, %d taught, guided %v: a window of %d, want %d", c.samples, c.taught, c.guided, got, c.want)
		}
	}
}
