package tune

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"sync"

	"ludens/nets"
)

// Memory is a Store that keeps everything in memory, for runs that nothing survives
// and for tests. The zero value is ready; it is safe for concurrent use.
type Memory struct {
	mu   sync.Mutex
	runs map[string]*memoryRun
	nets []memoryNet
	best map[[2]string]string // by game and encoding
}

var _ Store = (*Memory)(nil)

type memoryRun struct {
	last           int64
	chunks         []memoryChunk
	state, learner []byte
}

type memoryChunk struct {
	seq            int64
	samples, games int
	data           []byte
}

type memoryNet struct {
	id   string
	file []byte
}

func (m *Memory) run(name string) *memoryRun {
	if m.runs == nil {
		m.runs = make(map[string]*memoryRun)
	}
	r := m.runs[name]
	if r == nil {
		r = &memoryRun{}
		m.runs[name] = r
	}
	return r
}

// AddChunk implements Store.
func (m *Memory) AddChunk(run string, data []byte, samples, games int) (int64, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	r := m.run(run)
	r.last++
	r.chunks = append(r.chunks, memoryChunk{r.last, samples, games, bytes.Clone(data)})
	return r.last, nil
}

// Chunks implements Store.
func (m *Memory) Chunks(run string, after int64, visit func(seq int64, samples, games int, data []byte) error) error {
	m.mu.Lock()
	list := slices.Clone(m.run(run).chunks)
	m.mu.Unlock()
	for _, c := range list {
		if c.seq > after {
			if err := visit(c.seq, c.samples, c.games, c.data); err != nil {
				return err
			}
		}
	}
	return nil
}

// DropChunks implements Store.
func (m *Memory) DropChunks(run string, upTo int64) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	r := m.run(run)
	r.chunks = slices.DeleteFunc(r.chunks, func(c memoryChunk) bool { return c.seq <= upTo })
	return nil
}

// Checkpoint implements Store.
func (m *Memory) Checkpoint(run string, state, learner []byte) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	r := m.run(run)
	r.state, r.learner = bytes.Clone(state), bytes.Clone(learner)
	return nil
}

// Restore implements Store.
func (m *Memory) Restore(run string) (state, learner []byte, err error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	r := m.run(run)
	if r.state == nil {
		return nil, nil, fmt.Errorf("restore run %s: %w", run, ErrNone)
	}
	return bytes.Clone(r.state), bytes.Clone(r.learner), nil
}

// PutNet implements Store.
func (m *Memory) PutNet(n *nets.Net, best bool) (string, error) {
	file, err := nets.Encode(n)
	if err != nil {
		return "", err
	}
	id := nets.FileID(file)
	m.mu.Lock()
	defer m.mu.Unlock()
	if !slices.ContainsFunc(m.nets, func(n memoryNet) bool { return n.id == id }) {
		m.nets = append(m.nets, memoryNet{id, file})
	}
	if best {
		if m.best == nil {
			m.best = make(map[[2]string]string)
		}
		m.best[[2]string{n.Game, n.Encoding}] = id
	}
	return id, nil
}

// Net implements Store.
func (m *Memory) Net(id string) (*nets.Net, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, n := range m.nets {
		if id != "" && strings.HasPrefix(n.id, id) {
			return nets.Decode(n.file)
		}
	}
	return nil, fmt.Errorf("net %s: %w", id, ErrNone)
}

// BestNet implements Store.
func (m *Memory) BestNet(game, encoding string) (*nets.Net, error) {
	m.mu.Lock()
	id, ok := m.best[[2]string{game, encoding}]
	m.mu.Unlock()
	if !ok {
		return nil, fmt.Errorf("the best net of game %s: %w", game, ErrNone)
	}
	return m.Net(id)
}
