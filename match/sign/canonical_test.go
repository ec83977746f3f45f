package sign

import "testing"

// The canonical form, as GGP-Base has it.
func TestCanonical(t *testing.T) {
	for text, want := range map[string]string{
		`{ }`: `{}`,
		`{"3":{"7":9,"c":4,"2":5,"a":6}, "1":2, "2":3}`:             `{"1":2,"2":3,"3":{"2":5,"7":9,"a":6,"c":4}}`,
		`{"a":[1, -2 , true,null,"x",[],{"z":false,"y":""}],"A":1}`: `{"A":1,"a":[1,-2,true,null,"x",[],{"y":"","z":false}]}`,
		`{"s":"a\"b\\c/d</e\b\t\n\f\r\u0001\u0085\u00a0\u00e9\u2028\u2100<=&"}`: `{"s":"a\"b\\c/d<\/e\b\t\n\f\r\u0001\u0085` +
			"\u00a0\u00e9" + `\u2028` + "\u2100" + `<=&"}`,
		`{"n":-0}`: `{"n":0}`,
	} {
		members, err := object([]byte(text))
		if err != nil {
			t.Errorf("%s: %v", text, err)
		} else if got := canonical(members); got != want {
			t.Errorf("%s\n is %s\nwant %s", text, got, want)
		}
	}
}
