package check

import "testing"

func TestTable(t *testing.T) {
	for _, f := range Forms() {
		t.Log(f.Name, f.Params)
	}
}
