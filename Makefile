# SPDX-License-Identifier: EUPL-1.2
.DEFAULT_GOAL := help
.PHONY: help run test test-all race-test kill-test operations-test browser-jitter fuzz check coverage-of-design bench gallery

run: ## Build and start the wallet; it prints the address to open. Options: make run ARGS="--fresh"
	@Scripts/run $(ARGS)

test: ## The gate for main: install the test dependencies, build; tests of every module, checks, server tests, browser tests of the first flows; 25 minutes
	@Scripts/test

test-all: ## All of make test, then the other browser tests, interrupted walks, races and kills; 45 minutes
	@Scripts/test --all

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

check: ## Check format, module dependencies, documentation, links between pages, unstructured tasks and the design's tables
	@Scripts/check

coverage-of-design: ## Walk every row of the design on both kinds of phone and print the coverage. Options: make coverage-of-design ARGS="--rows"
	@Scripts/write-result coverage Scripts/coverage-of-design $(ARGS)

bench: ## Measure unlocks, outages and cards against their limits and the cryptographic minimum, in a separate release build. Options: make bench ARGS=cards
	@Scripts/bench $(ARGS)

gallery: ## Take screenshots of every screen in every language and theme, with a contact sheet
	@Scripts/gallery

help: ## Show this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-18s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)
