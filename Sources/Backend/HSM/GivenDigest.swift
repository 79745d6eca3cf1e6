// SPDX-License-Identifier: EUPL-1.2

import Crypto

/// A SHA-256 hash that the caller computed. The library signs a `Digest`, but creates one only by hashing.
struct GivenDigest: Digest {
    static let byteCount = SHA256Digest.byteCount

    private let bytes: [UInt8]

    /// - Throws: `HSMError` with `wrongDigestLength` unless there are 32 bytes.
    init(_ bytes: [UInt8]) throws(HSMError) {
        guard bytes.count == Self.byteCount else { throw HSMError(.wrongDigestLength, "a digest that is not 32 bytes") }
        self.bytes = bytes
    }

    func withUnsafeBytes<Value>(_ body: (UnsafeRawBufferPointer) throws -> Value) rethrows -> Value {
        try unsafe bytes.withUnsafeBytes(body)
    }

    func hash(into hasher: inout Hasher) { hasher.combine(bytes) }
}
