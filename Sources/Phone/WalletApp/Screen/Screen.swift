// SPDX-License-Identifier: EUPL-1.2

/// What the app shows and what a person may do there: a value without logic.
///
/// A new screen is one file: a struct with its own closed set of actions and the pieces that it is made of. Every renderer draws the
/// pieces; none knows a screen.
package protocol Screen: Sendable, Equatable {
    /// What the functional design lists as actions, nothing else.
    associatedtype Action: Sendable

    /// The step that shows it. It is marked as taken when the screen appears.
    var row: Row { get }
    /// How it lies over what was there.
    var style: ScreenStyle { get }
    /// What it is made of, from top to bottom.
    var pieces: [Piece<Action>] { get }
}

extension Screen {
    /// A screen of its own, unless it says otherwise.
    package var style: ScreenStyle { .full }
}

/// How a screen lies over what was there.
package enum ScreenStyle: String, Sendable, Hashable {
    /// It fills the glass.
    case full
    /// A dialog of the app over the screen that was there, which cannot be used meanwhile.
    case prompt
    /// A dialog of the operating system over the screen that was there.
    case systemPrompt
    /// A drawer from below over the screen that was there.
    case sheet
}

/// A screen that offers nothing has no actions.
package enum NoAction: Sendable, Hashable {}
