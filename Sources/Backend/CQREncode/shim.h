// SPDX-License-Identifier: EUPL-1.2
// The library libqrencode, version 4.0 or later.
#include <qrencode.h>
