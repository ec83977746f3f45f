// Package sign puts signatures on match records in GGP-Base's JSON form, and
// checks them, as GGP-Base does (util/crypto): RSA with SHA-1, PKCS #1 v1.5, over
// the record with its members sorted. Spectator servers tell by the key who ran a
// match, and that nobody has changed the record since.
//
// It promises that Verify accepts what Sign made, and nothing in which a member
// was changed, added, taken away or given twice. SHA-1 is what the others
// understand; it protects the honest from mistakes and idle forgers, not from
// somebody who can compute collisions.
//
// The package sees JSON text, never a match; its neighbour match writes the text.
package sign

import (
	"bytes"
	"crypto"
	"crypto/rand"
	"crypto/rsa"
	"crypto/sha1" // the format's hash
	"crypto/x509"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
)

// What Verify finds. ErrForged means that the record or its signature was changed,
// or signed with another key than it says.
var (
	ErrUnsigned = errors.New("the record is not signed")
	ErrForged   = errors.New("the signature is not that of the record")
)

// Members of a signed record, and what begins the values: the way of sorting
// ("A") and the kind of keys ("0").
const (
	memberKey       = "matchHostPK"
	memberSignature = "matchHostSignature"
	sorted          = "A"
	kind            = "0"
)

// keyBits is the length of new keys.
const keyBits = 2048

// Key signs records.
type Key struct {
	private *rsa.PrivateKey
	public  string
}

// keyFile is GGP-Base's key file.
type keyFile struct {
	PK string `json:"PK"`
	SK string `json:"SK"`
}

// NewKey makes a key from the system's randomness.
func NewKey() (*Key, error) {
	private, err := rsa.GenerateKey(rand.Reader, keyBits)
	if err != nil {
		return nil, fmt.Errorf("make key: %w", err)
	}
	return newKey(private)
}

func newKey(private *rsa.PrivateKey) (*Key, error) {
	public, err := x509.MarshalPKIXPublicKey(&private.PublicKey)
	if err != nil {
		return nil, fmt.Errorf("make key: %w", err)
	}
	return &Key{private, encode(public)}, nil
}

// ReadKey reads a key file, {"PK":"0…","SK":"0…"}. The two must belong together.
func ReadKey(text []byte) (*Key, error) {
	var f keyFile
	if err := json.Unmarshal(text, &f); err != nil {
		return nil, fmt.Errorf("read key: %w", err)
	}
	der, err := decode(f.SK)
	if err != nil {
		return nil, fmt.Errorf("read key: SK: %w", err)
	}
	parsed, err := x509.ParsePKCS8PrivateKey(der)
	if err != nil {
		return nil, fmt.Errorf("read key: SK: %w", err)
	}
	private, ok := parsed.(*rsa.PrivateKey)
	if !ok {
		return nil, fmt.Errorf("read key: SK is a %T, not an RSA key", parsed)
	}
	k, err := newKey(private)
	if err == nil && k.public != f.PK {
		err = errors.New("read key: PK does not belong to SK")
	}
	return k, err
}

// File gives the key as the text of a key file. It is a secret.
func (k *Key) File() ([]byte, error) {
	der, err := x509.MarshalPKCS8PrivateKey(k.private)
	if err != nil {
		return nil, fmt.Errorf("write key: %w", err)
	}
	text, err := json.Marshal(keyFile{PK: k.public, SK: encode(der)})
	return append(text, '\n'), err
}

// Public is the public half, as records carry it.
func (k *Key) Public() string { return k.public }

// Sign gives the record, a JSON object, with the key's public half and the
// signature added at its end; the rest stays as it is. A record that has either
// already is refused.
func (k *Key) Sign(record []byte) ([]byte, error) {
	members, err := object(record)
	if err != nil {
		return nil, fmt.Errorf("sign record: %w", err)
	}
	if members[memberKey] != "" || members[memberSignature] != "" {
		return nil, errors.New("sign record: it is signed already")
	}
	comma := ","
	if len(members) == 0 {
		comma = ""
	}
	members[memberKey] = `"` + k.public + `"`
	hash := digest(members)
	signature, err := rsa.SignPKCS1v15(nil, k.private, crypto.SHA1, hash)
	if err != nil {
		return nil, fmt.Errorf("sign record: %w", err)
	}
	out := bytes.TrimRight(record, " \t\r\n")
	out = bytes.TrimRight(out[:len(out)-1], " \t\r\n") // without the closing brace
	return fmt.Appendf(bytes.Clone(out), "%s%q:%q,%q:%q}\n", comma, memberKey, k.public, memberSignature, sorted+encode(signature)), nil
}

// Verify checks a signed record and gives the public key that it was signed
// with. Whose key that is, the caller must know. The error wraps ErrUnsigned,
// ErrForged or says why the record cannot be read.
func Verify(record []byte) (public string, err error) {
	members, err := object(record)
	if err != nil {
		return "", fmt.Errorf("verify record: %w", err)
	}
	if members[memberKey] == "" || members[memberSignature] == "" {
		return "", fmt.Errorf("verify record: %w", ErrUnsigned)
	}
	public, key, err := publicKey(members[memberKey])
	if err != nil {
		return "", fmt.Errorf("verify record: %w: %s: %w", ErrForged, memberKey, err)
	}
	var text string
	if err := json.Unmarshal([]byte(members[memberSignature]), &text); err != nil {
		return "", fmt.Errorf("verify record: %w: %s is no text", ErrForged, memberSignature)
	}
	rest, ok := strings.CutPrefix(text, sorted)
	if !ok {
		return "", fmt.Errorf("verify record: %w: %s does not begin with %s", ErrForged, memberSignature, sorted)
	}
	signature, err := decode(rest)
	if err != nil {
		return "", fmt.Errorf("verify record: %w: %s: %w", ErrForged, memberSignature, err)
	}
	delete(members, memberSignature)
	if err := rsa.VerifyPKCS1v15(key, crypto.SHA1, digest(members), signature); err != nil {
		return "", fmt.Errorf("verify record: %w", ErrForged)
	}
	return public, nil
}

// publicKey reads a record's key, a JSON string.
func publicKey(quoted string) (string, *rsa.PublicKey, error) {
	var text string
	if err := json.Unmarshal([]byte(quoted), &text); err != nil {
		return "", nil, errors.New("it is no text")
	}
	der, err := decode(text)
	if err != nil {
		return "", nil, err
	}
	parsed, err := x509.ParsePKIXPublicKey(der)
	if err != nil {
		return "", nil, err
	}
	key, ok := parsed.(*rsa.PublicKey)
	if !ok {
		return "", nil, fmt.Errorf("it is a %T, not an RSA key", parsed)
	}
	return text, key, nil
}

func digest(members map[string]string) []byte {
	sum := sha1.Sum([]byte(canonical(members))) // the format's hash
	return sum[:]
}

func encode(b []byte) string { return kind + base64.StdEncoding.EncodeToString(b) }

func decode(s string) ([]byte, error) {
	rest, ok := strings.CutPrefix(s, kind)
	if !ok {
		return nil, fmt.Errorf("it does not begin with %s", kind)
	}
	return base64.StdEncoding.DecodeString(rest)
}
