// SPDX-License-Identifier: EUPL-1.2

/// The reason why bytes or text are not the expected JOSE structure.
///
/// Errors are compared by code only; the reason is diagnostic and contains no part of the input.
package struct JOSEError: Error, Sendable {
    /// The error's kind, for callers that branch on it.
    package let code: Code
    /// A few words for developers; contains no part of the input.
    package let reason: String

    /// An error; `reason` must be a constant text, never a part of the input.
    package init(_ code: Code, _ reason: String) {
        self.code = code
        self.reason = reason
    }

    /// The kinds of ``JOSEError``. A struct, so that a new kind breaks no `switch`.
    package struct Code: Sendable, Hashable, CustomStringConvertible {
        package let description: String

        private init(_ name: String) { description = name }

        /// Text that is not base64url without padding (RFC 4648 §5, RFC 7515 §2).
        package static let notBase64URL = Code("notBase64URL")
        /// A structure larger than its limit; it has not been parsed.
        package static let tooLarge = Code("tooLarge")
        /// Text that is not three non-empty parts separated by dots (RFC 7515 §3.1).
        package static let notCompactJWS = Code("notCompactJWS")
        /// A header that is not one strict JSON object, or has other members than the accepted ones.
        package static let unacceptableHeader = Code("unacceptableHeader")
        /// A header whose `alg` is missing or not `ES256`.
        package static let unacceptableAlgorithm = Code("unacceptableAlgorithm")
        /// A signature that is not 64 bytes: r ‖ s, 32 bytes each (RFC 7518 §3.4).
        package static let signatureLength = Code("signatureLength")
        /// A JWK that is not exactly a public P-256 key (RFC 7517 §4, RFC 7518 §6.2.1).
        package static let unacceptableKey = Code("unacceptableKey")
    }
}

extension JOSEError: Hashable {
    /// True if both errors have the same code.
    package static func == (left: JOSEError, right: JOSEError) -> Bool { left.code == right.code }

    /// Hashes the code only, consistent with equality.
    package func hash(into hasher: inout Hasher) { hasher.combine(code) }
}

extension JOSEError: CustomStringConvertible {
    /// Code and reason; contains no part of the input.
    package var description: String { "JOSEError(\(code)): \(reason)" }
}
