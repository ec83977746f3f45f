package nets

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"strings"
	"unicode"
	"unicode/utf8"

	"ludens/internal/bounded"
	"ludens/nets/arch"
)

// The file of a net, all numbers little-endian:
//
//	8 bytes   magic
//	4 bytes   version of this format, an unsigned number
//	4 bytes   length of the header
//	…         header: the Net as JSON
//	…         the parameters in the order of arch.Net.Params, 4 bytes (IEEE 754) a number
//	32 bytes  SHA-256 of all before it
//
// How many parameters there are follows from the header's Spec, so that nothing in
// the file says twice what might then differ.
const (
	// The magic shows what transfers as text would have changed.
	magic = "LUDNET\r\n"
	// version is that of nets without mix and origin, which version 2 has added, and without a meaning, which
	// version 3 has: what older programs can read stays as it was, and with it the identifiers of nets.
	version = 1
	mixed   = 2
	latest  = 3

	mostHeader = 64 << 10
	mostText   = 1 << 10 // bytes of a text in the header
	mostRating = 100_000 // Elo, either way
	mostCount  = 1 << 50 // steps, samples, games, seconds
	preamble   = len(magic) + 4 + 4

	// MaxFile is the size of the largest file of a net, in bytes.
	MaxFile = preamble + mostHeader + 4*arch.MaxParams + sha256.Size
)

// Ext is how names of files of nets end.
const Ext = ".net"

// ErrFile is what is wrong with bytes that are no net: cut short, damaged, of a
// later version, or never one.
var ErrFile = errors.New("not a net's file")

// ErrNone is returned by stores for what they do not hold.
var ErrNone = errors.New("not in the store")

// Validate reports a net that cannot be run, or whose description nobody should
// print: weights that do not fit the Spec or are not finite, texts that are too
// long or hold control characters, counts and ratings out of any sense.
func (n *Net) Validate() error {
	if err := n.Spec.Validate(); err != nil {
		return err
	}
	for _, t := range []struct{ name, text string }{{"encoding", n.Encoding}, {"game", n.Game}, {"name", n.Name}, {"origin", n.Origin}} {
		if err := printable(t.name, t.text); err != nil {
			return err
		}
	}
	for _, c := range []struct {
		name  string
		count int64
	}{{"steps", n.Steps}, {"samples", n.Samples}, {"games", n.Games}, {"created", n.Created}} {
		if c.count < 0 {
			return fmt.Errorf("net: %s is %d, less than 0", c.name, c.count)
		}
		if c.count > mostCount {
			return fmt.Errorf("net: %s is %d, more than any training takes", c.name, c.count)
		}
	}
	if !(math.Abs(n.Rating) <= mostRating && n.Interval >= 0 && n.Interval <= mostRating) { // so that NaN fails
		return fmt.Errorf("net: a rating of %g with an interval of %g; they are numbers up to %g", n.Rating, n.Interval, float64(mostRating))
	}
	if !(n.Mix >= 0 && n.Mix <= 1) {
		return fmt.Errorf("net: a share of playouts of %g, not from 0 to 1", n.Mix)
	}
	if n.Meaning != nil {
		if err := n.Meaning.Check(&n.Spec); err != nil {
			return err
		}
		for _, text := range n.Meaning.Names() {
			if err := printable("meaning", text); err != nil {
				return err
			}
		}
	}
	return n.Spec.Layers().Check(n.Weights)
}

// mostMeaning bounds the meaning in a header.
const mostMeaning = mostHeader - 16<<10

// Mean has a net say what its planes are, if that can be said in a file.
func (n *Net) Mean(m *arch.Meaning) {
	n.Meaning = nil
	if m == nil || m.Check(&n.Spec) != nil {
		return
	}
	if b, err := json.Marshal(m); err != nil || len(b) > mostMeaning {
		return
	}
	for _, text := range m.Names() {
		if printable("meaning", text) != nil {
			return
		}
	}
	n.Meaning = m
}

// printable reports a text that is too long, or that nobody should print.
func printable(name, text string) error {
	if len(text) > mostText {
		return fmt.Errorf("net: %s is longer than %d bytes", name, mostText)
	}
	if !utf8.ValidString(text) {
		return fmt.Errorf("net: %s is not UTF-8", name)
	}
	if strings.ContainsFunc(text, unicode.IsControl) {
		return fmt.Errorf("net: %s holds a character that cannot be printed", name)
	}
	return nil
}

// Clean makes a text that Validate accepts of any: a game's name is a stranger's,
// and no reason not to store a net.
func Clean(text string) string {
	text = strings.Map(func(r rune) rune {
		if unicode.IsControl(r) {
			return ' '
		}
		return r
	}, strings.ToValidUTF8(text, "\ufffd"))
	for len(text) > mostText {
		_, size := utf8.DecodeLastRuneInString(text)
		text = text[:len(text)-size]
	}
	return text
}

// Encode writes a net as one file. Equal nets give equal files. What cannot be
// printed of the name is replaced, what is too long cut.
func Encode(n *Net) ([]byte, error) {
	named := *n
	named.Name, named.Origin = Clean(n.Name), Clean(n.Origin)
	n = &named
	if err := n.Validate(); err != nil {
		return nil, fmt.Errorf("encode: %w", err)
	}
	header, err := json.Marshal(n)
	if err != nil {
		return nil, fmt.Errorf("encode net: %w", err)
	}
	if len(header) > mostHeader {
		return nil, fmt.Errorf("encode net: its header has %d bytes, more than %d", len(header), mostHeader)
	}
	b := make([]byte, 0, preamble+len(header)+4*n.Spec.Numbers()+sha256.Size)
	b = append(b, magic...)
	b = binary.LittleEndian.AppendUint32(b, n.version())
	b = binary.LittleEndian.AppendUint32(b, uint32(len(header)))
	b = append(b, header...)
	for _, w := range n.Weights {
		for _, x := range w {
			b = binary.LittleEndian.AppendUint32(b, math.Float32bits(x))
		}
	}
	sum := sha256.Sum256(b)
	return append(b, sum[:]...), nil
}

// version is that of the format that a net takes.
func (n *Net) version() uint32 {
	switch {
	case n.Meaning != nil:
		return latest
	case n.Mix != 0 || n.Origin != "":
		return mixed
	}
	return version
}

// Decode reads what Encode wrote and believes none of it: memory is taken for what
// is there, not for what is said to be. Errors wrap ErrFile.
func Decode(b []byte) (*Net, error) {
	n, err := decode(b)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrFile, err)
	}
	return n, nil
}

// ReadFile reads the file of a net. Its size is held against what its header says
// before the numbers are read, so that no file costs more than it holds.
func ReadFile(path string) (*Net, error) {
	if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() {
		return nil, fmt.Errorf("%w: it is no plain file", ErrFile) // a pipe would be waited for
	}
	f, err := bounded.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	info, err := f.Stat()
	switch {
	case err != nil:
		return nil, err
	case !info.Mode().IsRegular():
		return nil, fmt.Errorf("%w: it is no plain file", ErrFile)
	case info.Size() > int64(MaxFile):
		return nil, fmt.Errorf("%w: it has %d bytes, more than %d", ErrFile, info.Size(), MaxFile)
	}
	b := make([]byte, min(info.Size(), int64(preamble+mostHeader)))
	if _, err := io.ReadFull(f, b); err != nil {
		return nil, fmt.Errorf("read %s: %w", path, err)
	}
	if err := sized(b, info.Size()); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrFile, err)
	}
	whole := make([]byte, info.Size())
	if _, err := io.ReadFull(f, whole[copy(whole, b):]); err != nil {
		return nil, fmt.Errorf("read %s: %w", path, err)
	}
	n, err := Decode(whole)
	if err != nil {
		return nil, err
	}
	return n, nil
}

// sized holds the size of a file against its beginning.
func sized(b []byte, size int64) error {
	n, length, err := header(b)
	if err != nil {
		return err
	}
	if want := int64(preamble+sha256.Size) + length + 4*int64(n.Spec.Numbers()); size != want {
		return fmt.Errorf("it is damaged or cut short: it has %d bytes, want %d", size, want)
	}
	return nil
}

// header reads the beginning of a file.
func header(b []byte) (n *Net, length int64, err error) {
	if len(b) < preamble || string(b[:len(magic)]) != magic {
		return nil, 0, errors.New("it does not begin as one")
	}
	if err := readable(b); err != nil {
		return nil, 0, err
	}
	length = int64(binary.LittleEndian.Uint32(b[len(magic)+4:]))
	if length > mostHeader || length > int64(len(b)-preamble) {
		return nil, 0, fmt.Errorf("a header of %d bytes", length)
	}
	n = &Net{}
	d := json.NewDecoder(bytes.NewReader(b[preamble : preamble+int(length)]))
	d.DisallowUnknownFields()
	if err := d.Decode(n); err != nil {
		return nil, 0, fmt.Errorf("read its header: %w", err)
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return nil, 0, errors.New("its header goes on after its end")
	}
	return n, length, n.Spec.Validate()
}

// readable says whether this program knows the version of a file.
func readable(b []byte) error {
	if v := binary.LittleEndian.Uint32(b[len(magic):]); v < version || v > latest {
		return fmt.Errorf("it has version %d, this program reads versions %d to %d", v, version, latest)
	}
	return nil
}

func decode(b []byte) (*Net, error) {
	if len(b) < preamble+sha256.Size || string(b[:len(magic)]) != magic {
		return nil, errors.New("it does not begin as one")
	}
	if err := readable(b); err != nil {
		return nil, err
	}
	body, sum := b[:len(b)-sha256.Size], b[len(b)-sha256.Size:]
	if have := sha256.Sum256(body); !bytes.Equal(have[:], sum) {
		return nil, errors.New("it is damaged or cut short: its checksum is wrong")
	}
	n, length, err := header(body)
	if err != nil {
		return nil, err
	}
	rest := body[int64(preamble)+length:]
	if want := 4 * n.Spec.Numbers(); len(rest) != want {
		return nil, fmt.Errorf("its parameters take %d bytes, want %d", len(rest), want)
	}
	for _, p := range n.Spec.Params() {
		w := make([]float32, p.Size())
		for i := range w {
			w[i] = math.Float32frombits(binary.LittleEndian.Uint32(rest[4*i:]))
		}
		rest = rest[4*len(w):]
		n.Weights = append(n.Weights, w)
	}
	return n, n.Validate()
}

// ID is the hexadecimal SHA-256 of a net's content, the checksum that ends its
// file: two nets have the same exactly if they are the same in everything.
func ID(n *Net) (string, error) {
	b, err := Encode(n)
	if err != nil {
		return "", err
	}
	return FileID(b), nil
}

// FileID is the ID of the net in a file that Encode gave.
func FileID(b []byte) string { return hex.EncodeToString(b[len(b)-sha256.Size:]) }
