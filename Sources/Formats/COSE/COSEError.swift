// SPDX-License-Identifier: EUPL-1.2

/// Why CBOR is not the COSE structure that it should be.
///
/// Two errors are equal when their codes are; the reason is for people and never holds a value from the input.
package struct COSEError: Error, Sendable {
    /// What went wrong, for code that decides on it.
    package let code: Code
    /// What went wrong, in a few words for a developer; no part of the input.
    package let reason: String

    init(_ code: Code, _ reason: String) {
        self.code = code
        self.reason = reason
    }

    /// The kinds of ``COSEError``; open, so that a new kind breaks no `switch`.
    package struct Code: Sendable, Hashable, CustomStringConvertible {
        /// The code's name, fit for logs.
        package let description: String

        private init(_ name: String) { description = name }

        /// An item that has not the shape of the structure (RFC 9052 §4.2).
        package static let malformed = Code("malformed")
        /// More or larger certificates than are read.
        package static let tooLarge = Code("tooLarge")
        /// A header that is no map with labels, has a label in both buckets, or asks for a critical extension (RFC 9052 §3).
        package static let unacceptableHeader = Code("unacceptableHeader")
        /// The protected header's `alg` is missing or not ES256, or there is an unprotected one.
        package static let unacceptableAlgorithm = Code("unacceptableAlgorithm")
        /// A signature that is not 64 bytes: r ‖ s, 32 bytes each (RFC 9053 §2.1).
        package static let signatureLength = Code("signatureLength")
        /// A COSE_Key that is not exactly a public P-256 key with both coordinates (RFC 9052 §7, RFC 9053 §7.1.1).
        package static let unacceptableKey = Code("unacceptableKey")
        /// An `x5chain` that is not one certificate, or several in an array (RFC 9360 §2).
        package static let unacceptableChain = Code("unacceptableChain")
    }
}

extension COSEError: Hashable {
    /// True when the codes are the same.
    package static func == (left: COSEError, right: COSEError) -> Bool { left.code == right.code }

    /// Hashes the code only, as equality does.
    package func hash(into hasher: inout Hasher) { hasher.combine(code) }
}

extension COSEError: CustomStringConvertible {
    /// Code and reason; holds nothing from the input.
    package var description: String { "COSEError(\(code)): \(reason)" }
}
