// SPDX-License-Identifier: EUPL-1.2

/// The reason that a stored development authority cannot be used. It reveals nothing of the stored data.
package struct DevelopmentCAError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kinds of faults.
    package struct Code: Hashable, Sendable {
        let text: String

        /// Not the authority's PEM documents in their order: root, then the certificates it issued, each stored key after its certificate.
        package static let malformed = Code(text: "cannot be read")
        /// The parts are readable, but do not belong to one authority.
        package static let mismatch = Code(text: "has parts that do not belong together")
    }

    package let code: Code
    /// The phone kind of the authority.
    package let kind: PhoneKind

    init(_ code: Code, of kind: PhoneKind) {
        self.code = code
        self.kind = kind
    }

    package var description: String { "the stored development authority for \(kind) \(code.text)" }
}
