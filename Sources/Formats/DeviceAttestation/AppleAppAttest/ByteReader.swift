// SPDX-License-Identifier: EUPL-1.2

package import CBOR

/// Reads bytes from the front of an input; throws `malformed` if too few remain.
struct ByteReader {
    private let bytes: [UInt8]
    private var position = 0

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    var isAtEnd: Bool { position == bytes.count }

    mutating func next(_ count: Int) throws(AttestationRejection) -> [UInt8] {
        guard count <= bytes.count - position else { throw AttestationRejection(.malformed) }
        defer { position += count }
        return Array(bytes[position..<position + count])
    }

    /// Reads a big-endian unsigned integer of up to eight bytes.
    mutating func nextInteger(byteCount: Int) throws(AttestationRejection) -> UInt64 {
        try next(byteCount).reduce(0) { $0 << 8 | UInt64($1) }
    }

    mutating func nextCBOR() throws(AttestationRejection) -> CBORItem {
        do {
            let (item, end) = try CBORItem.decodingPrefix(of: bytes, from: position, limits: .appAttest, strictness: .deterministic)
            position = end
            return item
        } catch {
            throw AttestationRejection(.malformed)
        }
    }
}

extension CBORLimits {
    /// Several times the size of Apple's largest object; the deepest value is a byte string in an array in a map in a map.
    package static let appAttest = CBORLimits(depth: 4, items: 64, bytes: 1 << 16)
}
