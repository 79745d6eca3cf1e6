// SPDX-License-Identifier: EUPL-1.2
#include "build_commit.h"

#define TEXT_OF(tokens) #tokens
#define TEXT(macro) TEXT_OF(macro)

// Package.swift defines WALLET_COMMIT if the environment of the build has it. C, because Swift settings define names without values.
#ifdef WALLET_COMMIT
static const char commit[] = TEXT(WALLET_COMMIT);
#else
static const char commit[] = "";
#endif

const char *wallet_build_commit(void) { return commit; }
