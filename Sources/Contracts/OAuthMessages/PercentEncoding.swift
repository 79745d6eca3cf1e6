// SPDX-License-Identifier: EUPL-1.2

/// Percent-encoding of URLs and forms (RFC 3986 §2.1).
package enum PercentEncoding {
    /// Writes a byte as a percent sign and two digits in upper case.
    package static func escape(_ byte: UInt8) -> [UInt8] {
        let digits = Array("0123456789ABCDEF".utf8)
        return [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 0xF)]]
    }

    /// Encodes a name or value of a form. Escapes everything but unreserved characters, which is also correct in a query.
    package static func encode(_ text: String) -> String {
        String(decoding: text.utf8.flatMap { $0.isUnreserved ? [$0] : escape($0) }, as: UTF8.self)
    }

    /// Decodes a name or value of a form; nil for a percent sign without two digits or invalid UTF-8.
    package static func decodeForm(_ text: some Collection<UInt8>) -> String? {
        var bytes: [UInt8] = []
        var iterator = text.makeIterator()
        while let byte = iterator.next() {
            switch byte {
            case UInt8(ascii: "+"): bytes.append(0x20)
            case UInt8(ascii: "%"):
                guard let high = iterator.next()?.hexadecimal, let low = iterator.next()?.hexadecimal else { return nil }
                bytes.append(high << 4 | low)
            default: bytes.append(byte)
            }
        }
        return String(validating: bytes, as: UTF8.self)
    }
}

extension UInt8 {
    /// True for an ASCII letter or digit.
    package var isWord: Bool { (0x30...0x39).contains(self) || (0x41...0x5A).contains(self) || (0x61...0x7A).contains(self) }

    /// True for a character that needs no escape (RFC 3986 §2.3).
    package var isUnreserved: Bool { isWord || "-._~".utf8.contains(self) }

    /// The value of a hexadecimal digit; nil for other characters.
    package var hexadecimal: UInt8? {
        switch self {
        case 0x30...0x39: self - 0x30
        case 0x41...0x46: self - 0x41 + 10
        case 0x61...0x66: self - 0x61 + 10
        default: nil
        }
    }
}
