package session

import (
	"fmt"

	"ludens/game"
	"ludens/internal/memory"
)

// errCrowded ends what is worked on while the process holds too much.
var errCrowded = fmt.Errorf("%w: %w", game.ErrBudget, memory.ErrFull)

// weigh is asked by machines that take memory.
func (m *match) weigh(bytes int64) error {
	if m.gauge.Weigh(bytes) {
		return nil
	}
	return errCrowded
}

// crowd gives up what can be given up when the process holds too much memory, and
// lets machines work again when there is room.
func (m *match) crowd(full bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if !full {
		if !m.over {
			for _, s := range m.signs {
				s.Reopen()
			}
		}
		m.log.Info().Msg("there is memory again")
		return
	}
	m.s.counter.failed(FailedMemory)
	m.log.Warn().Int64("most", m.s.cfg.Memory).Msg("the process holds too much memory: the player ends, and machines with what they have derived")
	m.unbuilt()
	for _, s := range m.signs {
		s.Close(errCrowded)
	}
	for _, j := range []*job{m.first, m.last} {
		if j != nil {
			j.cancel()
			j.wake()
		}
	}
	m.crowded.Store(true)
	m.signal()
}

// release makes room when the last goroutine of a match that has taken much has
// ended: before, an engine that is still being built or a worker of the player would
// hold what is to be given back. While another match is on, that one has the time, and
// its own watch throws garbage away when there is need.
func (m *match) release() {
	m.all.Wait()
	m.mu.Lock()
	m.signs = nil // each is part of a game
	m.mu.Unlock()
	if m.s.cfg.Memory > 0 {
		m.tracker, m.player, m.slow, m.fast, m.full, m.ahead, m.pondering = nil, nil, nil, nil, nil, nil, nil
		m.s.room()
	}
}
