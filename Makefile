# make demo: a whole match, from rule text to a stored record, a net that came with the program against none.  make test: everything passes.
GO       ?= go
FUZZTIME ?= 5m
BENCH    ?= .
FLAGS    ?=
# make install PREFIX=$HOME/.local; DESTDIR is put before all paths.
PREFIX   ?= /usr/local
DESTDIR  ?=
# make dist VERSION=1.0 ARCHS=amd64
VERSION  ?=
ARCHS    ?=
GAME     ?= breakthrough6

.PHONY: build demo test lint fuzz bench install uninstall man dist clean

build:
	@mkdir -p bin
	$(GO) build -o bin/ ./cmd/player ./cmd/gamemaster

demo: build
	@echo "a whole match of $(GAME) between two players, by the clocks: about a minute or two"
	./bin/gamemaster demo $(GAME)

# Packages with browsers, processes and clocks take minutes where others work too.
test:
	@echo "all tests of all packages: some minutes, the first time longer, since everything is built"
	$(GO) test -timeout 30m $(FLAGS) ./...

lint:
	@unformatted="$$($(GO) tool gofumpt -l $$($(GO) list -f '{{.Dir}}' ./...))"; if [ -n "$$unformatted" ]; then echo "not gofumpt-ed:"; echo "$$unformatted"; exit 1; fi
	$(GO) vet ./...
	$(GO) tool staticcheck ./...

# Every fuzz function of the module, one after the other, each for FUZZTIME.
fuzz:
	.ci/fuzz $(FUZZTIME)

# The benchmarks of the packages; compare two runs with: go tool benchstat old.txt new.txt
bench:
	$(GO) test -run '^$$' -bench '$(BENCH)' -benchmem ./...

# Both programs, man pages, completion for bash, zsh and fish, systemd units, documentation.
install: build
	install -d "$(DESTDIR)$(PREFIX)/bin"
	install -m 755 bin/player bin/gamemaster "$(DESTDIR)$(PREFIX)/bin/"
	packaging/files bin "$(DESTDIR)$(PREFIX)"

uninstall:
	cd "$(DESTDIR)$(PREFIX)" && rm -rf bin/player bin/gamemaster share/man/man1/player.1 share/man/man1/gamemaster.1 \
		share/bash-completion/completions/player share/bash-completion/completions/gamemaster \
		share/zsh/site-functions/_player share/zsh/site-functions/_gamemaster \
		share/fish/vendor_completions.d/player.fish share/fish/vendor_completions.d/gamemaster.fish \
		lib/systemd/system/ludens-player.service lib/systemd/system/ludens-gamemaster.service share/doc/ludens

# The man pages in docs/man, from the help of the commands.
man: build
	./bin/player manual >docs/man/player.1
	./bin/gamemaster manual >docs/man/gamemaster.1

# Release archives for Linux, statically linked; packaging/dist says what it needs.
dist:
	GO="$(GO)" packaging/dist "$(VERSION)" $(ARCHS)

clean:
	rm -rf bin dist
