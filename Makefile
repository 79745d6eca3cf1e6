# SPDX-License-Identifier: EUPL-1.2
.DEFAULT_GOAL := help
.PHONY: help run test test-all conformance race-test kill-test operations-test browser-jitter fuzz check coverage-of-design bench gallery check-api docs outside-package jvm-host dist dist-test

run: ## Build and start the wallet; it prints the address to open. Options: make run ARGS="--fresh"
	@Scripts/run $(ARGS)

test: ## The gate for main: build, every module, checks, public declarations, server tests, the first flows in the browser; 25 minutes from nothing
	@Scripts/test

test-all: ## Also the libraries in another package and their pages, the packaging, the other browser tests, interrupted walks, races, kills, packages and images as dist-test; needs root; 40 minutes more, the first time 50
	@Scripts/test --all

conformance: ## Try every promise of the bridges on both simulated phones; one JSON report each. Options: make conformance REPORTS=directory
	@CONFORMANCE_REPORTS=$(abspath $(or $(REPORTS),.)) swift test --filter '^WalletPlatformTestingTests\.ConformanceTests'

race-test: ## Run the long race tests: all interleavings, 1,000 parallel guesses per round, many wallets
	@Scripts/race-test

kill-test: ## Run the long kill tests: kill, fail and delay the wallet at every point of every flow and during recovery; an hour
	@Scripts/kill-test

operations-test: ## Run the long operations tests: canaries, schemathesis, rolling restarts under load; about 20 minutes
	@Scripts/operations-test

browser-jitter: ## Run the browser tests with network delays and with a slow processor; about 30 minutes. Options: make browser-jitter ARGS="Tests/BrowserTests/test_pid.py"
	@Scripts/browser-jitter $(ARGS)

fuzz: ## Fuzz every parser with a million inputs, with libFuzzer in a separate release build. Options: make fuzz ARGS="cbor jws"
	@Scripts/fuzz $(ARGS)

check: ## Check format, module dependencies, documentation, links between pages, references, unstructured tasks and the design's tables
	@Scripts/check

check-api: ## Compare the public declarations of the libraries with Documentation/public-api.txt and with the last tag; after swift build. Options: make check-api ARGS=--write
	@Scripts/check-api $(ARGS)

docs: ## Build the pages of the libraries with DocC, in .build/documentation; after swift build. Options: make docs ARGS="SDJWT MDoc", ARGS="--base /wallet"
	@Scripts/docs $(ARGS)

outside-package: ## Build and test Examples, a package that uses the libraries as any other package would; after swift build
	@Scripts/outside-package

jvm-host: ## Build the wallet as a shared library and walk through it in a JVM, from the first start over a card to the unlock after a restart; after swift build
	@Scripts/jvm-host

coverage-of-design: ## Walk every row of the design on both kinds of phone and print the coverage. Options: make coverage-of-design ARGS="--rows"
	@Scripts/write-result coverage Scripts/coverage-of-design $(ARGS)

bench: ## Measure unlocks, outages, cards and sharing against their limits and the cryptographic minimum, in a separate release build. Options: make bench ARGS=sharing
	@Scripts/bench $(ARGS)

dist: ## Build for release: programs, Debian packages, OCI images, Kubernetes manifests, bills of materials, checksums, in .local/dist; 4 minutes, the first time 15
	@Scripts/dist/make-dist

dist-test: ## Make the distribution twice; install and start its packages in a fresh Debian, walk a phone over them, start its images; needs root; 11 minutes, the first time 22
	@Scripts/dist/test-dist

gallery: ## Take screenshots of every screen in English and Dutch and every theme, with a contact sheet
	@Scripts/gallery

help: ## Show this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-18s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)
