// SPDX-License-Identifier: EUPL-1.2
#include "png_pictures.h"

#include <png.h>
#include <string.h>

ptrdiff_t wallet_png_grey(const uint8_t *pixels, uint32_t side, uint8_t *output, size_t capacity) {
    png_image image;
    memset(&image, 0, sizeof image);
    image.version = PNG_IMAGE_VERSION;
    image.width = side;
    image.height = side;
    image.format = PNG_FORMAT_GRAY;
    png_alloc_size_t size = capacity;
    // libpng frees what it has allocated, also after an error.
    if (!png_image_write_to_memory(&image, output, &size, 0, pixels, 0, NULL)) return -1;
    return (ptrdiff_t)size;
}
