package nets

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"ludens/internal/hostile"
)

// No file of a stranger is a net, and refusing it costs little more than its beginning.
func TestHostileFiles(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x"+Ext)
	for _, r := range hostile.Rows(hostile.File) {
		text := []byte(r.Text())
		if err := os.WriteFile(path, text, 0o600); err != nil {
			t.Fatal(err)
		}
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		_, err := ReadFile(path)
		runtime.ReadMemStats(&after)
		if !errors.Is(err, ErrFile) || len(err.Error()) > 1000 {
			t.Errorf("%s: %.1000v", r.Name, err)
		}
		if took := after.TotalAlloc - before.TotalAlloc; took > 2<<20 {
			t.Errorf("%s: %d bytes of memory for a file of %d", r.Name, took, len(text))
		}
		if _, err := Decode(text); !errors.Is(err, ErrFile) || len(err.Error()) > 1000 {
			t.Errorf("%s: decode: %.1000v", r.Name, err)
		}
	}
}
