package main

import (
	"errors"
	"fmt"
	"os"

	"ludens/config"
	"ludens/internal/bounded"
	"ludens/internal/cli"
	"ludens/match"
	"ludens/match/sign"
)

// keyCommand makes a key.
type keyCommand struct {
	File config.Path `arg:"" help:"File to write; it must not exist."`
}

// Help is shown by --help.
func (*keyCommand) Help() string {
	return "The file has GGP-Base's form, and only you may read it: who has it can sign matches in your name. " +
		"Printed is the public half, which signed matches carry."
}

// Run makes it.
func (c *keyCommand) Run(env *cli.Env) error {
	key, err := sign.NewKey()
	if err != nil {
		return err
	}
	text, err := key.File()
	if err != nil {
		return err
	}
	f, err := os.OpenFile(string(c.File), os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return fmt.Errorf("make key: %w", err)
	}
	_, err = f.Write(text)
	if err = errors.Join(err, f.Sync(), f.Close()); err != nil {
		_ = os.Remove(string(c.File)) // it was made here, and half a key is none
		return fmt.Errorf("make key: %w", err)
	}
	if env.JSON {
		return env.Print(struct {
			PublicKey string `json:"public_key"`
		}{key.Public()})
	}
	_, err = fmt.Fprintln(env.Stdout, key.Public())
	return err
}

// readKey reads a key file.
func readKey(path string) (*sign.Key, error) {
	const most = 1 << 20
	text, err := bounded.ReadFile(path, most)
	if err != nil {
		return nil, fmt.Errorf("key: %w", err)
	}
	key, err := sign.ReadKey(text)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return key, nil
}

// verifyRecordCommand checks signatures.
type verifyRecordCommand struct {
	Files []config.Path `arg:"" name:"file" help:"Exported matches."`
}

// Help is shown by --help.
func (*verifyRecordCommand) Help() string {
	return "One line per file: the public key that the match was signed with, or what is wrong. Whose key it is, you must know. " +
		"Exit code 3 unless all are signed and unchanged. With --json, one object per file and line."
}

// signature is what was found out about one file.
type signature struct {
	File      string `json:"file"`
	Signed    bool   `json:"signed"` // and unchanged
	PublicKey string `json:"public_key,omitempty"`
	Detail    string `json:"detail,omitempty"` // why not
}

// Run checks every file.
func (c *verifyRecordCommand) Run(env *cli.Env) error {
	sound := true
	for _, path := range c.Files {
		s := signature{File: string(path)}
		text, err := bounded.ReadFile(s.File, match.MostGGPBase)
		if err == nil {
			s.PublicKey, err = sign.Verify(text)
		}
		s.Signed = err == nil
		sound = sound && s.Signed
		line := "signed by " + s.PublicKey
		if err != nil {
			s.Detail = err.Error()
			line = s.Detail
		}
		if env.JSON {
			err = env.Print(s)
		} else {
			_, err = fmt.Fprintf(env.Stdout, "%s: %s\n", s.File, line)
		}
		if err != nil {
			return err
		}
	}
	if !sound {
		return cli.ErrFindings
	}
	return nil
}
