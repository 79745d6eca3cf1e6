// SPDX-License-Identifier: EUPL-1.2

import CPNGPictures

extension QRCode {
    /// The media type of ``png``.
    static let mediaType = "image/png"
    /// The width of a module in pixels. A camera before a screen needs more than one.
    static let pixelsPerModule = 5

    /// The side of the picture in pixels, with the quiet zone.
    var pixelSide: Int { pictureSide * Self.pixelsPerModule }

    /// The code as a grey PNG picture, black on white in every theme, with the quiet zone around it; nil if libpng does not write it.
    var png: [UInt8]? {
        let side = pixelSide
        var pixels = [UInt8](repeating: .max, count: side * side)
        for row in 0..<self.side {
            for column in 0..<self.side where isDark(row: row, column: column) {
                let left = (column + Self.quietZone) * Self.pixelsPerModule
                let top = (row + Self.quietZone) * Self.pixelsPerModule
                for line in top..<top + Self.pixelsPerModule {
                    for pixel in left..<left + Self.pixelsPerModule { pixels[line * side + pixel] = 0 }
                }
            }
        }
        // A picture that does not get smaller has a byte for each pixel and one for each row, and some for its chunks.
        let capacity = side * (side + 1) + 4096
        var size = 0
        let picture = unsafe [UInt8](unsafeUninitializedCapacity: capacity) { buffer, count in
            size = unsafe pixels.withUnsafeBufferPointer { source in
                unsafe wallet_png_grey(source.baseAddress, UInt32(side), buffer.baseAddress, buffer.count)
            }
            count = max(size, 0)
        }
        return size > 0 ? picture : nil
    }
}
