package plain

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"
)

func TestText(t *testing.T) {
	for in, want := range map[string]string{
		"":                        "",
		"Schach, größer ♞\tx\n":   "Schach, größer ♞\tx\n",
		"a\r\nb":                  "a\r\nb",
		"done\rhidden":            `done\u000dhidden`,
		"\x1b]0;title\a":          `\u001b]0;title\u0007`,
		"\x1b[2J":                 `\u001b[2J`,
		"\u009b31m":               `\u009b31m`,
		"\x7f\x00":                `\u007f\u0000`,
		"abc\u202edcba":           `abc\u202edcba`,
		"\xff\xfe":                "\ufffd\ufffd",
		"one\u2028two":            `one\u2028two`,
		"already \ufffd replaced": "already \ufffd replaced",
	} {
		if got := Text(in); got != want {
			t.Errorf("%q: %q, want %q", in, got, want)
		}
	}
	if got := Line("move\n12. x wins\t"); got != `move\u000a12. x wins\u0009` {
		t.Errorf("Line: %q", got)
	}
}

// JSON stays the same JSON, and nothing a terminal acts on is left.
func TestWriterKeepsJSON(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		in := strings.ToValidUTF8(rapid.String().Draw(t, "text"), "?") + "\x1b\u0085\u202e"
		var b bytes.Buffer
		enc := json.NewEncoder(Writer{&b})
		enc.SetEscapeHTML(false)
		if err := enc.Encode(in); err != nil {
			t.Fatal(err)
		}
		for _, r := range strings.TrimSuffix(b.String(), "\n") {
			if r < ' ' || r >= 0x7f && r < 0xa0 {
				t.Fatalf("%q holds %U", b.String(), r)
			}
		}
		var out string
		if err := json.Unmarshal(b.Bytes(), &out); err != nil || out != in {
			t.Fatalf("%q became %q, %v", in, out, err)
		}
		if !utf8.Valid(b.Bytes()) {
			t.Fatal("broken UTF-8")
		}
	})
}
