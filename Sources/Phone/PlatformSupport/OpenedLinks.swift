// SPDX-License-Identifier: EUPL-1.2

/// The queue of universal links that the user opened. The operating system keeps each link until the app has stored it, even if the process is
/// killed or the user interface destroyed first. A forgotten link never returns.
package protocol OpenedLinks: Sendable {
    /// Returns the link that has waited longest; nil when the queue is empty.
    func oldest() -> OpenedLink?

    /// Removes a link that the app has stored or does not accept. A link that is not in the queue changes nothing.
    func forget(_ link: OpenedLink)
}

/// A universal link that the user opened.
package struct OpenedLink: Sendable, Hashable, CustomStringConvertible, CustomDebugStringConvertible {
    /// Distinguishes the link from an identical text that was opened again.
    package let number: Int
    /// Untrusted text. It may be personal, so it is never logged.
    package let text: String

    /// Omits the text.
    package var description: String { "OpenedLink(\(number))" }
    /// Omits the text.
    package var debugDescription: String { description }

    /// Creates a link.
    ///
    /// - Parameters:
    ///   - number: a number unique on this phone.
    ///   - text: the link as it was opened.
    package init(number: Int, text: String) {
        self.number = number
        self.text = text
    }
}
