// SPDX-License-Identifier: EUPL-1.2

/// The reason why CBOR is not the expected COSE structure.
///
/// Errors are compared by code only; the reason is diagnostic and contains no part of the input.
package struct COSEError: Error, Sendable {
    /// The error's kind, for callers that branch on it.
    package let code: Code
    /// A few words for developers; contains no part of the input.
    package let reason: String

    init(_ code: Code, _ reason: String) {
        self.code = code
        self.reason = reason
    }

    /// The kinds of ``COSEError``. A struct, so that a new kind breaks no `switch`.
    package struct Code: Sendable, Hashable, CustomStringConvertible {
        package let description: String

        private init(_ name: String) { description = name }

        /// An item that does not have the shape of the structure (RFC 9052 §4.2).
        package static let malformed = Code("malformed")
        /// More certificates, or larger ones, than are accepted.
        package static let tooLarge = Code("tooLarge")
        /// A header that is not a map of labels, has a label in both buckets, or has a critical extension (RFC 9052 §3).
        package static let unacceptableHeader = Code("unacceptableHeader")
        /// The protected header's `alg` is missing or not ES256, or the unprotected header has an `alg`.
        package static let unacceptableAlgorithm = Code("unacceptableAlgorithm")
        /// A signature that is not 64 bytes: r ‖ s, 32 bytes each (RFC 9053 §2.1).
        package static let signatureLength = Code("signatureLength")
        /// A COSE_Key that is not exactly a public P-256 key with both coordinates (RFC 9052 §7, RFC 9053 §7.1.1).
        package static let unacceptableKey = Code("unacceptableKey")
        /// An `x5chain` that is neither one certificate nor an array of several (RFC 9360 §2).
        package static let unacceptableChain = Code("unacceptableChain")
    }
}

extension COSEError: Hashable {
    /// True if both errors have the same code.
    package static func == (left: COSEError, right: COSEError) -> Bool { left.code == right.code }

    /// Hashes the code only, consistent with equality.
    package func hash(into hasher: inout Hasher) { hasher.combine(code) }
}

extension COSEError: CustomStringConvertible {
    /// Code and reason; contains no part of the input.
    package var description: String { "COSEError(\(code)): \(reason)" }
}
