// SPDX-License-Identifier: EUPL-1.2
#include "qr_pictures.h"

#include <png.h>

// Texts in UTF-8; later versions know no other.
#define ZX_USE_UTF8
#include <ZXing/ReadBarcode.h>

#include <cstring>
#include <new>
#include <string>
#include <vector>

namespace {

constexpr long damaged = -1, too_large = -2, no_memory = -3;

// Frees what libpng keeps between the header and the pixels.
struct Reading {
    png_image image{};
    ~Reading() { png_image_free(&image); }
};

long append(const std::string &text, uint8_t *texts, size_t used, size_t capacity) {
    const size_t length = text.size();
    if (capacity - used < 4 || length > capacity - used - 4) return 0;
    for (int place = 0; place < 4; place++) texts[used + place] = static_cast<uint8_t>(length >> (24 - 8 * place));
    std::memcpy(texts + used + 4, text.data(), length);
    return static_cast<long>(length + 4);
}

} // namespace

long wallet_qr_texts(const uint8_t *png, size_t count, uint32_t maximum_side, uint8_t maximum_codes, uint8_t *texts, size_t capacity) {
    try {
        Reading reading;
        reading.image.version = PNG_IMAGE_VERSION;
        if (!png_image_begin_read_from_memory(&reading.image, png, count)) return damaged;
        const uint32_t width = reading.image.width, height = reading.image.height;
        if (width > maximum_side || height > maximum_side) return too_large;
        reading.image.format = PNG_FORMAT_GRAY;
        std::vector<uint8_t> pixels(static_cast<size_t>(width) * height);
        // What is transparent is seen on white.
        const png_color white = {255, 255, 255};
        if (!png_image_finish_read(&reading.image, &white, pixels.data(), 0, nullptr)) return damaged;

        ZXing::DecodeHints hints;
        hints.setFormats(ZXing::BarcodeFormat::QRCode);
        hints.setMaxNumberOfSymbols(maximum_codes);
        const ZXing::ImageView view(pixels.data(), static_cast<int>(width), static_cast<int>(height), ZXing::ImageFormat::Lum);
        size_t used = 0;
        for (const auto &code : ZXing::ReadBarcodes(view, hints)) {
            // A part of a sequence has no text of its own.
            if (code.isValid() && !code.isPartOfSequence()) used += append(code.text(), texts, used, capacity);
        }
        return static_cast<long>(used);
    } catch (const std::bad_alloc &) {
        return no_memory;
    } catch (...) {
        return damaged;
    }
}
