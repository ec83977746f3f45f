package serving

import (
	"net"
	"net/netip"
	"sync"
)

// Room has places for so many, and shares them between addresses: where all are taken,
// the oldest of the address that has the most is sent away for somebody of an address
// that has fewer. So nobody can take all places for long, however many connections they
// make. Make it with NewRoom.
type Room struct {
	most int

	mu     sync.Mutex
	places []*place // the oldest first
}

type place struct {
	address netip.Prefix
	away    func()
}

// NewRoom makes a room.
func NewRoom(most int) *Room { return &Room{most: most} }

// Taken is the number of places taken.
func (r *Room) Taken() int {
	r.mu.Lock()
	defer r.mu.Unlock()
	return len(r.places)
}

// Enter takes a place for somebody of an address, HOST:PORT, until leave is called.
// Away is called once if the place is needed for somebody else, from any goroutine; it
// must not wait. There may be no place.
func (r *Room) Enter(address string, away func()) (leave func(), ok bool) {
	p := &place{address: neighbours(address), away: away}
	r.mu.Lock()
	var gone *place
	if len(r.places) >= r.most {
		if gone = r.crowded(p.address); gone == nil {
			r.mu.Unlock()
			return nil, false
		}
		r.take(gone)
	}
	r.places = append(r.places, p)
	r.mu.Unlock()
	if gone != nil {
		gone.away()
	}
	return func() {
		r.mu.Lock()
		defer r.mu.Unlock()
		r.take(p)
	}, true
}

// take takes a place out, if it is there. r.mu is held.
func (r *Room) take(p *place) {
	for i, q := range r.places {
		if q == p {
			r.places = append(r.places[:i], r.places[i+1:]...)
			return
		}
	}
}

// crowded is the oldest place of the address that has the most, if that would still
// have as many as the newcomer's. r.mu is held.
func (r *Room) crowded(newcomer netip.Prefix) *place {
	n := map[netip.Prefix]int{}
	for _, p := range r.places {
		n[p.address]++
	}
	var worst *place
	for _, p := range r.places {
		if worst == nil || n[p.address] > n[worst.address] {
			worst = p
		}
	}
	if worst == nil || n[worst.address] <= n[newcomer]+1 {
		return nil
	}
	return worst
}

// neighbours is what counts as one address: of IPv6 the network of 64 bits.
func neighbours(address string) netip.Prefix {
	host, _, err := net.SplitHostPort(address)
	if err != nil {
		return netip.Prefix{}
	}
	ip, err := netip.ParseAddr(host)
	if err != nil {
		return netip.Prefix{}
	}
	ip = ip.Unmap().WithZone("")
	bits := ip.BitLen()
	if ip.Is6() {
		bits = 64
	}
	p, err := ip.Prefix(bits)
	if err != nil {
		return netip.Prefix{}
	}
	return p
}
