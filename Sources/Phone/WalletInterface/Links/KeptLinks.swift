// SPDX-License-Identifier: EUPL-1.2

/// The opened links that the core has not stored in the wallet yet.
package protocol KeptLinks: Sendable {
    /// Returns the link that has waited longest; nil if no link waits.
    func oldest() -> KeptLink?

    /// Removes a link that the wallet has stored or does not accept. A link that does not wait changes nothing.
    func forget(_ link: KeptLink)
}

/// An opened link that waits for the core.
package struct KeptLink: Sendable, Hashable, CustomStringConvertible, CustomDebugStringConvertible {
    /// Distinguishes the link from an identical text that was opened again.
    package let number: Int
    /// Untrusted text. It may be personal, so it is never logged.
    package let text: String

    package init(number: Int, text: String) {
        self.number = number
        self.text = text
    }

    /// Omits the text.
    package var description: String { "KeptLink(\(number))" }
    /// Omits the text.
    package var debugDescription: String { description }
}
