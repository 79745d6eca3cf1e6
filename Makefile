# SPDX-License-Identifier: EUPL-1.2
.DEFAULT_GOAL := help
.PHONY: help run test check

run: ## Build the wallet and start it; it prints the address to open. Options: make run ARGS="--fresh"
	@Scripts/run $(ARGS)

test: ## Install what the tests need; run every test, every check and the browser tests
	@Scripts/test

check: ## Format, arrows between modules, documentation, stray tasks, the design's tables
	@Scripts/check

help: ## Show this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-8s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)
