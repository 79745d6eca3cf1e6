// SPDX-License-Identifier: EUPL-1.2

/// The reason why a signed document is not accepted, or cannot be signed.
///
/// Refusals are compared by code only; the reason is diagnostic and contains no part of the input.
package struct DocumentRefusal: Error, Sendable {
    /// The refusal's kind, for callers that handle kinds differently.
    package let code: Code
    /// A few words for developers; contains no value.
    package let reason: String
    /// The problems in the contents if the code is `unacceptableContents`; otherwise empty.
    package let problems: [ContentsProblem]

    /// A refusal; `reason` must not contain a received value.
    package init(_ code: Code, _ reason: String) {
        self.code = code
        self.reason = reason
        problems = []
    }

    init(_ contents: UnacceptableContents) {
        code = .unacceptableContents
        reason = contents.description
        problems = contents.problems
    }

    /// The kinds of refusal.
    package enum Code: String, Sendable, Hashable, CaseIterable {
        /// The token has too many bytes; it was not parsed.
        case tooLong
        /// Not a compact JWS with a document's header and claims.
        case malformed
        /// The token is of the wrong kind.
        case otherKind
        /// Signed with a key that is not pinned.
        case unknownKey
        /// The token names a pinned key, but its signature is not valid for that key.
        case wrongSigner
        /// The document was signed for a different environment.
        case wrongEnvironment
        /// Issued in the future, beyond the leeway.
        case notYetValid
        case expired
        /// Validly signed, but this program does not accept the contents.
        case unacceptableContents
    }
}

extension DocumentRefusal: Hashable {
    /// True if both refusals have the same code.
    package static func == (left: DocumentRefusal, right: DocumentRefusal) -> Bool { left.code == right.code }

    /// Hashes the code only, consistent with equality.
    package func hash(into hasher: inout Hasher) { hasher.combine(code) }
}

extension DocumentRefusal: CustomStringConvertible {
    /// Code and reason; contains no part of the input, except names of unknown members in a validly signed document.
    package var description: String { "DocumentRefusal(\(code)): \(reason)" }
}
