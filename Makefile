# Everything a fresh machine needs is Python 3.11 or later; each target sets up what it uses.
PYTHON ?= python3
BIN := .venv/bin

play: .venv/.installed
	$(BIN)/londinium serve

# One worker more than there are cores: tests in a browser wait for animations and clocks a third of their time.
test: .venv/.installed-dev
	$(BIN)/python -m pytest -n $$(( $$($(BIN)/python -c 'import os; print(os.cpu_count() or 1)') + 1 )) --durations=25

lint: .venv/.installed-dev
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy

bench: .venv/.installed
	$(BIN)/londinium bench

.venv/.installed: pyproject.toml
	$(PYTHON) -c 'import sys; sys.exit("Londinium needs Python 3.11 or later: make PYTHON=python3.12 ...") if sys.version_info < (3, 11) else None'
	$(PYTHON) -m venv .venv
	$(BIN)/pip install --quiet --editable .
	touch $@

.venv/.installed-dev: .venv/.installed examples/mudlarks/pyproject.toml
	$(BIN)/pip install --quiet --editable '.[dev]'
	$(BIN)/pip install --quiet --no-deps --editable examples/mudlarks
	touch $@

.PHONY: play test lint bench
