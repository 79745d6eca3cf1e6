// SPDX-License-Identifier: EUPL-1.2

/// Why a stored development authority cannot be used. It says nothing of what was stored.
package struct DevelopmentGoogleCAError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kinds of faults.
    package struct Code: Hashable, Sendable {
        let text: String

        /// Not seven PEM documents in their order.
        package static let malformed = Code(text: "the stored development authority for Android cannot be read")
        /// The parts are readable, but not of one authority.
        package static let mismatch = Code(text: "the parts of the stored development authority for Android do not belong together")
    }

    /// What is wrong.
    package let code: Code

    init(_ code: Code) {
        self.code = code
    }

    /// The fault in words.
    package var description: String { code.text }
}
