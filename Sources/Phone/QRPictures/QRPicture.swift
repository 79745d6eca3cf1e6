// SPDX-License-Identifier: EUPL-1.2

import CQRPictures

/// The QR codes (ISO/IEC 18004) in a picture from any source. The system's libraries libpng and ZXing read it.
package enum QRPicture {
    /// The maximum size of a picture in bytes.
    package static let maximumBytes = 8 << 20
    /// The maximum width and height of a picture in pixels. One byte of memory is used for each pixel.
    package static let maximumSide = 4096
    /// How many codes are looked for.
    package static let maximumCodes = 8
    /// The maximum size of a text in bytes of UTF-8: the digits of the largest QR code. A longer text is left out.
    package static let maximumTextBytes = 7089

    /// Returns the texts of the codes in a PNG picture, each once, in no particular order. Bytes that are no text are read as ISO 8859-1;
    /// codes that are part of a sequence, and other kinds of codes, are left out.
    ///
    /// - Throws: `QRPictureError`.
    package static func texts(inPNG png: [UInt8]) throws(QRPictureError) -> [String] {
        guard png.count <= maximumBytes else { throw .tooLarge }
        var result = 0
        let output = unsafe [UInt8](unsafeUninitializedCapacity: maximumCodes * (4 + maximumTextBytes)) { buffer, count in
            result = unsafe png.withUnsafeBufferPointer { source in
                unsafe wallet_qr_texts(
                    source.baseAddress, source.count, UInt32(maximumSide), UInt8(maximumCodes), buffer.baseAddress, buffer.count)
            }
            count = max(result, 0)
        }
        switch result {
        case 0...: return texts(in: output)
        case -2, -3: throw .tooLarge
        default: throw .unreadable
        }
    }

    /// Reads the texts, each of which has its length before it: four bytes, big-endian.
    private static func texts(in output: [UInt8]) -> [String] {
        var texts: [String] = []
        var rest = output[...]
        while rest.count > 4 {
            let length = rest.prefix(4).reduce(0) { $0 << 8 | Int($1) }
            let text = String(decoding: rest.dropFirst(4).prefix(length), as: UTF8.self)
            rest = rest.dropFirst(4 + length)
            if length <= maximumTextBytes, !texts.contains(text) { texts.append(text) }
        }
        return texts
    }
}

/// The reason for which a picture is not read.
package enum QRPictureError: Error, Sendable, Hashable {
    /// It has more bytes or pixels than the limits of `QRPicture`.
    case tooLarge
    /// It is not a complete PNG picture.
    case unreadable
}
