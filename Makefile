# SPDX-License-Identifier: EUPL-1.2
.DEFAULT_GOAL := help
.PHONY: help run test race-test kill-test operations-test browser-jitter fuzz check coverage-of-design bench gallery

run: ## Build the wallet and start it; it prints the address to open. Options: make run ARGS="--fresh"
	@Scripts/run $(ARGS)

test: ## Install what the tests need; run every test, every check and the browser tests
	@Scripts/test

race-test: ## The races at length: all interleavings, 1,000 parallel guesses a round, many wallets
	@Scripts/race-test

kill-test: ## Thousands of kills: the wallet killed, failed and delayed at every point of every flow, and again on its way back; an hour
	@Scripts/kill-test

operations-test: ## A thousand canary lives, schemathesis at length, restarts of replicas under load; some 20 minutes
	@Scripts/operations-test

browser-jitter: ## The browser tests with a network that is late and with a slow processor; some 30 minutes. Options: make browser-jitter ARGS="Tests/BrowserTests/test_pid.py"
	@Scripts/browser-jitter $(ARGS)

fuzz: ## A million inputs for every parser, by libFuzzer, in a release build of its own. Options: make fuzz ARGS="cbor jws"
	@Scripts/fuzz $(ARGS)

check: ## Format, arrows between modules, documentation, links of the pages, stray tasks, the design's tables
	@Scripts/check

coverage-of-design: ## Walk every row of the design on both kinds of phone and print what was taken. Options: make coverage-of-design ARGS="--rows"
	@Scripts/write-result coverage Scripts/coverage-of-design $(ARGS)

bench: ## Measure unlocks, outages and cards beside the limits and the floor that cryptography sets, in a release build of its own. Options: make bench ARGS=cards
	@Scripts/bench $(ARGS)

gallery: ## Photograph every screen in every language and theme, and put the pictures on one contact sheet
	@Scripts/gallery

help: ## Show this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-18s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)
