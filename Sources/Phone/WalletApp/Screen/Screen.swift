// SPDX-License-Identifier: EUPL-1.2

/// A screen of the app and its actions: a value without logic.
///
/// A new screen needs a single file: a struct with its own closed set of actions and its pieces. Renderers draw the pieces and do not
/// depend on screens.
package protocol Screen: Sendable, Equatable {
    /// The actions that the functional design lists.
    associatedtype Action: Sendable

    /// The step that shows the screen. It is marked as taken when the screen appears.
    var row: Row { get }
    /// The presentation relative to the previous screen.
    var style: ScreenStyle { get }
    /// True if only the user may see the screen: the platform covers it in the app switcher and refuses screenshots where it can.
    var isSensitive: Bool { get }
    /// The topic of the screen's help page, which selects its texts: the screen then has the shared help button (extra/9a). Nil for a
    /// screen with a help row of its own, and for prompts, sheets, waiting screens and help pages.
    var helpTopic: String? { get }
    /// The pieces, from top to bottom.
    var pieces: [Piece<Action>] { get }
}

extension Screen {
    /// The default: a full screen.
    package var style: ScreenStyle { .full }
    /// True by default. A screen that shows no data of the wallet or its user overrides it.
    package var isSensitive: Bool { true }
    /// Nil by default: without the shared help button.
    package var helpTopic: String? { nil }
}

/// The action type of a screen without actions.
package enum NoAction: Sendable, Hashable {}
