# make kit writes a kit, make test runs the tests; both set everything up first.
PYTHON ?= python3
BIN = .venv/bin
READY = .venv/.ready
DEV = .venv/.ready-dev
MODULES = scripts/site/node_modules/.ready

.PHONY: kit test lint dist bench measure proofs picture site site-proofs runtime devices languages fonts press clean
.DELETE_ON_ERROR:

kit: $(READY)
	$(BIN)/taflkit build

test: $(DEV)
	$(BIN)/python -m pytest -m "not whole" -n auto --dist loadfile

lint: $(DEV)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/mypy --platform win32
	$(BIN)/mypy --platform darwin
	$(BIN)/reuse lint --lines

# wheel and sdist as an index takes them; cffconvert has a place of its own, since it needs an old jsonschema
dist: $(DEV)
	rm -rf dist
	$(BIN)/uv tool run --quiet cffconvert==2.0.0 --validate
	$(BIN)/python -m build --no-isolation
	$(BIN)/twine check --strict dist/*

bench: $(DEV)
	$(BIN)/python scripts/bench.py

# every booklet and kit, by what knows their files alone
measure: $(DEV)
	rm -rf proofs/measured
	$(BIN)/python scripts/make_booklets.py proofs/measured
	$(BIN)/python scripts/measure_pages.py proofs/measured/*.pdf

proofs: $(DEV)
	$(BIN)/python scripts/make_proofs.py

# what README shows: a kit laid out
picture: $(DEV)
	$(BIN)/python scripts/make_readme_picture.py

# the pages of make site, in a browser
site-proofs: $(DEV)
	$(BIN)/python scripts/make_site_proofs.py

# the site with its kit maker, to be put on any host
site: runtime
	$(BIN)/taflkit site --runtime scripts/site/runtime

# what runs Python in a visitor's browser; needs node and npm
runtime: $(READY) $(MODULES)
	$(BIN)/python scripts/site/make_runtime.py --if-old

devices: $(DEV)
	$(BIN)/python scripts/make_devices.py

# the English texts of every shipped language
languages: $(DEV)
	$(BIN)/python scripts/update_languages.py

fonts: $(DEV)
	$(BIN)/python -m pip install --quiet -e ".[data]"
	$(BIN)/python scripts/make_fonts.py
	$(BIN)/python scripts/make_web_fonts.py
	$(BIN)/python scripts/make_digits.py
	$(BIN)/python scripts/make_profile.py
	$(BIN)/python scripts/make_hyphens.py
	$(BIN)/python scripts/make_plurals.py

# needs Debian's packages argyll and icc-profiles-free
press: $(DEV)
	$(BIN)/python scripts/make_press_profile.py

.venv/bin/python:
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "taflkit needs Python 3.11 or newer")'
	$(PYTHON) -m venv .venv

$(READY): pyproject.toml .venv/bin/python
	$(BIN)/python -m pip install --quiet -e .
	touch $@

$(DEV): pyproject.toml .venv/bin/python
	$(BIN)/python -m pip install --quiet -e ".[dev]"
	touch $(READY) $@

$(MODULES): scripts/site/package-lock.json
	cd scripts/site && npm ci --silent
	touch $@

clean:
	rm -rf .venv output/*.pdf proofs dist scripts/site/node_modules scripts/site/runtime scripts/site/wheels
