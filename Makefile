# make demo: prove and check the Sidon counterexample.  make test: everything that must pass.
PYTHON ?= python3.11
VENV := .venv
BIN := $(VENV)/bin
KIND ?= all
TESTS ?= tests examples
WORKERS ?= 2

.PHONY: demo test lint types arrows unit mutants differential fuzz bench docs clean

$(VENV)/base: pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install -q --upgrade pip
	$(BIN)/python -m pip install -q -e .
	touch $@

$(VENV)/full: $(VENV)/base
	$(BIN)/python -m pip install -q -e '.[all]' --group test --group docs
	touch $@

demo: $(VENV)/base
	@$(BIN)/certify sidon 1 2 4 8 13 -o $(VENV)/demo --force
	@$(BIN)/certify check --all $(VENV)/demo

test: lint types arrows unit

lint: $(VENV)/full
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: $(VENV)/full
	$(BIN)/mypy

arrows: $(VENV)/full
	$(BIN)/lint-imports

unit: $(VENV)/full
	$(BIN)/pytest -n $(WORKERS) --certify-attack $(TESTS)

mutants: $(VENV)/full
	$(BIN)/python -m tests.mutants --kind $(KIND) $(if $(SAMPLE),--sample $(SAMPLE))

differential: $(VENV)/full
	CERTIFY_DIFFERENTIAL=2000 $(BIN)/pytest -s tests/smt/test_differential.py

fuzz: $(VENV)/full
	$(BIN)/python -m tests.fuzz

bench: $(VENV)/full
	$(BIN)/python -m benchmarks

docs: $(VENV)/full
	$(BIN)/mkdocs build --strict --site-dir site

clean:
	rm -rf $(VENV) site dist .mypy_cache .ruff_cache .pytest_cache .import_linter_cache
