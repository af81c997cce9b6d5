# `make play` opens the table, `make test` runs every check. Both set everything up in .venv first.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin

.PHONY: help play test system lint js compiled rules checked matrix mutants simulate-server survive power-cut outages soak proxy bench first-second wheel docs clean

help:
	@echo "make play    open the table in the browser"
	@echo "make test    run every check"
	@echo "make js      check the pages' scripts only"
	@echo "make matrix  whole games on every screen: every event that happens is shown"
	@echo "make mutants put mistakes into the rules, and see whether the tests notice"
	@echo "make simulate-server SEEDS=10000  run the server under simulation; FAULTS=1 plants faults that it must find"
	@echo "make survive KILLS=1000 DATABASE=sqlite  kill real servers under load; DATABASE=postgresql has two, one is killed"
	@echo "make power-cut CUTS=2000  cut the power of a SQLite file at every kind of moment (needs gcc)"
	@echo "make outages OUTAGES=50  hang PostgreSQL and cut it off under two servers"
	@echo "make soak MINUTES=60  play at one server for long, and draw its memory, descriptors and latency: build/soak.svg"
	@echo "make proxy   play behind nginx with TLS, set up as docs/nginx.conf says"
	@echo "make bench   measure the speed of the rules (prints JSON)"
	@echo "make first-second  measure a first start: the page, a bot's answer, compiled rules"
	@echo "make wheel   build the wheel, and one that brings its compiled code along: dist/"
	@echo "make docs    make the documentation a site: build/site/index.html"
	@echo "make clean   remove .venv and caches"

$(VENV)/ready: pyproject.toml constraints.txt
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Coven needs Python 3.11 or newer")'
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e .
	touch $@

# The tests run everything, so they need every extra that runs without a GPU, and the games among the examples.
EXAMPLES := $(wildcard examples/*/pyproject.toml)
$(VENV)/tested: $(VENV)/ready $(EXAMPLES)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt \
		-e '.[test,lab,ray,env,openspiel,train]'
	$(foreach example,$(EXAMPLES),$(BIN)/python -m pip install --quiet --disable-pip-version-check \
		--no-deps --no-build-isolation -e $(dir $(example)) &&) touch $@

play: $(VENV)/ready
	@$(BIN)/coven

# What needs no more than a core for long goes side by side before the tests, which take every core.
test: system $(VENV)/tested
	@$(MAKE) --no-print-directory --jobs=3 --output-sync=target lint js compiled
	@$(MAKE) --no-print-directory rules checked

# Debian's browser, database and Node, which some tests need, where we may install them. Tests that lack them say so.
system:
	@missing=""; \
	command -v chromium >/dev/null || missing="chromium fonts-liberation"; \
	ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1 || missing="$$missing postgresql"; \
	command -v npm >/dev/null || missing="$$missing nodejs npm"; \
	if [ -n "$$missing" ] && [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
		echo "installing $$missing"; \
		apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $$missing; \
	fi || echo "could not install $$missing: tests that need them are left out"

lint: $(VENV)/tested
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy

# The pages' scripts: types, lint, and unit tests of what needs no browser. Running Coven needs none of it.
NODE_BIN := node_modules/.bin
js:
	@if ! node -e 'process.exit(parseInt(process.versions.node) < 20 ? 1 : 0)' 2>/dev/null || ! command -v npm >/dev/null; then \
		echo "the tests of the pages' scripts are left out: there is no Node 20 or newer (apt-get install nodejs npm)"; \
	elif ! $(MAKE) --silent node_modules/ready; then \
		echo "the types and the lint of the pages' scripts are left out: npm could not install what checks them"; \
		node --test tests/js/*.test.js; \
	else \
		$(NODE_BIN)/tsc && $(NODE_BIN)/eslint src tests/js eslint.config.js && node --test --test-reporter=spec tests/js/*.test.js; \
	fi

node_modules/ready: package.json
	npm install --no-package-lock --no-audit --no-fund --silent
	touch $@

# Each process takes a piece of the tests as a whole, so that few start the same server twice, and who is done helps the
# others. There is one more than cores: tests wait for browsers, servers and the disk, about a third of their time.
PROCESSES = $(shell $(PYTHON) -c 'import os; print(1 + (os.cpu_count() or 1))')
SHARED = -n $(PROCESSES) --dist worksteal

# Everything is compiled once, the games side by side, before the tests share the work.
compiled: $(VENV)/tested
	$(BIN)/python -m tests.compile_all

rules: compiled
	$(BIN)/python -m pytest $(SHARED) -m "not alone"
	$(BIN)/python -m pytest -m alone $$(grep -rl --include='test_*.py' 'mark\.alone' tests)
	$(BIN)/python -m tests.rule_account

# The rules' own tests once more, every array access checked. Words and pictures have none to check, what compares
# compiled rules with plain ones plays no games that the others don't, and a network is asked by every search.
UNCHECKED := about both_ways components events network_search picture policy screen why
checked: export NUMBA_BOUNDSCHECK := 1
checked: $(VENV)/tested
	$(BIN)/python -m tests.compile_all bots
	$(BIN)/python -m pytest -q $(SHARED) tests/games/witchstone tests/games/witches tests/conformance tests/bots examples \
		-m "not alone" -k "not picture and not view and not policy and not learned_again" $(UNCHECKED:%=--ignore-glob='*/test_%.py')

# `make test` plays whole games on every screen once; this is both games, two and four players, five screens.
matrix: $(VENV)/tested
	COVEN_MATRIX=1 $(BIN)/python -m pytest -rP $(SHARED) tests/browser/test_theatre.py -k every_event

# Small mistakes in the rules, which the tests must notice; the report is build/mutants/GAME.txt and .json.
mutants: $(VENV)/tested
	$(BIN)/python -m tests.mutants

# The real server with every clock, line, thread and disk decided by a seed; 200 seeds are part of `make test`.
SEEDS ?= 1000
simulate-server: $(VENV)/tested
	$(BIN)/python -m tests.simulation --seeds $(SEEDS) $(if $(FAULTS),--faults)

# Real servers, and what may befall them (docs/survival.md).
KILLS ?= 1000
DATABASE ?= sqlite
survive: $(VENV)/tested
	$(BIN)/python -m tests.survival kills --kills $(KILLS) --database $(DATABASE)

CUTS ?= 2000
power-cut: $(VENV)/tested
	$(BIN)/python -m tests.survival power --cuts $(CUTS)

OUTAGES ?= 50
outages: $(VENV)/tested
	$(BIN)/python -m tests.survival outages --outages $(OUTAGES)

MINUTES ?= 60
soak: $(VENV)/tested
	mkdir -p build
	$(BIN)/python -m tests.survival soak --minutes $(MINUTES) --plot build/soak.svg --json build/soak.json

proxy: $(VENV)/tested
	$(BIN)/python -m tests.survival proxy

bench: $(VENV)/ready
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[bench]'
	$(BIN)/coven bench

# From an empty cache to a table that asks and compiled rules, on two cores; prints the timeline.
first-second: $(VENV)/ready
	$(BIN)/python -m tools.first_second

# Two wheels: a pure one, and one with compiled code for processors from about 2013 on (x86-64-v3).
wheel: $(VENV)/ready
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt setuptools wheel
	$(BIN)/python -m tools.wheels

docs: $(VENV)/ready
	$(BIN)/python -m tools.site

clean:
	rm -rf $(VENV) node_modules .pytest_cache .mypy_cache .ruff_cache .hypothesis build
