# `make play` starts a game, `make test` runs every check. Both set everything up in .venv first.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin

.PHONY: help play test lint rules checked bench clean

help:
	@echo "make play    play Witchstone in the terminal"
	@echo "make test    run every check"
	@echo "make bench   measure the speed of the rules (prints JSON)"
	@echo "make clean   remove .venv and caches"

$(VENV)/ready: pyproject.toml constraints.txt
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Coven needs Python 3.11 or newer")'
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[test]'
	touch $@

play: $(VENV)/ready
	@$(BIN)/coven play witchstone

test: lint rules checked

lint: $(VENV)/ready
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy

# The rules are compiled once before the tests share the work.
rules: $(VENV)/ready
	$(BIN)/python -c 'import coven; [coven.load(name).doors for name in coven.games()]'
	$(BIN)/python -m pytest -n auto
	$(BIN)/python -m tests.rule_account

# The rules' own tests once more, every array access checked.
checked: $(VENV)/ready
	NUMBA_BOUNDSCHECK=1 $(BIN)/python -m pytest -q -n auto tests/witchstone tests/witches tests/conformance -k "not picture and not view and not screen"

bench: $(VENV)/ready
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[bench]'
	$(BIN)/coven bench

clean:
	rm -rf $(VENV) .pytest_cache .mypy_cache .ruff_cache .hypothesis build
