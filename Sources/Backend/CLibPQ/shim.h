// SPDX-License-Identifier: EUPL-1.2
// PostgreSQL's client library, version 15 or later.
#include <libpq-fe.h>
