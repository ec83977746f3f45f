package sign_test

import (
	"encoding/json"
	"errors"
	"strings"
	"sync"
	"testing"

	"ludens/match"
	"ludens/match/sign"
)

var newKey = sync.OnceValues(sign.NewKey)

func key(t testing.TB) *sign.Key {
	t.Helper()
	k, err := newKey()
	if err != nil {
		t.Fatal(err)
	}
	return k
}

const record = `{"matchId":"Base.x.1","startTime":5,"states":["( ( cell 1 1 b ) )"],"goalValues":[100,0],"isCompleted":true}`

// foreign was signed by openssl over the canonical text written by hand, so that
// the two have nothing in common but the format.
const foreign = `{"matchId":"Base.y.2", "states":["( ( on \"x</y\" ) )"], "moves":[["( a b )"]], "startTime": 5, "isCompleted":true, "goalValues":[ 50 ],
"matchHostPK":"0MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEAwFj9IRZcXUmoIO5Ac0DJBaG7vSDLduK96INvL9X/+AVmPpMvv6ji3SFBtVaTv5RvJqHrBLWQfWplZmC6AKjBYkdRDeskrAmDvM0oR5WUwEifxZRutM0NHHlgWZUIB7HwrOrrFNAB810/7BN3lV06ajlGzCrsf2mb8tvR6kc1b/l1RoU8mGr2HuQgpo/dhQdWa/iM3HWViKQVlEia8DxGK+PJYaRVPIyPEJA+h46bBVHtxFFsmh6nJJU4Gyuzwh1kUCJ7QLdXl88hPTHA1F5H0oXlwG2mkNQo4winr1lsHoZMdsQ37IhVUBP1wDepdIb9znJ1leFD7lyiFy+y47tZVwIDAQAB",
"matchHostSignature":"A0v7Cq0uHwR+ZM8SdbEqdsGCixv1LrhbcD4teQAKY/VoFfjdWZGFRgeJRmw0pHI8SCVxNO3gzD6aa+NvgGuRaMVuzcftWbUwCrtSohCcIeU2AoubV9utueZyTtpnKT8YQfhkQW2E0n+RsVeLaBAMeoGALega7uBmZlGAsLlb+yZEH5EnbvWf+9tHgZkIrbmnyT6RU1w4/GEyXNIL36eVkHBU3qeOb+m83e4ZtV32U8TKhFAtiFtG3IP8SAbSli3e5/3VSmG4I4WINcg6+MA9d7DhVgUepkFBSiGOsLDlStGPD0OqBa0cSN/4kQoCUdYh8u7DLe9e1vM6b1hCIV6uS1GA=="}`

func TestForeign(t *testing.T) {
	public, err := sign.Verify([]byte(foreign))
	if err != nil || !strings.HasPrefix(public, "0MII") {
		t.Errorf("signed by %q, %v", public, err)
	}
	if _, err := sign.Verify([]byte(strings.Replace(foreign, `"startTime": 5`, `"startTime": 6`, 1))); !errors.Is(err, sign.ErrForged) {
		t.Errorf("changed: %v", err)
	}
}

func TestSignAndVerify(t *testing.T) {
	k := key(t)
	signed, err := k.Sign([]byte(record + "\n"))
	if err != nil {
		t.Fatal(err)
	}
	if public, err := sign.Verify(signed); err != nil || public != k.Public() {
		t.Fatalf("signed by %q, %v\n%s", public, err, signed)
	}
	if !strings.HasPrefix(string(signed), strings.TrimSuffix(record, "}")) {
		t.Errorf("the record itself was changed: %s", signed)
	}
	var members map[string]any
	if err := json.Unmarshal(signed, &members); err != nil {
		t.Fatal(err)
	}
	again, err := json.MarshalIndent(members, "", "\t") // other blanks, another order
	if err != nil {
		t.Fatal(err)
	}
	if _, err := sign.Verify(again); err != nil {
		t.Errorf("written anew: %v", err)
	}
	if _, err := k.Sign(signed); err == nil {
		t.Error("a signed record was signed again")
	}
	other, err := sign.NewKey()
	if err != nil {
		t.Fatal(err)
	}
	for what, change := range map[string][2]string{
		"a value":        {`[100,0]`, `[0,100]`},
		"a name":         {`"goalValues"`, `"goalvalues"`},
		"a member gone":  {`"startTime":5,`, ``},
		"a member added": {`"startTime":5,`, `"startTime":5,"x":1,`},
		"the key":        {k.Public(), other.Public()},
		"no such key":    {`"matchHostPK":"0`, `"matchHostPK":"0AAAA`},
		"a number as a key": {
			`"matchHostPK":"` + k.Public() + `"`, `"matchHostPK":7`,
		},
		"the kind":         {`"matchHostSignature":"A0`, `"matchHostSignature":"A1`},
		"the sorting":      {`"matchHostSignature":"A0`, `"matchHostSignature":"B0`},
		"half a signature": {`"matchHostSignature":"A0`, `"matchHostSignature":"A0AAAA`},
	} {
		text := strings.Replace(string(signed), change[0], change[1], 1)
		if text == string(signed) {
			t.Errorf("%s: nothing was changed", what)
		}
		if _, err := sign.Verify([]byte(text)); !errors.Is(err, sign.ErrForged) {
			t.Errorf("%s was changed: %v", what, err)
		}
	}
	for _, text := range []string{record, `{}`, `{"matchHostPK":"x"}`, `{"matchHostSignature":"x"}`} {
		if _, err := sign.Verify([]byte(text)); !errors.Is(err, sign.ErrUnsigned) {
			t.Errorf("%s: %v", text, err)
		}
	}
}

func TestUnreadable(t *testing.T) {
	deep := `{"a":` + strings.Repeat("[", 1000) + strings.Repeat("]", 1000) + `}`
	for text, want := range map[string]string{
		``: "not a JSON object", `[]`: "not a JSON object", `{`: "EOF", `{}{}`: "more behind", `{"a":1,"a":1}`: "twice",
		`{"a":{"b":1,"b":2}}`: "twice", `{"a":1.5}`: "not whole", `{"a":1e400}`: "not whole", `{"a":}`: "invalid", deep: "deeper",
	} {
		if _, err := sign.Verify([]byte(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("verify %.40s: %v, want %q in it", text, err, want)
		}
		if _, err := key(t).Sign([]byte(text)); err == nil {
			t.Errorf("signed %.40s", text)
		}
	}
}

func TestKeyFile(t *testing.T) {
	k := key(t)
	text, err := k.File()
	if err != nil {
		t.Fatal(err)
	}
	back, err := sign.ReadKey(text)
	if err != nil || back.Public() != k.Public() {
		t.Fatalf("read back: %v", err)
	}
	var f map[string]string
	if err := json.Unmarshal(text, &f); err != nil || len(f) != 2 || !strings.HasPrefix(f["PK"], "0MII") || !strings.HasPrefix(f["SK"], "0MII") {
		t.Errorf("key file: %v", err)
	}
	for _, bad := range []string{
		``, `{}`, `{"PK":"","SK":"0"}`, `{"PK":"0","SK":"1AAAA"}`, `{"PK":"0","SK":"0!"}`,
		`{"PK":"` + k.Public() + `","SK":"` + k.Public() + `"}`, strings.Replace(string(text), `"PK":"0M`, `"PK":"0N`, 1),
	} {
		if _, err := sign.ReadKey([]byte(bad)); err == nil {
			t.Errorf("read %.60s", bad)
		}
	}
}

// A record of ours, signed, is still the record.
func TestSignedRecordReads(t *testing.T) {
	r := &match.Record{
		ID: "m", Roles: []string{"r"}, Status: match.Completed, Goals: []int{1}, States: [][]string{{`(say "</a>" \ é ` + "\u2028)"}}, StateTimes: []int64{1},
		Replies: [][]match.Reply{{{Text: "a\tb\x01"}}}, Seed: 1 << 63,
	}
	text, err := r.GGPBase()
	if err != nil {
		t.Fatal(err)
	}
	signed, err := key(t).Sign(text)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := sign.Verify(signed); err != nil {
		t.Error(err)
	}
	if back, err := match.ReadGGPBase(signed); err != nil || back.Seed != r.Seed || back.States[0][0] != r.States[0][0] {
		t.Errorf("read back: %+v, %v", back, err)
	}
}

// FuzzVerify: no text crashes it; what can be signed verifies.
func FuzzVerify(f *testing.F) {
	f.Add([]byte(record))
	f.Add([]byte(foreign))
	f.Add([]byte(`{"a":[null,true,"</\u2028",-0],"":{}}`))
	k := key(f)
	f.Fuzz(func(t *testing.T, text []byte) {
		_, _ = sign.Verify(text)
		signed, err := k.Sign(text)
		if err != nil {
			return
		}
		if _, err := sign.Verify(signed); err != nil {
			t.Fatalf("%v: %q", err, signed)
		}
	})
}
