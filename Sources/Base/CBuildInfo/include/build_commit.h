// SPDX-License-Identifier: EUPL-1.2
#ifndef BUILD_COMMIT_H
#define BUILD_COMMIT_H

// Returns the commit that the program was built from, with "-modified" after it if files differed from that commit; empty if the build was
// not told. The text is constant and lives as long as the process.
const char *wallet_build_commit(void);

#endif
