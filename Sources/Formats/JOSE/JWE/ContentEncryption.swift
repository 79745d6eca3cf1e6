// SPDX-License-Identifier: EUPL-1.2

/// The content encryption of a JWE, its `enc` (RFC 7518 §5.3): AES in Galois/Counter Mode, with a nonce of 12 and a tag of 16 bytes.
///
/// HAIP 1.0 §5 requires exactly these two of every verifier; the cases are complete.
public enum ContentEncryption: String, Sendable, Hashable, CaseIterable {
    case a128GCM = "A128GCM"
    case a256GCM = "A256GCM"

    /// The size of the content key in bytes.
    public var keyBytes: Int {
        switch self {
        case .a128GCM: 16
        case .a256GCM: 32
        }
    }
}
