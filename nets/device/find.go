package device

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// Places says where plugins are looked for. The zero value is the machine as it is.
type Places struct {
	// Root is put before absolute paths, for tests; default none.
	Root string
	// Environ are the variables of the environment; default os.Environ().
	Environ []string
}

// Card devices, as drivers make them: without one a plugin has nothing to drive.
var deviceFiles = []string{"/dev/nvidia[0-9]*", "/dev/kfd", "/dev/dxg"}

// Cards says whether a driver shows a graphics card that computes.
func (p Places) Cards() bool { return len(p.glob(deviceFiles)) > 0 }

// patterns are the usual places of plugins, in the order in which they are taken: a
// Python environment that is active, those in PATH, those of the user, those of the system, then libraries.
func (p Places) patterns() []string {
	var python, libraries []string
	if v := p.env("VIRTUAL_ENV"); v != "" {
		python = append(python, v+"/lib/python3*/site-packages")
	}
	if v := p.env("CONDA_PREFIX"); v != "" {
		python = append(python, v+"/lib/python3*/site-packages")
	}
	for _, dir := range filepath.SplitList(p.env("PATH")) { // an environment whose programs are called without more ado
		if filepath.IsAbs(dir) && filepath.Base(dir) == "bin" {
			python = append(python, filepath.Dir(dir)+"/lib/python3*/site-packages")
		}
	}
	if home := p.env("HOME"); home != "" {
		python = append(python, home+"/.local/lib/python3*/site-packages", home+"/.venv/lib/python3*/site-packages")
		libraries = append(libraries, home+"/.local/lib/go-xla/nvidia", home+"/.local/lib/go-xla")
	}
	for _, base := range []string{"/usr/local/lib", "/usr/lib", "/opt/venv/lib", "/opt/conda/lib"} {
		python = append(python, base+"/python3*/site-packages", base+"/python3*/dist-packages", base+"/python3/dist-packages")
	}
	libraries = append(libraries, "/usr/local/lib/go-xla/nvidia", "/usr/local/lib/go-xla", "/usr/local/lib", "/usr/lib/x86_64-linux-gnu", "/usr/lib/aarch64-linux-gnu", "/usr/lib64")
	libraries = append(libraries, filepath.SplitList(p.env("LD_LIBRARY_PATH"))...)

	var out []string
	for _, dir := range filepath.SplitList(p.env("PJRT_PLUGIN_LIBRARY_PATH")) {
		out = append(out, dir+"/pjrt*plugin*.so", dir+"/xla_*_plugin.so")
	}
	for _, dir := range python {
		out = append(out, dir+"/jax_plugins/xla_cuda*/xla_cuda_plugin.so", dir+"/jax_plugins/xla_rocm*/xla_rocm_plugin.so")
	}
	for _, dir := range libraries {
		if filepath.IsAbs(dir) {
			out = append(out, dir+"/pjrt_c_api_cuda*_plugin.so", dir+"/pjrt-plugin-cuda*.so", dir+"/pjrt_c_api_rocm*_plugin.so")
		}
	}
	return out
}

// Plugins are the plugins found, the first the one that is taken.
func (p Places) Plugins() []string { return p.glob(p.patterns()) }

func (p Places) env(name string) string {
	list := p.Environ
	if list == nil {
		list = os.Environ()
	}
	for _, v := range list {
		if value, ok := strings.CutPrefix(v, name+"="); ok {
			return value
		}
	}
	return ""
}

// glob gives what matches, of several matches of a pattern the last by name first: the newest.
func (p Places) glob(patterns []string) []string {
	var out []string
	for _, pattern := range patterns {
		list, _ := filepath.Glob(p.Root + pattern)
		slices.Sort(list)
		slices.Reverse(list)
		for _, path := range list {
			if !slices.Contains(out, path) {
				out = append(out, path)
			}
		}
	}
	return out
}

// Install says what is to be done to have a card used, in lines; nothing if all is there.
func (p Places) Install() []string {
	var out []string
	if !p.Cards() {
		out = append(out, "No graphics card that computes is to be seen (no /dev/nvidia0, /dev/kfd or /dev/dxg): install the maker's driver, version 580 or later for CUDA 13; in a container, hand the card in (docker run --gpus all).")
	}
	if len(p.Plugins()) == 0 {
		out = append(out,
			"No PJRT plugin was found. With Python 3.11 or later, for a card by NVIDIA:",
			"    python3 -m venv ~/.venv && ~/.venv/bin/pip install jax-cuda13-pjrt 'jax-cuda13-plugin[with-cuda]'",
			"or, for an older driver (version 525 or later), jax-cuda12-pjrt and 'jax-cuda12-plugin[with-cuda]' instead.",
			"Another place is told by --plugin FILE, or by the directories in PJRT_PLUGIN_LIBRARY_PATH.")
	}
	return out
}
