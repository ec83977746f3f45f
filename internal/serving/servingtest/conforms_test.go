package servingtest

import (
	"encoding/json"
	"testing"
)

// TestConforms: what does not conform is found.
func TestConforms(t *testing.T) {
	doc := object{}
	schema := object{"type": "object", "properties": object{"n": object{"type": "integer"}}, "required": []any{"n"}}
	for text, want := range map[string]int{`{"n":1}`: 0, `{"n":1.5}`: 1, `{"n":"1"}`: 1, `{}`: 1, `{"n":1,"m":2}`: 1, `[]`: 2} {
		var v any
		if err := json.Unmarshal([]byte(text), &v); err != nil {
			t.Fatal(err)
		}
		if got := Conforms(v, schema, doc, "x"); len(got) != want {
			t.Errorf("%s: %v", text, got)
		}
	}
}
