# Two commands do everything on a fresh machine: `make demo` and `make test`.
.PHONY: help demo test lint aside types walls units units-opencv4 long wander samples locks sbom clean
PYTHON_BIN := .venv/bin/python

help:  ## what can be made
	@grep -E '^[a-z0-9-]+:.*##' Makefile | sed -E 's/:.*## /\t/' | expand -t 18

demo:  ## set up, then referee a simulated race: the page's address is printed and opened (ARGS="--port 8001")
	@tools/setup run
	@.venv/bin/referee demo $(ARGS) || [ $$? = 130 ]  # stopped by Ctrl-C is no error

test:  ## set up, then lint, strict types, walls and the tests
	@tools/setup test
	@$(MAKE) --no-print-directory lint
	@$(MAKE) --no-print-directory -j2 units aside; code=$$?; cat .aside.log; exit $$code

aside:  # beside the long tests, while those wait; told when they have ended
	@$(MAKE) --no-print-directory types walls units-opencv4 >.aside.log 2>&1

lint:
	@echo "== lint"; .venv/bin/ruff check . && .venv/bin/ruff format --check .

types:
	@echo "== types"; .venv/bin/mypy

walls:
	@echo "== walls"; .venv/bin/lint-imports

# four workers keep two processors busy: one is mostly waiting for a browser; a worker takes whole files (tests/conftest.py), so that pictures, races and servers that a file's tests share are made once
units:
	@echo "== tests"; $(PYTHON_BIN) -m pytest -n 4

# every call to OpenCV that tests make is made in these; tools/opencv_calls.py tells which are not
units-opencv4:
	@echo "== each call to OpenCV again, on OpenCV 4"; PYTHONPATH=.opencv4 $(PYTHON_BIN) -m pytest -m "long or not long" @tests/opencv4.txt

long:  ## the long tests, which `make test` leaves out
	@tools/setup test
	@$(PYTHON_BIN) -m pytest -n 4 -m long

wander:  ## look for new failing cases of the tests of random cases (ARGS="--minutes 30 tests/vision")
	@tools/setup test
	@$(PYTHON_BIN) tools/wander.py $(ARGS)

samples:  ## make the recorded inputs in sample_images/ and their answers again
	@$(PYTHON_BIN) tools/make_samples.py

locks:  ## renew the locks: the newest versions that pyproject.toml allows, with the hashes of all their files
	@tools/renew locks $(ARGS)

sbom:  ## write docs/sbom.cdx.json, the software bill of materials, from requirements.lock
	@tools/renew sbom

clean:  ## remove what the set-up made
	rm -rf .venv .opencv4 .upkeep .setup-done-* .setup.log .aside.log .mypy_cache .ruff_cache .pytest_cache .hypothesis build *.egg-info
