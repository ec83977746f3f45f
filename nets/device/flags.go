package device

import (
	"crypto/sha256"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// xlaFlags is the variable of the environment by which XLA, the compiler in the plugins, is told
// things. It ends the process for a flag that it does not know.
const xlaFlags = "XLA_FLAGS"

// environment is what a plugin is to be told, beside what the user has told it in XLA_FLAGS.
func environment(plugin, user string, more ...string) []string {
	if plugin == "" {
		return nil
	}
	all := user
	for _, flag := range append(files(plugin), more...) {
		if name, _, _ := strings.Cut(flag, "="); !strings.Contains(user, name) {
			all += " " + flag
		}
	}
	if all == user {
		return nil
	}
	return []string{xlaFlags + "=" + strings.TrimSpace(all)}
}

// files says where the compiler's files are, which in a Python installation lie beside the plugin (ptxas, libdevice).
func files(plugin string) []string {
	packages := filepath.Dir(filepath.Dir(filepath.Dir(plugin)))
	for _, dir := range []string{"nvidia/cu13", "nvidia/cuda_nvcc"} {
		dir = filepath.Join(packages, dir)
		if about, err := os.Stat(dir); err == nil && about.IsDir() {
			return []string{"--xla_gpu_cuda_data_dir=" + dir}
		}
	}
	return nil
}

// wishes are flags that save time while a net is compiled, most of which is trying out kernels on the
// card (docs/benchmarks/nets.md). Not every version knows them.
func wishes(plugin, cache string) []string {
	// Products by the libraries' kernels alone are as quick, and found in an eighth of the time.
	out := []string{"--xla_gpu_enable_triton_gemm=false"}
	if dir := tried(plugin, cache); dir != "" {
		out = append(out, "--xla_gpu_per_fusion_autotune_cache_dir="+dir)
	}
	return out
}

// mostTried bounds what is kept of what was tried out: small files, some dozen for a net.
const mostTried = 20_000

// tried makes the directory, below cache, in which a plugin keeps which kernels were quickest; empty
// without one. Another version of the plugin has another one.
func tried(plugin, cache string) string {
	about, err := os.Stat(plugin)
	if err != nil || cache == "" {
		return ""
	}
	if cache, err = filepath.Abs(cache); err != nil {
		return ""
	}
	id := sha256.Sum256(fmt.Appendf(nil, "%s %d %d", plugin, about.Size(), about.ModTime().UnixNano()))
	dir := filepath.Join(cache, fmt.Sprintf("%x", id[:8]))
	if list, err := os.ReadDir(dir); err == nil && len(list) > mostTried {
		_ = os.RemoveAll(dir)
	}
	if strings.ContainsAny(dir, " \t\n'\"") || os.MkdirAll(dir, 0o700) != nil {
		return "" // XLA takes its flags apart at spaces
	}
	return dir
}
