// SPDX-License-Identifier: EUPL-1.2

/// What is on the glass now: a snapshot that a renderer draws.
package struct Presentation: Sendable, Equatable {
    /// Where the new screen comes from.
    package enum Direction: String, Sendable, Hashable {
        /// From the right.
        case forward
        /// From the left.
        case back
        /// It does not move: the same screen with other contents, or the first.
        case none
    }

    /// One screen as it is drawn.
    package struct Drawn: Sendable, Equatable {
        /// The screen's type: `OpenWithPIN`.
        package let screen: String
        /// The step that shows it.
        package let row: Row
        /// How it lies over what was there.
        package let style: ScreenStyle
        /// What it is made of.
        package let components: [Component]
    }

    /// Names this presentation; answers carry it, so that a late tap reaches nothing.
    package let ticket: Int
    /// The uppermost screen, which can be used.
    package let top: Drawn
    /// Below a prompt or sheet: the screen that was there; it cannot be used.
    package let below: Drawn?
    /// How `top` comes in.
    package let direction: Direction
    /// False when it was answered or given up, or waits for work: it is still drawn but takes no answers.
    package let isLive: Bool
    /// The control that was used last, while its work goes on and the screen stays; nil when there is none.
    package var busy: Row?
    /// Names the screen of the use case, on the glass or below it; 0 when there is none. What is typed into its field lives as long as it.
    package var place = 0
}

extension Presentation.Drawn {
    /// Draws a screen.
    init(_ screen: some Screen) {
        self.init(
            screen: String(describing: type(of: screen)), row: screen.row, style: screen.style, components: screen.pieces.map(\.component))
    }
}
