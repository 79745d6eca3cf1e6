// SPDX-License-Identifier: EUPL-1.2

/// A screen as a host draws it: components from top to bottom, with every sentence in the user's language. It contains no references, so it
/// can be passed as JSON to code in other programming languages.
public struct DrawnScreen: Sendable, Hashable, Codable {
    /// The identity of this presentation. An answer contains this number, so that a late tap has no effect.
    public let ticket: Int
    /// The name of the screen, such as `OpenWithPIN`.
    public let name: String
    /// The step of the functional design that shows the screen, such as `UC2.3/1.3`.
    public let step: String
    /// The presentation relative to the previous screen.
    public let style: ScreenStyle
    /// The direction from which the screen enters.
    public let direction: ScreenDirection
    /// The components, from top to bottom.
    public let components: [DrawnComponent]
    /// The components of the screen below a prompt or sheet. That screen ignores input. Empty without a prompt or sheet.
    public let below: [DrawnComponent]
    /// True if the platform must cover the screen in the app switcher and refuse screenshots where it can.
    public let isSensitive: Bool
    /// False for a screen that accepts no answers, because it was answered or work is in progress.
    public let isLive: Bool
    /// The control that was last used, while its work is in progress; nil if there is none.
    public let busy: String?

    /// Draws a presentation.
    package init(_ presentation: Presentation, _ words: Words) {
        ticket = presentation.ticket
        name = presentation.top.screen
        step = presentation.top.row.description
        style = presentation.top.style
        direction = presentation.direction
        components = presentation.top.components.map { DrawnComponent($0, words) }
        below = presentation.below?.components.map { DrawnComponent($0, words) } ?? []
        isSensitive = presentation.isSensitive
        isLive = presentation.isLive
        busy = presentation.busy?.description
    }

    /// The sentences of the app in one language.
    package struct Words: Sendable {
        package let catalog: StringCatalog
        package let language: Language

        package init(_ catalog: StringCatalog, in language: Language) {
            self.catalog = catalog
            self.language = language
        }

        /// Returns a text as a sentence.
        func callAsFunction(_ text: Text) -> String { catalog.string(text, in: language) }
    }
}
