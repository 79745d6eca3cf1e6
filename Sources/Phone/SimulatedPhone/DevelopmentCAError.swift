// SPDX-License-Identifier: EUPL-1.2

/// Why a stored development authority, Apple's or Android's, cannot be used. It says nothing of what was stored.
package struct DevelopmentCAError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kinds of faults.
    package struct Code: Hashable, Sendable {
        let text: String

        /// Not the authority's PEM documents in their order: root, then what it certified, each key after its certificate where it is kept.
        package static let malformed = Code(text: "cannot be read")
        /// The parts are readable, but not of one authority.
        package static let mismatch = Code(text: "has parts that do not belong together")
    }

    /// What is wrong.
    package let code: Code
    /// Whose authority it is.
    package let kind: PhoneKind

    init(_ code: Code, of kind: PhoneKind) {
        self.code = code
        self.kind = kind
    }

    /// The fault in words.
    package var description: String { "the stored development authority for \(kind) \(code.text)" }
}
