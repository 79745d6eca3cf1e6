// SPDX-License-Identifier: EUPL-1.2

import Crypto

/// A SHA-256 digest as a lookup key: four integers compare and hash faster than 32 bytes.
struct DigestKey: Sendable, Hashable {
    private let words: (UInt64, UInt64, UInt64, UInt64)

    init(_ digest: SHA256Digest) { words = unsafe digest.withUnsafeBytes { unsafe Self.words($0) } }

    /// A digest of 32 bytes; nil for any other length.
    init?(_ bytes: [UInt8]) {
        guard bytes.count == 32 else { return nil }
        words = unsafe bytes.withUnsafeBytes { unsafe Self.words($0) }
    }

    private static func words(_ bytes: UnsafeRawBufferPointer) -> (UInt64, UInt64, UInt64, UInt64) {
        unsafe (
            bytes.loadUnaligned(as: UInt64.self), bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self),
            bytes.loadUnaligned(fromByteOffset: 16, as: UInt64.self), bytes.loadUnaligned(fromByteOffset: 24, as: UInt64.self)
        )
    }

    /// The digest's 32 bytes.
    var bytes: [UInt8] { unsafe withUnsafeBytes(of: words) { unsafe Array($0) } }

    static func == (left: DigestKey, right: DigestKey) -> Bool { left.words == right.words }

    func hash(into hasher: inout Hasher) {
        // A digest is uniformly distributed; one word is enough.
        hasher.combine(words.0)
    }
}
