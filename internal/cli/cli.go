// Package cli is what the commands have in common: exit codes, logs, JSON,
// tables and progress bars.
//
// It promises that results go to stdout and everything else to stderr, that a
// command is quiet unless asked, and that exit codes mean the same everywhere.
// It never knows what a command does; its neighbours are config, which reads the
// options, and cmd, whose subcommands it runs.
package cli

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"syscall"
	"time"
	"unicode/utf8"

	"github.com/alecthomas/kong"
	"github.com/rs/zerolog"
	"github.com/schollz/progressbar/v3"
	"golang.org/x/term"

	"ludens/config"
	"ludens/internal/bounded"
	"ludens/internal/plain"
)

// Exit codes of every command.
const (
	OK          = 0   // what was asked for was done
	Failed      = 1   // it could not be done
	Usage       = 2   // the command line, an option or the configuration is wrong
	Findings    = 3   // it was done and found something: errors in a description, a difference
	Interrupted = 130 // stopped by SIGINT, SIGTERM or SIGHUP before it was done
)

// ExitCodes is the paragraph of --help about them.
const ExitCodes = "Exit codes: 0 done; 1 failed; 2 wrong usage; 3 findings or differences; 130 interrupted. With --json, failures are objects as well, on standard error: program, error, code. --version shows the version."

// ErrFindings is the error of a command that did its work and found something, which
// it has already reported.
var ErrFindings = errors.New("there are findings")

// ErrInterrupted is the error of a command that somebody stopped before it was
// done, and which has said so.
var ErrInterrupted = errors.New("interrupted")

// UsageError is a mistake in what the user asked for.
type UsageError struct{ Err error }

// Error gives the mistake.
func (e UsageError) Error() string { return e.Err.Error() }

// Unwrap gives the mistake.
func (e UsageError) Unwrap() error { return e.Err }

// Usagef makes a UsageError.
func Usagef(format string, args ...any) error { return UsageError{fmt.Errorf(format, args...)} }

// Env is the world of one command.
type Env struct {
	Context context.Context // ends with SIGINT, SIGTERM or SIGHUP
	Program string
	Stdin   io.Reader
	Stdout  io.Writer
	Stderr  io.Writer
	Log     zerolog.Logger
	JSON    bool // results as JSON
	Quiet   bool

	Invocation *config.Invocation
}

// Run parses a command line, runs the subcommand's Run(*Env) error and returns
// the exit code. The grammar's common options must be given as common.
func Run(p config.Program, common *config.Common, args []string) int {
	out := &output{Writer: os.Stdout}
	env := &Env{Program: p.Name, Stdin: os.Stdin, Stdout: out, Stderr: &output{Writer: os.Stderr}}
	if len(args) > 0 && args[0] == "--version" {
		args = append([]string{"version"}, args[1:]...)
	}
	inv, err := config.Parse(p, args)
	if err != nil {
		if env.JSON = slices.Contains(args, "--json"); env.JSON {
			return env.fail(err, Usage)
		}
		fmt.Fprintf(env.Stderr, "%s: %v\n", p.Name, err)
		var parse *kong.ParseError
		if errors.As(err, &parse) {
			fmt.Fprintf(env.Stderr, "Run \"%s --help\" for more.\n", p.Name)
		}
		return Usage
	}
	env.Invocation, env.JSON, env.Quiet = inv, common.JSON, common.Quiet
	env.Log = Logger(env.Stderr, common.LogLevel)
	signals := []os.Signal{os.Interrupt, syscall.SIGTERM}
	if !signal.Ignored(syscall.SIGHUP) { // as nohup wants it
		signals = append(signals, syscall.SIGHUP) // the terminal was closed
	}
	ctx, stop := signal.NotifyContext(context.Background(), signals...)
	defer stop()
	go func() { // after the first signal the default action is restored: a second one kills
		<-ctx.Done()
		stop()
	}()
	env.Context = ctx
	err = env.run(func() error { return inv.Context.Run(env) })
	if lost := out.failed(); lost != nil && (err == nil || errors.Is(err, ErrFindings)) {
		err = fmt.Errorf("write results: %w", lost) // the findings were not seen
	}
	return env.code(err)
}

// readingTime is for how long an interrupted command may go on waiting for something
// that it reads.
const readingTime = 300 * time.Millisecond

// run does a command's work. If it was interrupted and nothing but a reading keeps
// it, such as that of a pipe to which nobody writes, it is left there: nothing else
// would ever end that.
func (env *Env) run(work func() error) error {
	done := make(chan error, 1)
	go func() { done <- work() }()
	select {
	case err := <-done:
		return err
	case <-env.Context.Done():
	}
	look := time.NewTicker(readingTime / 10)
	defer look.Stop()
	for looks := 0; looks < 10; {
		select {
		case err := <-done:
			return err
		case <-look.C:
			if looks++; !bounded.Waits() {
				looks = 0
			}
		}
	}
	return env.Context.Err()
}

// output remembers that something could not be written, so that no command ends
// well whose results are lost, such as on a full disk. It also writes out what a
// terminal would act on, wherever the text came from; our own colours have Escape in
// place of the escape character.
type output struct {
	io.Writer
	mu  sync.Mutex
	err error
}

// Escape stands for the escape character in our own colours. Nobody else can know
// it, so that no text of strangers is taken for them.
var Escape = func() string {
	var b [8]byte
	_, _ = rand.Read(b[:]) // never fails: crypto/rand
	return fmt.Sprintf("\uf8ff%x\uf8ff", b)
}()

func (o *output) Write(p []byte) (int, error) {
	text := plain.Text(string(p))
	if strings.Contains(text, Escape) {
		text = strings.ReplaceAll(text, Escape, "\x1b")
	}
	n, err := io.WriteString(o.Writer, text)
	if n = min(n, len(p)); err == nil {
		n = len(p)
	}
	return n, o.note(err)
}

// note remembers an error.
func (o *output) note(err error) error {
	if err != nil {
		o.mu.Lock()
		defer o.mu.Unlock()
		if o.err == nil {
			o.err = err
		}
	}
	return err
}

// exact writes to an output what must not be changed.
type exact struct{ *output }

func (e exact) Write(p []byte) (int, error) {
	n, err := e.Writer.Write(p)
	return n, e.note(err)
}

// Exact is standard output for what is not text for people: a net, a signed record.
// A terminal gets it as text all the same.
func (env *Env) Exact() io.Writer {
	if o, ok := env.Stdout.(*output); ok && !Terminal(o) {
		return exact{o}
	}
	return env.Stdout
}

// below is the stream that an output writes to; for what moves the cursor itself.
func below(w io.Writer) io.Writer {
	if o, ok := w.(*output); ok {
		return o.Writer
	}
	return w
}

func (o *output) failed() error {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.err
}

// code reports an error the way its kind asks for and gives its exit code.
func (env *Env) code(err error) int {
	var usage UsageError
	switch {
	case err == nil:
		return OK
	case errors.Is(err, ErrFindings):
		return Findings
	case errors.Is(err, ErrInterrupted):
		return Interrupted
	case errors.Is(err, context.Canceled) && env.Context.Err() != nil:
		return env.fail(errors.New("interrupted"), Interrupted)
	case errors.As(err, &usage):
		return env.fail(err, Usage)
	}
	return env.fail(err, Failed)
}

// fail tells an error on stderr, as an object with --json, and gives back the code.
func (env *Env) fail(err error, code int) int {
	if env.JSON {
		enc := json.NewEncoder(env.Stderr)
		enc.SetEscapeHTML(false)
		_ = enc.Encode(struct {
			Program string `json:"program"`
			Error   string `json:"error"`
			Code    int    `json:"code"`
		}{env.Program, err.Error(), code})
		return code
	}
	fmt.Fprintf(env.Stderr, "%s: %v\n", env.Program, err)
	return code
}

// Logger writes lines for people when w is a terminal, JSON otherwise.
func Logger(w io.Writer, level string) zerolog.Logger {
	if level == "off" {
		return zerolog.Nop()
	}
	l, err := zerolog.ParseLevel(level)
	if err != nil {
		l = zerolog.WarnLevel
	}
	if Terminal(w) {
		text := func(v any) string { return plain.Text(fmt.Sprint(v)) }
		w = zerolog.ConsoleWriter{Out: below(w), TimeFormat: "15:04:05.000", FormatMessage: text, FormatFieldValue: text}
	}
	return zerolog.New(w).Level(l).With().Timestamp().Logger()
}

// Terminal reports whether a reader or writer is a terminal.
func Terminal(stream any) bool {
	if o, ok := stream.(*output); ok {
		stream = o.Writer
	}
	f, ok := stream.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}

// Say prints a line for people: nothing with --json or --quiet.
func (env *Env) Say(format string, args ...any) {
	if !env.JSON && !env.Quiet {
		fmt.Fprintf(env.Stdout, format+"\n", args...)
	}
}

// Print writes a result as JSON, indented when stdout is a terminal, on one line
// otherwise, so that results of several games make lines.
func (env *Env) Print(result any) error {
	enc := json.NewEncoder(env.Stdout)
	enc.SetEscapeHTML(false)
	if Terminal(env.Stdout) {
		enc.SetIndent("", "  ")
	}
	if err := enc.Encode(result); err != nil {
		return fmt.Errorf("write the result: %w", err)
	}
	return nil
}

// Progress is a bar on stderr. A nil Progress is silent.
type Progress struct {
	bar  *progressbar.ProgressBar
	most int // letters of the description
}

// What a bar takes on its line beside the description: the bar, the share, the
// counts and the times. On a narrow terminal the bar is shorter.
const (
	besideBar = 48
	barWidth  = 30
	narrowBar = 8
)

// columns is the width of a terminal; 0 for what is none.
func columns(stream any) int {
	if o, ok := stream.(*output); ok {
		stream = o.Writer
	}
	f, ok := stream.(*os.File)
	if !ok || !term.IsTerminal(int(f.Fd())) {
		return 0
	}
	w, _, err := term.GetSize(int(f.Fd()))
	if err != nil || w <= 0 {
		return 80
	}
	return w
}

// cut shortens a text to so many letters on one line.
func cut(s string, most int) string {
	if s = plain.Line(s); utf8.RuneCountInString(s) <= most {
		return s
	}
	if most < 1 {
		return ""
	}
	return string([]rune(s)[:most-1]) + "…"
}

// room is how many letters a description may have on a line of so many columns, and
// how wide the bar is.
func room(width int) (most, bar int) {
	if bar = barWidth; width < 100 {
		bar = narrowBar
	}
	return max(width-besideBar-bar, 0), bar
}

// Progress starts a bar of total steps (-1: unknown) when somebody watches.
func (env *Env) Progress(total int, what string) *Progress {
	if env.Quiet || !Terminal(env.Stderr) {
		return nil
	}
	most, bar := room(columns(env.Stderr))
	return &Progress{most: most, bar: progressbar.NewOptions(total,
		progressbar.OptionSetWriter(below(env.Stderr)), progressbar.OptionSetDescription(cut(what, most)),
		progressbar.OptionShowCount(), progressbar.OptionClearOnFinish(),
		progressbar.OptionThrottle(100*time.Millisecond), progressbar.OptionSetWidth(bar))}
}

// Add makes n steps. An error of the terminal is nobody's concern.
func (p *Progress) Add(n int) {
	if p != nil {
		_ = p.bar.Add(n)
	}
}

// Set says that n steps are done, and what is under way.
func (p *Progress) Set(n int, what string) {
	if p != nil {
		p.bar.Describe(cut(what, p.most))
		_ = p.bar.Set(n)
	}
}

// Clear takes the bar away, for example before a line of results.
func (p *Progress) Clear() {
	if p != nil {
		_ = p.bar.Clear()
	}
}

// Done takes the bar away for good.
func (p *Progress) Done() {
	if p != nil {
		_ = p.bar.Finish()
		_ = p.bar.Clear()
	}
}

// release is the version of a release, which the linker fills in (packaging/dist).
var release string

// Version describes the build: that of the release, or module version and revision, and the Go
// release.
func Version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "unknown"
	}
	if release != "" {
		return release + " " + info.GoVersion
	}
	version := info.Main.Version
	for _, s := range info.Settings {
		if s.Key == "vcs.revision" && (version == "" || version == "(devel)") {
			version = s.Value[:min(12, len(s.Value))]
		}
	}
	if version == "" {
		version = "(devel)"
	}
	return version + " " + info.GoVersion
}
