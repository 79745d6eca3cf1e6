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
    /// A header whose `alg` is missing or not `ES256`.
    case unacceptableAlgorithm
    /// A signature that is not 64 bytes: r ‖ s, 32 bytes each (RFC 7518 §3.4).
    case signatureLength
    /// A JWK that is not exactly a public P-256 key (RFC 7517 §4, RFC 7518 §6.2.1).
    case unacceptableKey
    /// The cryptography library did not sign with a key in memory; no bytes that were received can cause it.
    case notSigned

    /// Code and reason, fit for a log.
    public func message(_ reason: String) -> String { "JOSEError(\(self)): \(reason)" }
}
