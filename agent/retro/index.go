package retro

// index numbers keys in the order in which they come: a hash table with open addresses.
type index struct {
	keys  []uint64
	slots []uint32 // 1 + the number of a key
	mask  uint64
}

// number is that of a key, and whether it is new.
func (x *index) number(key uint64) (id uint32, fresh bool) {
	if 3*(len(x.keys)+1) > 2*len(x.slots) {
		x.grow()
	}
	i := key & x.mask
	for x.slots[i] != 0 {
		if id := x.slots[i] - 1; x.keys[id] == key {
			return id, false
		}
		i = (i + 1) & x.mask
	}
	x.keys = append(x.keys, key)
	x.slots[i] = uint32(len(x.keys))
	return uint32(len(x.keys) - 1), true
}

// find is the number of a key.
func (x *index) find(key uint64) (id uint32, ok bool) {
	if len(x.slots) == 0 {
		return 0, false
	}
	for i := key & x.mask; x.slots[i] != 0; i = (i + 1) & x.mask {
		if id := x.slots[i] - 1; x.keys[id] == key {
			return id, true
		}
	}
	return 0, false
}

func (x *index) grow() {
	x.slots = make([]uint32, max(2*len(x.slots), 1024))
	x.mask = uint64(len(x.slots) - 1)
	for id, key := range x.keys {
		i := key & x.mask
		for x.slots[i] != 0 {
			i = (i + 1) & x.mask
		}
		x.slots[i] = uint32(id + 1)
	}
}

func (x *index) bytes() int64 { return 8*int64(cap(x.keys)) + 4*int64(len(x.slots)) }
