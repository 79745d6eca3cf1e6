// SPDX-License-Identifier: EUPL-1.2

import CBOR

/// Takes bytes from the front of an input; every shortage is `malformed`.
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

    /// An unsigned integer of up to eight bytes, most significant first.
    mutating func nextInteger(byteCount: Int) throws(AttestationRejection) -> UInt64 {
        try next(byteCount).reduce(0) { $0 << 8 | UInt64($1) }
    }

    mutating func nextCBOR() throws(AttestationRejection) -> CBOR {
        do {
            let (item, end) = try CBOR.decodingPrefix(of: bytes, from: position, limits: .appAttest, strictness: .deterministic)
            position = end
            return item
        } catch {
            throw AttestationRejection(.malformed)
        }
    }
}

extension CBORLimits {
    /// Enough for Apple's largest object several times over; the deepest one has a byte string in an array in a map in a map.
    static let appAttest = CBORLimits(depth: 4, items: 64, bytes: 1 << 16)
}
