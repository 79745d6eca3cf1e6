// SPDX-License-Identifier: EUPL-1.2

// Exported because the error's members are part of this module's interface.
@_exported public import CodedErrors

/// Bytes or text that are not the JOSE structure they should be.
public typealias JOSEError = CodedError<JOSEErrorCode>

/// The kinds of ``JOSEError``.
@nonexhaustive public enum JOSEErrorCode: String, ErrorCode {
    /// A part that is not base64url without padding (RFC 4648 §5, RFC 7515 §2).
    case notBase64URL
    /// A structure larger than its limit; it has not been parsed.
    case tooLarge
    /// Text that is not three non-empty parts separated by dots (RFC 7515 §3.1).
    case notCompactJWS
    /// A header that is not one strict JSON object, or has a member that is not accepted.
    case unacceptableHeader
    /// A header whose `alg` is missing or not `ES256`; of a JWE, an `alg` other than `ECDH-ES` or an `enc` that ``ContentEncryption`` does
    /// not have.
    case unacceptableAlgorithm
    /// A signature that is not 64 bytes: r ‖ s, 32 bytes each (RFC 7518 §3.4).
    case signatureLength
    /// A JWK that is not exactly a public P-256 key (RFC 7517 §4, RFC 7518 §6.2.1), or bytes that are not a private one.
    case unacceptableKey
    /// The cryptography library did not sign with a key in memory; no bytes that were received can cause it.
    case notSigned
    /// Text that is not the five parts of a JWE with direct key agreement (RFC 7516 §3.1): not five parts, a first part that is empty, a
    /// second that is not, a nonce that is not 12 bytes, or a tag that is not 16 bytes.
    case notCompactJWE
    /// A JWE whose header has `zip`. It is refused before anything is decrypted, so nothing is ever decompressed.
    case compressed
    /// A JWE that this key does not open. One code for another key, a foreign `kid`, an unacceptable `epk` and a changed byte.
    case notDecrypted

    /// Code and reason, fit for a log.
    public func message(_ reason: String) -> String { "JOSEError(\(self)): \(reason)" }
}
