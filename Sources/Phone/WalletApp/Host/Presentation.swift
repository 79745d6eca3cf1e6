// SPDX-License-Identifier: EUPL-1.2

/// A snapshot of the glass for a renderer.
package struct Presentation: Sendable, Equatable {
    /// The direction from which a new screen enters.
    package typealias Direction = ScreenDirection

    /// One screen as drawn.
    package struct Drawn: Sendable, Equatable {
        /// The screen's type, such as `OpenWithPIN`.
        package let screen: String
        /// The step that shows the screen.
        package let row: Row
        /// The presentation relative to the previous screen.
        package let style: ScreenStyle
        package let components: [Component]
        /// True if the platform must cover the screen when the app loses the user's attention.
        package var isSensitive = true
    }

    /// The identity of this presentation. Answers contain this number, so that a late tap has no effect.
    package let ticket: Int
    /// The top screen, which is usable.
    package let top: Drawn
    /// The screen below a prompt or sheet, which is not usable.
    package let below: Drawn?
    /// The direction from which `top` enters.
    package let direction: Direction
    /// False for a presentation that is drawn but accepts no answers, because it was answered or abandoned or work is in progress.
    package let isLive: Bool
    /// The control last used, while its work is in progress and the screen stays; nil if there is none.
    package var busy: Row?
    /// True if the glass shows a sensitive screen, also below a prompt.
    package var isSensitive: Bool { top.isSensitive || below?.isSensitive ?? false }
    /// The identity of the use case's screen, which is on the glass or covered; 0 if there is none. Text typed into its field lives as long
    /// as the screen.
    package var place = 0
}

extension Presentation.Drawn {
    init(_ screen: some Screen) {
        self.init(
            screen: String(describing: type(of: screen)), row: screen.row, style: screen.style, components: screen.components,
            isSensitive: screen.isSensitive)
    }
}
