package sign

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
)

// Bounds of a record: bytes, and nesting of objects and arrays.
const (
	mostBytes = 256 << 20
	mostDepth = 100
)

// object reads the members of a JSON object, the values in their canonical form:
// no blanks, members sorted by name, strings quoted as GGP-Base does. A name
// given twice is an error, because readers differ on which of the two counts.
func object(record []byte) (map[string]string, error) {
	if len(record) > mostBytes {
		return nil, fmt.Errorf("%d bytes, more than %d", len(record), mostBytes)
	}
	d := json.NewDecoder(strings.NewReader(string(record)))
	d.UseNumber()
	if t, err := d.Token(); err != nil || t != json.Delim('{') {
		return nil, errors.Join(errors.New("it is not a JSON object"), err)
	}
	members, err := readMembers(d, mostDepth)
	if err != nil {
		return nil, err
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return nil, errors.New("there is more behind the JSON object")
	}
	return members, nil
}

// canonical writes an object.
func canonical(members map[string]string) string {
	names := make([]string, 0, len(members))
	for name := range members {
		names = append(names, name)
	}
	// Java sorts by UTF-16 units. Names of records are ASCII, where that is the same.
	slices.Sort(names)
	var b strings.Builder
	b.WriteByte('{')
	for i, name := range names {
		if i > 0 {
			b.WriteByte(',')
		}
		quote(&b, name)
		b.WriteByte(':')
		b.WriteString(members[name])
	}
	b.WriteByte('}')
	return b.String()
}

// readMembers reads behind an object's opening brace.
func readMembers(d *json.Decoder, depth int) (map[string]string, error) {
	members := map[string]string{}
	for d.More() {
		t, err := d.Token()
		if err != nil {
			return nil, err
		}
		name, ok := t.(string)
		if !ok {
			return nil, fmt.Errorf("%v is no name", t)
		}
		if _, twice := members[name]; twice {
			return nil, fmt.Errorf("%q is given twice", name)
		}
		if members[name], err = value(d, depth); err != nil {
			return nil, err
		}
	}
	_, err := d.Token()
	return members, err
}

// value reads any value into its canonical form.
func value(d *json.Decoder, depth int) (string, error) {
	t, err := d.Token()
	if err != nil {
		return "", err
	}
	switch t := t.(type) {
	case nil:
		return "null", nil
	case bool:
		return strconv.FormatBool(t), nil
	case string:
		var b strings.Builder
		quote(&b, t)
		return b.String(), nil
	case json.Number:
		// Records have whole numbers only; how Java writes others is nothing to copy.
		n, err := strconv.ParseInt(t.String(), 10, 64)
		if err != nil {
			return "", fmt.Errorf("the number %.40s is not whole, or too large", t)
		}
		return strconv.FormatInt(n, 10), nil
	}
	if depth == 0 {
		return "", fmt.Errorf("it is nested deeper than %d", mostDepth)
	}
	if t == json.Delim('{') {
		members, err := readMembers(d, depth-1)
		return canonical(members), err
	}
	var b strings.Builder
	b.WriteByte('[')
	for d.More() {
		if b.Len() > 1 {
			b.WriteByte(',')
		}
		text, err := value(d, depth-1)
		if err != nil {
			return "", err
		}
		b.WriteString(text)
	}
	b.WriteByte(']')
	_, err = d.Token()
	return b.String(), err
}

// quote writes a string as GGP-Base's JSONObject.quote: besides what JSON demands
// it escapes the slash of "</" and some characters that break lines or are not
// seen, and nothing else.
func quote(b *strings.Builder, s string) {
	b.WriteByte('"')
	before := rune(0)
	for _, r := range s {
		switch {
		case r == '"' || r == '\\' || r == '/' && before == '<':
			b.WriteByte('\\')
			b.WriteRune(r)
		case r == '\b':
			b.WriteString(`\b`)
		case r == '\t':
			b.WriteString(`\t`)
		case r == '\n':
			b.WriteString(`\n`)
		case r == '\f':
			b.WriteString(`\f`)
		case r == '\r':
			b.WriteString(`\r`)
		case r < ' ' || r >= 0x80 && r < 0xa0 || r >= 0x2000 && r < 0x2100:
			fmt.Fprintf(b, `\u%04x`, r)
		default:
			b.WriteRune(r)
		}
		before = r
	}
	b.WriteByte('"')
}
