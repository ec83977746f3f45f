package main

import (
	"sync"

	"github.com/rs/zerolog"

	"ludens/agent/portfolio/memory"
	"ludens/catalog"
	"ludens/config"
	"ludens/nets/shipped"
	"ludens/store"
)

// known knows under which descriptions nets are stored and things are remembered, so that
// the same game finds them under other names.
type known struct {
	nets config.Nets
	opt  catalog.Options // where to look for the descriptions of nets that are kept without theirs
	// met are the descriptions of games that were met; nil if they are not kept.
	met *memory.Descriptions
	// learns says that a description without equals is one that nets will be stored for.
	learns bool
	log    zerolog.Logger

	mu      sync.Mutex
	orphans map[string][]string // by hash of the description: its identity and its text; empty if it was not found
}

// mostOrphans bounds the descriptions that are looked up by name: it takes time.
const mostOrphans = 64

var _ catalog.Known = (*known)(nil)

// Like implements catalog.Known: what nets were made for comes first.
func (k *known) Like(identity string) []string {
	list, err := k.stored(identity)
	if err != nil {
		k.log.Warn().Err(err).Msg("which games have nets cannot be read")
	}
	if k.met != nil {
		list = append(list, k.met.Like(identity)...)
	}
	return list
}

func (k *known) stored(identity string) ([]string, error) {
	if k.nets.Nets == "" {
		return nil, nil
	}
	db, err := openNets(k.nets)
	if err != nil {
		return nil, err
	}
	var list []string
	var orphans []store.Orphan
	if db != nil {
		defer db.Close()
		if list, err = db.Rules(identity); err != nil {
			return nil, err
		}
		if orphans, err = db.Orphans(); err != nil {
			return list, err
		}
		orphans = orphans[:min(len(orphans), mostOrphans)]
	}
	came, err := shipped.List()
	if err != nil {
		return list, err
	}
	for _, e := range came {
		orphans = append(orphans, store.Orphan{Hash: e.Net.Game, Name: e.Game})
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	for _, o := range orphans {
		if k.orphans == nil {
			k.orphans = map[string][]string{}
		}
		found, looked := k.orphans[o.Hash]
		if !looked {
			if id, text, ok := lookUp(o, k.opt); ok {
				found = []string{id, text}
			}
			k.orphans[o.Hash] = found
		}
		if len(found) > 0 && found[0] == identity {
			list = append(list, found[1])
		}
	}
	return list, nil
}

// Keep implements catalog.Known.
func (k *known) Keep(identity, text string) {
	switch {
	case k.learns:
		hash, err := catalog.Hash(text)
		if err == nil {
			err = k.put(hash, identity, text)
		}
		if err != nil {
			k.log.Warn().Err(err).Msg("the net will be found under these names only")
		}
	case k.met != nil:
		k.met.Keep(identity, text)
	}
}

func (k *known) put(hash, identity, text string) error {
	db, err := writeNets(k.nets)
	if err != nil {
		return err
	}
	defer db.Close()
	return db.PutRules(hash, identity, text)
}

// lookUp finds the description of a game by its name and makes sure of it by its hash.
func lookUp(o store.Orphan, opt catalog.Options) (identity, text string, ok bool) {
	s, err := catalog.Find(o.Name, opt)
	if err != nil {
		return "", "", false
	}
	if text, err = s.Alone(opt); err != nil {
		return "", "", false
	}
	if hash, err := catalog.Hash(text); err != nil || hash != o.Hash {
		return "", "", false
	}
	identity, err = catalog.Identity(text)
	return identity, text, err == nil
}

// adopt keeps with the nets the descriptions of games that can be found by name.
func adopt(db *store.Store, opt catalog.Options) error {
	orphans, err := db.Orphans()
	if err != nil {
		return err
	}
	for _, o := range orphans {
		if identity, text, ok := lookUp(o, opt); ok {
			if err := db.PutRules(o.Hash, identity, text); err != nil {
				return err
			}
		}
	}
	return nil
}
