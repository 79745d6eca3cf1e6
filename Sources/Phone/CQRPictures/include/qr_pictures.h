// SPDX-License-Identifier: EUPL-1.2
#ifndef QR_PICTURES_H
#define QR_PICTURES_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// Reads the QR codes in a PNG picture with libpng and ZXing, whose interface is C++. Calls neither back nor throws.
//
// maximum_side: the largest width and height in pixels; a larger picture is refused before its pixels are decoded.
// maximum_codes: how many codes are looked for, at most 255.
// texts: receives each text as its length (4 bytes, big-endian) and its bytes in UTF-8. A text that does not fit is left out.
//
// Returns the number of bytes in texts; -1 if the bytes are not a complete PNG picture, -2 if the picture is too large, -3 if memory is
// short.
long wallet_qr_texts(const uint8_t *png, size_t count, uint32_t maximum_side, uint8_t maximum_codes, uint8_t *texts, size_t capacity);

#ifdef __cplusplus
}
#endif

#endif
