package coverage

import (
	"strings"
	"testing"
)

const table = "ludeme\tgames_main(3)\tgames_all(4)\tselector\nmove Step\t2\t3\tsuper\nno such thing\t1\t1\t\nis Line\t1\t2\t\n"

const verified = `{"game":"b/Two.lud","result":"refused","detail":"b/Two.lud:3:4: error: (is Line …) is not supported [LUD060]","findings":[{"code":"LUD060","severity":"error","message":"(is Line …) is not supported"}]}
{"game":"a/One.lud","result":"exact"}
{"game":"c/Three.lud","result":"different","detail":"ply 3,\nlegal count"}
{"exact":1,"different":1,"refused":1,"games":3}
`

func TestMarkdown(t *testing.T) {
	rows, err := ReadFrequency(strings.NewReader(table))
	if err != nil {
		t.Fatal(err)
	}
	games, err := ReadVerification(strings.NewReader(verified))
	if err != nil || len(games) != 3 || games[0].Path != "a/One.lud" {
		t.Fatalf("%v, %v", games, err)
	}
	Fill(rows, games)
	var b strings.Builder
	if err := Markdown(&b, rows, games); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"Of 3 ludeme forms that Ludii's games use, 1 are supported, 0 in part, 2 not.", "Of 3 recorded games, 1 are replayed exactly, 1 differently, 1 are refused.",
		"| `move Step` | 3 | yes |\n| `is Line` | 2 | **no** |\n| `no such thing` | 1 | **no**: no such form is known |",
		"| `is Within` | `what` | none | ", "| `is Even` | Bool | `[value]` | ‹value› is even |",
		"## Games that are replayed differently (1)\n\n- c/Three: `ply 3,; legal count`\n", "- b/Two: `b/Two.lud:3:4: error", "## Games that are replayed exactly (1)\n\n- a/One\n",
	} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("no %q in\n%s", want, &b)
		}
	}
}

func TestReadFails(t *testing.T) {
	for _, text := range []string{"ludeme\tuses\n", "ludeme\tgames\nx\n", "ludeme\tgames\nx\tmany\n"} {
		if rows, err := ReadFrequency(strings.NewReader(text)); err == nil {
			t.Errorf("%q is read as %v", text, rows)
		}
	}
	if games, err := ReadVerification(strings.NewReader("{")); err == nil {
		t.Errorf("half an object is read as %v", games)
	}
}
