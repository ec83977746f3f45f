package game

import (
	"errors"
	"testing"
)

// A sign ends what was begun before it, or everything while it is closed.
func TestSign(t *testing.T) {
	cause := errors.New("cause")
	var s Sign
	before := s.Look()
	if s.Since(before) != nil {
		t.Error("ended although nothing has happened")
	}
	s.Interrupt(cause)
	if s.Since(before) != cause || s.Since(s.Look()) != nil || s.Closed() {
		t.Error("Interrupt does not end what was begun, or ends what was not")
	}
	s.Close(cause)
	if s.Since(s.Look()) != cause || !s.Closed() {
		t.Error("something goes on after Close")
	}
	closed := s.Look()
	s.Reopen()
	if s.Since(s.Look()) != nil || s.Since(closed) == nil {
		t.Error("nothing goes on after Reopen, or what was begun while closed does")
	}
	var none *Sign
	none.Interrupt(cause)
	none.Close(cause)
	none.Reopen()
	if none.Since(none.Look()) != nil || none.Closed() {
		t.Error("no sign ends something")
	}
}
