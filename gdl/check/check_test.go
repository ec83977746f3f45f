package check

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// In testdata/*.kif a comment "; want CODE…" says what is to be found on its
// line, one code per finding, and "; want-anywhere CODE…" what is to be found
// once more, wherever.
func TestWantedFindings(t *testing.T) {
	files, err := filepath.Glob("testdata/*.kif")
	if err != nil || len(files) == 0 {
		t.Fatalf("no test descriptions: %v", err)
	}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			data, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			want := map[int][]string{}
			var anywhere []string
			for i, line := range strings.Split(string(data), "\n") {
				if _, c, ok := strings.Cut(line, "; want "); ok {
					want[i+1] = strings.Fields(c)
				}
				if _, c, ok := strings.Cut(line, "; want-anywhere "); ok {
					anywhere = append(anywhere, strings.Fields(c)...)
				}
			}
			for _, f := range Check(string(data)) {
				if k := slices.Index(want[f.Pos.Line], f.Code); k >= 0 {
					want[f.Pos.Line] = slices.Delete(want[f.Pos.Line], k, k+1)
				} else if k := slices.Index(anywhere, f.Code); k >= 0 {
					anywhere = slices.Delete(anywhere, k, k+1)
				} else {
					t.Errorf("unwanted: %s:%v", file, f)
				}
			}
			for line, left := range want {
				for _, code := range left {
					t.Errorf("%s:%d: no %s", file, line, code)
				}
			}
			for _, code := range anywhere {
				t.Errorf("%s: no %s", file, code)
			}
		})
	}
}

// Every code is asked for by some test description or odd case.
func TestEveryCodeIsWanted(t *testing.T) {
	var all strings.Builder
	files, _ := filepath.Glob("testdata/*")
	for _, file := range files {
		if info, err := os.Stat(file); err == nil && info.IsDir() {
			continue
		}
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		all.Write(data)
	}
	elsewhere := []string{"GDL005", "GDL058", "GDL063", "SEX003"} // TestExamples
	for _, r := range Rules() {
		if !strings.Contains(all.String(), r.Code) && !slices.Contains(elsewhere, r.Code) {
			t.Errorf("no test wants %s", r.Code)
		}
	}
}
