package catalog

import (
	"bytes"
	"context"
	"os"
	"path/filepath"

	"ludens/gdl"
	"ludens/internal/bounded"
	"ludens/propnet"
	"ludens/propnet/exec"
)

// maxCached bounds the bytes of a kept network that are read back.
const maxCached = 1 << 30

// network builds the network of a program, or takes it from the cache directory
// if it was built before. The cache is a convenience: a file in it that is
// missing, damaged or of an older make is built anew, and a directory that
// cannot be written to costs nothing but the time of building again.
func network(ctx context.Context, p *gdl.Program, dir string, opt exec.Options) (*exec.Game, error) {
	if dir == "" {
		return exec.New(ctx, p, opt)
	}
	file := filepath.Join(dir, opt.Hash+".network")
	if n, err := readNetwork(file); err == nil {
		return exec.FromNetworkContext(ctx, n, opt)
	}
	n, err := exec.Network(ctx, p, opt)
	if err != nil {
		return nil, err
	}
	g, err := exec.FromNetworkContext(ctx, n, opt)
	if err != nil {
		return nil, err
	}
	_ = keepNetwork(file, n) // see above
	return g, nil
}

func readNetwork(file string) (*propnet.Network, error) {
	data, err := bounded.ReadFile(file, maxCached)
	if err != nil {
		return nil, err
	}
	return propnet.Decode(data)
}

func keepNetwork(file string, n *propnet.Network) error {
	var b bytes.Buffer
	if err := n.Encode(&b); err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		return err
	}
	return writeFile(file, b.Bytes())
}
