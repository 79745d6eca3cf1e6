// SPDX-License-Identifier: EUPL-1.2

/// A snapshot of the glass for a renderer.
package struct Presentation: Sendable, Equatable {
    /// The direction from which a new screen enters.
    package enum Direction: String, Sendable, Hashable {
        /// From the right.
        case forward
        /// From the left.
        case back
        /// No movement: the same screen with other contents, or the first screen.
        case none
    }

    /// One screen as drawn.
    package struct Drawn: Sendable, Equatable {
        /// The screen's type, such as `OpenWithPIN`.
        package let screen: String
        /// The step that shows the screen.
        package let row: Row
        /// The presentation relative to the previous screen.
        package let style: ScreenStyle
        package let components: [Component]
    }

    /// The identity of this presentation. Answers carry it, so that a late tap has no effect.
    package let ticket: Int
    /// The top screen, which is usable.
    package let top: Drawn
    /// The screen below a prompt or sheet, which is not usable.
    package let below: Drawn?
    /// The direction from which `top` enters.
    package let direction: Direction
    /// False when the presentation was answered or abandoned, or waits for work: it is drawn but takes no answers.
    package let isLive: Bool
    /// The control last used, while its work is in progress and the screen stays; nil for none.
    package var busy: Row?
    /// The identity of the use case's screen, on the glass or below it; 0 for none. Text typed into its field lives as long as the screen.
    package var place = 0
}

extension Presentation.Drawn {
    init(_ screen: some Screen) {
        self.init(
            screen: String(describing: type(of: screen)), row: screen.row, style: screen.style, components: screen.pieces.map(\.component))
    }
}
