# devtool: `make` alone lists what there is. Every target can be run again at any time.

SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help

SWIFT ?= swift
PREFIX ?= /usr/local
DESTDIR ?=
CHECK_FLAGS ?=
FUZZ_SECONDS ?= 600
FORMAT_PATHS := Package.swift Sources Tests

# One binary with nothing to install beside it; macOS brings the libraries with the system.
ifeq ($(shell uname -s),Linux)
RELEASE_BUILD := scripts/with-static-libraries $(SWIFT) build --static-swift-stdlib
else
RELEASE_BUILD := $(SWIFT) build
endif
DEVTOOL := .build/release/devtool
# What the tests run as well. It counts what it covers, and would leave the counts here.
DEBUG_DEVTOOL := LLVM_PROFILE_FILE=/dev/null .build/debug/devtool

##@ Every day

.PHONY: check
check: bootstrap-dev build ## Build devtool and run its pipeline on this repository
	$(DEBUG_DEVTOOL) check $(CHECK_FLAGS)

.PHONY: test
test: bootstrap-dev ## Run every test
	$(SWIFT) test --enable-code-coverage --disable-xctest

.PHONY: test-hostile
test-hostile: bootstrap-dev ## Run devtool on packages whose tests crash, hang, lie, leak and disturb each other
	DEVTOOL_TEST_HOSTILE=1 $(SWIFT) test --enable-code-coverage --disable-xctest \
	  --filter 'HostilePackageTests|InterferingPackageTests'

.PHONY: report
report: build ## Show the last run again (runs `check` first when there is none)
	$(DEBUG_DEVTOOL) report

.PHONY: lint
lint: bootstrap-dev ## Check the formatting, how the sources are cut, and the links of the documentation
	$(SWIFT) format lint --strict --parallel --recursive $(FORMAT_PATHS)
	scripts/structure
	scripts/links

.PHONY: format
format: bootstrap ## Reformat the sources
	$(SWIFT) format --in-place --parallel --recursive $(FORMAT_PATHS)

.PHONY: golden
golden: bootstrap-dev ## Rewrite the golden files; read the difference before you commit it
	-UPDATE_GOLDEN=1 $(SWIFT) test --enable-code-coverage --disable-xctest
	git --no-pager diff --stat -- '*/Golden/*'

##@ Building

.PHONY: bootstrap
bootstrap: ## Install the system packages that are missing (apt or brew)
	@scripts/bootstrap

.PHONY: bootstrap-dev
bootstrap-dev: bootstrap ## Install what only the tests run (curl, nginx, ps, python3)
	@scripts/bootstrap-dev

.PHONY: build
build: bootstrap ## Build everything for debugging
	$(SWIFT) build --build-tests --enable-code-coverage

.PHONY: release
release: bootstrap ## Build the binary, optimized
	$(RELEASE_BUILD) -c release --product devtool

.PHONY: install
install: release ## Install the binary, without its symbols, to $(PREFIX)/bin
	install -d "$(DESTDIR)$(PREFIX)/bin"
	install -m 755 $(DEVTOOL) "$(DESTDIR)$(PREFIX)/bin/devtool"
	@if command -v strip > /dev/null; then strip "$(DESTDIR)$(PREFIX)/bin/devtool"; \
	  else echo "strip is not installed: the binary keeps its symbols" >&2; fi

.PHONY: dist
dist: release ## Pack the binary as a release has it: dist/ with archive, wheel, checksums
	@scripts/dist $(DEVTOOL)

.PHONY: test-dist
test-dist: bootstrap-dev release ## Install from dist/ in all the ways there are, and check what is published
	@scripts/test-dist $(DEVTOOL)

.PHONY: docs
docs: bootstrap-dev release ## Make the site of the documentation with its reference: .build/docs/site
	@scripts/docs $(DEVTOOL)

.PHONY: clean
clean: ## Remove everything that was built and every stored run
	rm -rf .build .devtool dist

##@ Measuring

# One script for each budget; `make help` shows the second line of each.
BENCHES := $(notdir $(wildcard scripts/bench-*))

.PHONY: bench
bench: release ## Measure against all the budgets
	@scripts/bench $(DEVTOOL)

.PHONY: $(BENCHES)
$(BENCHES): release
	@scripts/$@ $(DEVTOOL)

.PHONY: trial-changes
trial-changes: release ## Compare `devtool changes` with git on a repository (REPO=… [N=200])
	@scripts/trial-changes --devtool $(DEVTOOL) "$(REPO)" $(or $(N),200)

.PHONY: trial-rules
trial-rules: release ## Count how often the default rules speak in a real history (REPO=… [N=1000])
	@scripts/trial-rules --devtool $(DEVTOOL) "$(REPO)" $(or $(N),1000)

.PHONY: trial-messages
trial-messages: release ## Compare the rules on messages with gitlint: REPOS="../a ../b" [N=1000]
	@scripts/trial-messages --devtool $(DEVTOOL) --commits $(or $(N),1000) $(REPOS)

.PHONY: validate-reports
validate-reports: bootstrap-dev release ## Hold every report against schemas and real readers: [SCHEMAS=dir]
	@scripts/validate-reports $(if $(SCHEMAS),--schemas "$(SCHEMAS)") $(DEVTOOL)

.PHONY: validate-services
validate-services: bootstrap-dev release ## Hold what `init` and `export` write for CI services against their schemas and zizmor
	@scripts/validate-services $(DEVTOOL)

.PHONY: validate-comments
validate-comments: bootstrap-dev release ## Hold every call of `devtool comment` against what GitHub and GitLab publish
	@scripts/validate-comments $(DEVTOOL)

.PHONY: fuzz
fuzz: bootstrap ## Feed mutated input to our parsers (FUZZ_SECONDS=600, FUZZ_TARGETS="log yaml")
	@scripts/fuzz $(FUZZ_TARGETS:%=--target %) $(FUZZ_SECONDS)

.PHONY: trial-affected
trial-affected: release ## Look for tests that --affected leaves out wrongly: PACKAGES="../a ../b" [N=25]
	@scripts/trial-affected --devtool $(DEVTOOL) --count $(or $(N),25) $(PACKAGES)

.PHONY: trial-engine
trial-engine: release ## Run the jobs of `devtool export` on buildbot, with a worker that is killed
	@scripts/trial-engine --devtool $(DEVTOOL)

.PHONY: trial-mutants
trial-mutants: bootstrap-dev ## Change the sources a little and see whether the tests notice: [N=110] [SEED=1]
	@scripts/trial-mutants --count $(or $(N),110) --seed $(or $(SEED),1)

.PHONY: trial-tests
trial-tests: release ## Compare test outcomes with swift test: PACKAGES="../a ../b"
	@scripts/trial-tests --devtool $(DEVTOOL) $(PACKAGES)

.PHONY: trial-proof
trial-proof: release ## Time `check` beside swift test, and count tests after a crash: PACKAGES="../a ../b"
	@scripts/trial-proof --devtool $(DEVTOOL) $(PACKAGES)

.PHONY: trial-coverage
trial-coverage: release ## Compare coverage with llvm-cov, number by number: PACKAGES="../a ../b"
	@scripts/trial-coverage --devtool $(DEVTOOL) $(PACKAGES)

.PHONY: help
help: ## List the targets
	@awk 'BEGIN { FS = ":.*## " } \
	  /^##@/ { printf "\n%s\n", substr($$0, 5) } \
	  /^[a-z-]+:.*## / { printf "  make %-14s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)
	@awk 'FNR == 2 { name = FILENAME; sub(".*/", "", name); printf "  make %-14s %s\n", name, substr($$0, 3) }' \
	  $(addprefix scripts/,$(BENCHES))
