package device

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func touch(t *testing.T, root, path string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(root+path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(root+path, nil, 0o644); err != nil {
		t.Fatal(err)
	}
}

// TestPlaces: an active environment comes before those in PATH, they before the user's, that before the system's, a
// directory that was named before all; of two the newer.
func TestPlaces(t *testing.T) {
	p := Places{Root: t.TempDir(), Environ: []string{"HOME=/home/me", "VIRTUAL_ENV=/venv", "PATH=/opt/torch/.venv/bin:/home/me/tools:relative/bin", "PJRT_PLUGIN_LIBRARY_PATH=/mine:/other"}}
	if p.Plugins() != nil || p.Cards() {
		t.Fatal("something in an empty place")
	}
	if got := strings.Join(p.Install(), "\n"); !strings.Contains(got, "pip install jax-cuda13-pjrt") || !strings.Contains(got, "driver") {
		t.Errorf("to be installed: %s", got)
	}
	want := []string{
		"/other/pjrt_c_api_cuda_plugin.so",
		"/venv/lib/python3.13/site-packages/jax_plugins/xla_cuda13/xla_cuda_plugin.so",
		"/venv/lib/python3.13/site-packages/jax_plugins/xla_cuda12/xla_cuda_plugin.so",
		"/opt/torch/.venv/lib/python3.12/site-packages/jax_plugins/xla_cuda13/xla_cuda_plugin.so",
		"/home/me/.local/lib/python3.11/site-packages/jax_plugins/xla_cuda12/xla_cuda_plugin.so",
		"/usr/lib/python3/dist-packages/jax_plugins/xla_cuda12/xla_cuda_plugin.so",
		"/usr/local/lib/go-xla/nvidia/pjrt_c_api_cuda_plugin.so",
	}
	for i := range want {
		touch(t, p.Root, want[len(want)-1-i])
		want[len(want)-1-i] = p.Root + want[len(want)-1-i]
	}
	touch(t, p.Root, "/usr/lib/libunrelated.so")
	touch(t, p.Root, "/dev/nvidia0")
	if d := cmp.Diff(want, p.Plugins()); d != "" {
		t.Error(d)
	}
	if !p.Cards() || p.Install() != nil {
		t.Errorf("a card and plugins, and yet: %v", p.Install())
	}
}

func TestChoice(t *testing.T) {
	for text, want := range map[string]Choice{
		"auto": {}, "cpu": {Kind: CPU}, "gpu": {Kind: GPU}, "gpu:3": {GPU, 3}, "GPU:0": {Kind: GPU}, "go": {Kind: Go},
	} {
		var c Choice
		if err := c.UnmarshalText([]byte(text)); err != nil || c != want {
			t.Errorf("%s: %v, %v", text, c, err)
		}
		var again Choice
		if err := again.UnmarshalText([]byte(c.String())); err != nil || again != c {
			t.Errorf("%s is written %s", text, c)
		}
	}
	for _, text := range []string{"", "tpu", "gpu:", "gpu:-1", "gpu:1000", "cpu:1", "auto:0"} {
		var c Choice
		if c.UnmarshalText([]byte(text)) == nil {
			t.Errorf("%q is a choice", text)
		}
	}
}

// TestEnvironment: the compiler's files are named once, behind what the user has said.
func TestEnvironment(t *testing.T) {
	root := t.TempDir()
	plugin := root + "/site-packages/jax_plugins/xla_cuda13/xla_cuda_plugin.so"
	if environment(plugin, "") != nil || environment("", "") != nil {
		t.Error("files out of nothing")
	}
	touch(t, root, "/site-packages/nvidia/cu13/bin/ptxas")
	want := []string{"XLA_FLAGS=--a --xla_gpu_cuda_data_dir=" + root + "/site-packages/nvidia/cu13"}
	if d := cmp.Diff(want, environment(plugin, "--a")); d != "" {
		t.Error(d)
	}
	if environment(plugin, "--xla_gpu_cuda_data_dir=/mine") != nil {
		t.Error("the user's place is overruled")
	}
	want[0] += " --b=1"
	if d := cmp.Diff(want, environment(plugin, "--a", "--b=1", "--a=2")); d != "" {
		t.Error(d)
	}
}

// TestTried: a plugin has a directory of its own in the cache, its next version another one; without a cache or a
// plugin there is none, nor in a place that XLA could not read.
func TestTried(t *testing.T) {
	cache, plugin := filepath.Join(t.TempDir(), "cards"), filepath.Join(t.TempDir(), "plugin.so")
	if tried(plugin, cache) != "" {
		t.Error("a directory for a plugin that is not there")
	}
	if err := os.WriteFile(plugin, []byte("one"), 0o644); err != nil {
		t.Fatal(err)
	}
	one := tried(plugin, cache)
	if about, err := os.Stat(one); err != nil || !about.IsDir() || tried(plugin, cache) != one || tried(plugin, "") != "" || tried(plugin, cache+"/a b") != "" {
		t.Errorf("%q, error %v", one, err)
	}
	if err := os.WriteFile(plugin, []byte("three"), 0o644); err != nil {
		t.Fatal(err)
	}
	if three := tried(plugin, cache); three == one || three == "" {
		t.Errorf("of another version: %q", three)
	}
}
