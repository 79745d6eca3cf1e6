// SPDX-License-Identifier: EUPL-1.2
#ifndef WALLET_PNG_PICTURES_H
#define WALLET_PNG_PICTURES_H

#include <stddef.h>
#include <stdint.h>

/// Writes a square grey PNG picture with libpng.
///
/// `pixels` has side × side bytes, 0 for black to 255 for white, row by row. `output` has room for `capacity` bytes.
///
/// Returns the size of the picture in bytes, or -1 if it does not fit or is not written.
ptrdiff_t wallet_png_grey(const uint8_t *pixels, uint32_t side, uint8_t *output, size_t capacity);

#endif
