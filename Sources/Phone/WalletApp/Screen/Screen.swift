// SPDX-License-Identifier: EUPL-1.2

/// A screen of the app and its actions: a value without logic.
///
/// A new screen is one file: a struct with its own closed set of actions and its pieces. Every renderer draws the pieces and knows no screens.
package protocol Screen: Sendable, Equatable {
    /// The actions that the functional design lists.
    associatedtype Action: Sendable

    /// The step that shows the screen. It is marked as taken when the screen appears.
    var row: Row { get }
    /// The presentation relative to the previous screen.
    var style: ScreenStyle { get }
    /// The pieces, from top to bottom.
    var pieces: [Piece<Action>] { get }
}

extension Screen {
    /// The default: a full screen.
    package var style: ScreenStyle { .full }
}

/// The presentation of a screen relative to the previous one.
package enum ScreenStyle: String, Sendable, Hashable {
    /// Fills the glass.
    case full
    /// A dialog of the app above the previous screen, which is inactive.
    case prompt
    /// A dialog of the operating system above the previous screen.
    case systemPrompt
    /// A drawer from the bottom above the previous screen.
    case sheet
}

/// The action type of a screen without actions.
package enum NoAction: Sendable, Hashable {}
