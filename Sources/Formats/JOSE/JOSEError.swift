// SPDX-License-Identifier: EUPL-1.2

/// Why bytes or text are not the JOSE structure that they should be.
///
/// Two errors are equal when their codes are; the reason is for people and never holds a value from the input.
package struct JOSEError: Error, Sendable {
    /// What went wrong, for code that decides on it.
    package let code: Code
    /// What went wrong, in a few words for a developer; no part of the input.
    package let reason: String

    /// An error of that kind. `reason` must be a constant text, never something that was received.
    package init(_ code: Code, _ reason: String) {
        self.code = code
        self.reason = reason
    }

    /// The kinds of ``JOSEError``; open, so that a new kind breaks no `switch`.
    package struct Code: Sendable, Hashable, CustomStringConvertible {
        /// The code's name, fit for logs.
        package let description: String

        private init(_ name: String) { description = name }

        /// Text that is not base64url without padding (RFC 4648 §5, RFC 7515 §2).
        package static let notBase64URL = Code("notBase64URL")
        /// A structure larger than its limit; it was not looked at.
        package static let tooLarge = Code("tooLarge")
        /// Text that is not three non-empty parts between dots (RFC 7515 §3.1).
        package static let notCompactJWS = Code("notCompactJWS")
        /// A header that is not one strict JSON object, or whose members are not exactly the accepted ones.
        package static let unacceptableHeader = Code("unacceptableHeader")
        /// A header whose `alg` is missing or something other than `ES256`.
        package static let unacceptableAlgorithm = Code("unacceptableAlgorithm")
        /// A signature that is not 64 bytes: r ‖ s, 32 bytes each (RFC 7518 §3.4).
        package static let signatureLength = Code("signatureLength")
        /// A JWK that is not exactly a public P-256 key (RFC 7517 §4, RFC 7518 §6.2.1).
        package static let unacceptableKey = Code("unacceptableKey")
    }
}

extension JOSEError: Hashable {
    /// True when the codes are the same.
    package static func == (left: JOSEError, right: JOSEError) -> Bool { left.code == right.code }

    /// Hashes the code only, as equality does.
    package func hash(into hasher: inout Hasher) { hasher.combine(code) }
}

extension JOSEError: CustomStringConvertible {
    /// Code and reason; holds nothing from the input.
    package var description: String { "JOSEError(\(code)): \(reason)" }
}
