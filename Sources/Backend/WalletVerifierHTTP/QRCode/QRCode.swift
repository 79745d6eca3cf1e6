// SPDX-License-Identifier: EUPL-1.2

import CQREncode

/// A QR code (ISO/IEC 18004) of a text.
struct QRCode: Sendable, Hashable {
    /// The number of modules of one side, without the quiet zone.
    let side: Int
    /// The dark modules, row by row.
    private let dark: [Bool]

    /// The light modules around the code that readers need.
    static let quietZone = 4
    /// The maximum number of bytes of a text: a code of level L with 40 × 4 + 17 modules a side.
    static let maximumBytes = 2953

    /// Encodes a text in bytes, with error correction of level L: nothing on a screen is dirty or torn, and fewer modules are larger ones.
    ///
    /// - Returns: nil for an empty text, one with a NUL, or one that is too long.
    init?(_ text: String) {
        let bytes = Array(text.utf8)
        guard (1...Self.maximumBytes).contains(bytes.count), !bytes.contains(0) else { return nil }
        let code = unsafe bytes.withUnsafeBufferPointer { buffer in
            unsafe QRcode_encodeData(Int32(buffer.count), buffer.baseAddress, 0, QR_ECLEVEL_L)
        }
        guard let code = unsafe code else { return nil }
        defer { unsafe QRcode_free(code) }
        let side = unsafe Int(code.pointee.width)
        guard side > 0, let data = unsafe code.pointee.data else { return nil }
        self.side = side
        // The lowest bit of each byte is the colour; the others say what the module is for.
        dark = (0..<side * side).map { index in unsafe data[index] & 1 == 1 }
    }

    /// True for a dark module.
    ///
    /// - Parameters:
    ///   - row: from the top, below `side`.
    ///   - column: from the left, below `side`.
    func isDark(row: Int, column: Int) -> Bool { dark[row * side + column] }

    /// The side of the picture in modules, with the quiet zone.
    var pictureSide: Int { side + 2 * Self.quietZone }
}
