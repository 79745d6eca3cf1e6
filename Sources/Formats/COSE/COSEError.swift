// SPDX-License-Identifier: EUPL-1.2

// Exported because the error's members are part of this module's interface.
@_exported public import CodedErrors

/// CBOR that is not the COSE structure it should be.
public typealias COSEError = CodedError<COSEErrorCode>

/// The kinds of ``COSEError``.
@nonexhaustive public enum COSEErrorCode: String, ErrorCode {
    /// An item that does not have the shape of the structure (RFC 9052 §4.2).
    case malformed
    /// More or larger certificates than accepted.
    case tooLarge
    /// A header that is not a map of labels, has a label in both buckets, or has a critical extension (RFC 9052 §3).
    case unacceptableHeader
    /// The protected header's `alg` is missing or not ES256, or the unprotected header has an `alg`.
    case unacceptableAlgorithm
    /// A signature that is not 64 bytes: r ‖ s, 32 bytes each (RFC 9053 §2.1).
    case signatureLength
    /// A COSE_Key that is not exactly a public P-256 key with both coordinates (RFC 9052 §7, RFC 9053 §7.1.1).
    case unacceptableKey
    /// An `x5chain` that is neither one certificate nor an array of several (RFC 9360 §2).
    case unacceptableChain

    /// Code and reason, fit for a log.
    public func message(_ reason: String) -> String { "COSEError(\(self)): \(reason)" }
}
