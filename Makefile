# make demo: a whole match, from rule text to a stored record, a net that came with the program against none.  make test: everything passes.
GO       ?= go
FUZZTIME ?= 5m
BENCH    ?= .
FLAGS    ?=
GAME     ?= breakthrough6

.PHONY: build demo test lint fuzz bench clean

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

clean:
	rm -rf bin
