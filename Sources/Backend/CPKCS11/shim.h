// SPDX-License-Identifier: EUPL-1.2
// Types and constants of PKCS#11 2.40 under the standard's names (without CRYPTOKI_GNU).
#include <p11-kit/pkcs11.h>
