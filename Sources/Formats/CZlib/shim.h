// SPDX-License-Identifier: EUPL-1.2
// The system's zlib, version 1.2.9 or later: there on every Linux, in Apple's SDKs and in Android's NDK.
#include <zlib.h>
