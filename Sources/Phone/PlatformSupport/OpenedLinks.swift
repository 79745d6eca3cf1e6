// SPDX-License-Identifier: EUPL-1.2

/// The universal links of the app that were touched, as the operating system keeps them: each until the app says that it has it safe, also when
/// its process is killed or its user interface destroyed before. What was forgotten never comes again.
package protocol OpenedLinks: Sendable {
    /// The one that waits longest; nil when none does.
    func oldest() -> OpenedLink?

    /// The app has stored it, or it is none of the app's. One that does not wait any more changes nothing.
    func forget(_ link: OpenedLink)
}

/// A universal link that was touched.
package struct OpenedLink: Sendable, Hashable, CustomStringConvertible, CustomDebugStringConvertible {
    /// Tells it from the same text touched again.
    package let number: Int
    /// Whatever somebody wrote: nothing in it is checked, and it may be personal, so it is never logged.
    package let text: String

    /// Without the text.
    package var description: String { "OpenedLink(\(number))" }
    /// Without the text.
    package var debugDescription: String { description }

    /// Names a link.
    ///
    /// - Parameters:
    ///   - number: one that no other link of this phone has.
    ///   - text: the link, as it was touched.
    package init(number: Int, text: String) {
        self.number = number
        self.text = text
    }
}
