// SPDX-License-Identifier: EUPL-1.2

import Crypto
import Foundation

/// The digest algorithms of an mdoc (ISO/IEC 18013-5 §9.1.2.5).
@nonexhaustive public enum DigestAlgorithm: String, Sendable, Hashable, CaseIterable {
    /// 32 bytes.
    case sha256 = "SHA-256"
    /// 48 bytes.
    case sha384 = "SHA-384"
    /// 64 bytes.
    case sha512 = "SHA-512"

    /// Length of a digest in bytes.
    public var byteCount: Int {
        switch self {
        case .sha256: SHA256.byteCount
        case .sha384: SHA384.byteCount
        case .sha512: SHA512.byteCount
        }
    }

    /// The digest of bytes.
    public func digest(of bytes: [UInt8]) -> [UInt8] {
        switch self {
        case .sha256: Self.digest(of: bytes, SHA256.self)
        case .sha384: Self.digest(of: bytes, SHA384.self)
        case .sha512: Self.digest(of: bytes, SHA512.self)
        }
    }

    private static func digest<Function: HashFunction>(of bytes: [UInt8], _: Function.Type) -> [UInt8] {
        var function = Function()
        unsafe bytes.withUnsafeBytes { unsafe function.update(bufferPointer: $0) }
        return unsafe function.finalize().withUnsafeBytes { unsafe Array($0) }
    }
}
