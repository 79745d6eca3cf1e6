// SPDX-License-Identifier: EUPL-1.2

/// Why a signed document is not accepted, or cannot be signed.
///
/// Two refusals are equal when their codes are; the reason is for people and holds nothing of what was received.
package struct DocumentRefusal: Error, Sendable {
    /// What went wrong, for code that decides on it.
    package let code: Code
    /// What went wrong, in a few words for a developer; no value.
    package let reason: String
    /// What is wrong with the contents, when the code is `unacceptableContents`; else empty.
    package let problems: [ContentsProblem]

    /// A refusal of that kind. `reason` never holds a value that was received.
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
        /// More bytes than a token may have; nothing was looked at.
        case tooLong
        /// Not a compact JWS with the header and the claims of a document.
        case malformed
        /// A token of another kind.
        case otherKind
        /// Signed with a key that is not pinned.
        case unknownKey
        /// It names a pinned key, and another one signed it.
        case wrongSigner
        /// Signed for another environment.
        case wrongEnvironment
        /// Issued in the future, more than the leeway ahead.
        case notYetValid
        /// Its time is over.
        case expired
        /// Signed by the right key, but its contents are not what this program understands.
        case unacceptableContents
    }
}

extension DocumentRefusal: Hashable {
    /// True when the codes are the same.
    package static func == (left: DocumentRefusal, right: DocumentRefusal) -> Bool { left.code == right.code }

    /// Hashes the code only, as equality does.
    package func hash(into hasher: inout Hasher) { hasher.combine(code) }
}

extension DocumentRefusal: CustomStringConvertible {
    /// Code and reason; holds nothing that was received, except names of unknown members of a document that its signer signed.
    package var description: String { "DocumentRefusal(\(code)): \(reason)" }
}
