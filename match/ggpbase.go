package match

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"ludens/ggp"
	"ludens/internal/plain"
)

// ggpBase is GGP-Base's match record (util/match/Match.java), and one further
// key, ludens, with what that form has no room for. Other readers pass over it.
type ggpBase struct {
	MatchID        string     `json:"matchId"`
	RandomToken    string     `json:"randomToken"`
	StartTime      int64      `json:"startTime"`
	GameMetaURL    string     `json:"gameMetaURL,omitempty"`
	IsCompleted    bool       `json:"isCompleted"`
	IsAborted      bool       `json:"isAborted"`
	States         []string   `json:"states"`
	Moves          [][]string `json:"moves"`
	StateTimes     []int64    `json:"stateTimes"`
	Errors         [][]string `json:"errors"`
	GoalValues     []int      `json:"goalValues,omitempty"`
	PreviewClock   int        `json:"previewClock"`
	StartClock     int        `json:"startClock"`
	PlayClock      int        `json:"playClock"`
	PlayerNames    []string   `json:"playerNamesFromHost,omitempty"`
	IsPlayerHuman  []bool     `json:"isPlayerHuman,omitempty"`
	TournamentName string     `json:"tournamentNameFromHost,omitempty"`
	Scrambled      bool       `json:"scrambled,omitempty"`
	Ludens         *ggpExtra  `json:"ludens,omitempty"`
}

// ggpExtra is the further key.
type ggpExtra struct {
	Game     string    `json:"game,omitempty"`
	GameHash string    `json:"gameHash,omitempty"`
	Engine   string    `json:"engine,omitempty"`
	Roles    []string  `json:"roles,omitempty"`
	Seed     uint64    `json:"seed,string"`
	MaxSteps int       `json:"maxSteps,omitempty"`
	Opening  int       `json:"opening,omitempty"`
	Status   Status    `json:"status"`
	Reason   string    `json:"reason,omitempty"`
	Notes    []Note    `json:"notes,omitempty"`
	Replies  [][]Reply `json:"replies,omitempty"`
}

// GGPBase writes the record as GGP-Base's match JSON, with every string escaped
// properly (which GGP-Base itself omits to do). The description is left out, as
// it is there; our own details are under the key "ludens".
func (r *Record) GGPBase() ([]byte, error) {
	j := ggpBase{
		MatchID: r.ID, RandomToken: r.RandomToken, StartTime: r.StartTime, GameMetaURL: r.GameURL,
		IsCompleted: r.Status == Completed,
		IsAborted:   r.Status != Completed && r.Status != Running,
		States:      []string{}, Moves: [][]string{}, StateTimes: r.StateTimes, Errors: [][]string{},
		PreviewClock: r.PreviewClock, StartClock: r.StartClock, PlayClock: r.PlayClock,
		TournamentName: r.Tournament, Scrambled: r.Scrambled,
		Ludens: &ggpExtra{
			Game: r.Game, GameHash: r.GameHash, Engine: r.Engine, Roles: r.Roles, Seed: r.Seed,
			MaxSteps: r.MaxSteps, Opening: r.Opening, Status: r.Status, Reason: r.Reason, Notes: r.Notes, Replies: r.Replies,
		},
	}
	if r.PreviewClock == 0 {
		j.PreviewClock = -1
	}
	if j.StateTimes == nil {
		j.StateTimes = []int64{}
	}
	if j.IsCompleted {
		j.GoalValues = r.Goals
	}
	for _, fluents := range r.States {
		if len(fluents) == 0 {
			j.States = append(j.States, "( )")
			continue
		}
		j.States = append(j.States, "( "+strings.Join(spell(fluents), " ")+" )")
	}
	for _, row := range r.Moves {
		j.Moves = append(j.Moves, spell(row))
	}
	for _, row := range r.Replies {
		words := make([]string, len(row))
		for role, reply := range row {
			words[role] = reply.ggpBase()
		}
		j.Errors = append(j.Errors, words)
	}
	for _, p := range r.Players {
		if p.Name != "" {
			j.PlayerNames = make([]string, 0, len(r.Players))
		}
		if p.Human {
			j.IsPlayerHuman = make([]bool, 0, len(r.Players))
		}
	}
	for _, p := range r.Players {
		if j.PlayerNames != nil {
			j.PlayerNames = append(j.PlayerNames, p.Name)
		}
		if j.IsPlayerHuman != nil {
			j.IsPlayerHuman = append(j.IsPlayerHuman, p.Human)
		}
	}
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false) // "<=" stays readable
	if err := enc.Encode(j); err != nil {
		return nil, fmt.Errorf("write match %s as GGP-Base JSON: %w", r.ID, err)
	}
	return []byte(plain.Text(b.String())), nil
}

// ggpBase is GGP-Base's word for how a request ended.
func (r Reply) ggpBase() string {
	switch r.Kind {
	case Timeout:
		return "TO"
	case Illegal:
		if move, err := ggp.ReadMove(r.Text); err == nil {
			return "IL " + ggp.Spaced(move)
		}
		return "IL " + r.Text // cut off in the record
	case Garbage:
		return "IL null"
	case Connection, Fault:
		return "CE"
	}
	return ""
}

func replyFromGGPBase(word string) Reply {
	switch {
	case word == "":
		return Reply{}
	case word == "TO":
		return Reply{Kind: Timeout}
	case word == "CE":
		return Reply{Kind: Connection}
	case word == "IL null":
		return Reply{Kind: Garbage}
	case strings.HasPrefix(word, "IL "):
		text := word[len("IL "):]
		if move, err := ggp.ReadMove(text); err == nil {
			text = move
		}
		return Reply{Kind: Illegal, Text: cut(text)}
	}
	return Reply{Kind: Fault, Detail: cut(word)}
}

// MostGGPBase bounds the match JSON that ReadGGPBase takes, in bytes.
const MostGGPBase = 256 << 20

// ReadGGPBase reads GGP-Base's match JSON, of this program or another. Roles and
// description are not in that form, so a record from elsewhere has none.
func ReadGGPBase(data []byte) (*Record, error) {
	if len(data) > MostGGPBase {
		return nil, fmt.Errorf("read match JSON: %d bytes, more than %d", len(data), MostGGPBase)
	}
	var j ggpBase
	if err := json.Unmarshal(data, &j); err != nil {
		return nil, fmt.Errorf("read match JSON: %w", err)
	}
	r := &Record{
		ID: j.MatchID, RandomToken: j.RandomToken, StartTime: j.StartTime, GameURL: j.GameMetaURL,
		StartClock: j.StartClock, PlayClock: j.PlayClock, PreviewClock: max(j.PreviewClock, 0),
		StateTimes: j.StateTimes, Tournament: j.TournamentName, Scrambled: j.Scrambled, Goals: j.GoalValues,
	}
	switch {
	case j.IsCompleted:
		r.Status = Completed
	case j.IsAborted:
		r.Status = Aborted
	}
	if err := j.fill(r); err != nil {
		return nil, fmt.Errorf("read match JSON: match %q: %w", r.ID, err)
	}
	return r, nil
}

func (j *ggpBase) fill(r *Record) error {
	if !ggp.IsSymbol(j.MatchID) {
		return errors.New("matchId is not one symbol")
	}
	if len(j.States) != len(j.StateTimes) {
		return fmt.Errorf("%d states but %d stateTimes", len(j.States), len(j.StateTimes))
	}
	if len(j.States) > 0 && len(j.Moves) != len(j.States)-1 {
		return fmt.Errorf("%d states but %d moves, expected one less", len(j.States), len(j.Moves))
	}
	if len(j.States) == 0 && len(j.Moves) > 0 {
		return fmt.Errorf("no states but %d moves", len(j.Moves))
	}
	for i, text := range j.States {
		fluents, err := ggp.ReadTerms(text)
		if err != nil {
			return fmt.Errorf("state %d: %w", i, err)
		}
		r.States = append(r.States, fluents)
	}
	roles := -1
	for i, row := range j.Moves {
		if roles < 0 {
			roles = len(row)
		}
		if len(row) != roles {
			return fmt.Errorf("joint move %d has %d moves, the first has %d", i, len(row), roles)
		}
		moves := make([]string, len(row))
		for role, text := range row {
			move, err := ggp.ReadMove(text)
			if err != nil {
				return fmt.Errorf("joint move %d: %w", i, err)
			}
			moves[role] = move
		}
		r.Moves = append(r.Moves, moves)
	}
	for _, row := range j.Errors {
		replies := make([]Reply, len(row))
		for role, word := range row {
			replies[role] = replyFromGGPBase(word)
		}
		r.Replies = append(r.Replies, replies)
	}
	for i, name := range j.PlayerNames {
		p := Player{Name: name}
		if i < len(j.IsPlayerHuman) {
			p.Human = j.IsPlayerHuman[i]
		}
		r.Players = append(r.Players, p)
	}
	if x := j.Ludens; x != nil {
		r.Game, r.GameHash, r.Engine, r.Roles = x.Game, x.GameHash, x.Engine, x.Roles
		r.Opening = max(x.Opening, 0)
		r.Seed, r.MaxSteps, r.Status, r.Reason, r.Notes = x.Seed, x.MaxSteps, x.Status, x.Reason, x.Notes
		if len(x.Replies) == len(r.Replies) {
			r.Replies = x.Replies
		}
	}
	return nil
}
