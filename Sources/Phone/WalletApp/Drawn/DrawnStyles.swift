// SPDX-License-Identifier: EUPL-1.2

/// The presentation of a screen relative to the previous screen.
@nonexhaustive public enum ScreenStyle: String, Sendable, Hashable, Codable {
    /// Fills the screen.
    case full
    /// A dialog of the app above the previous screen, which is inactive.
    case prompt
    /// A drawer from the bottom above the previous screen.
    case sheet
}

/// The direction from which a new screen enters.
@nonexhaustive public enum ScreenDirection: String, Sendable, Hashable, Codable {
    /// The screen enters from the right.
    case forward
    /// The screen enters from the left.
    case back
    /// No movement: the same screen with other contents, or the first screen.
    case none
}

/// The style and the position of a button.
@nonexhaustive public enum ControlRole: String, Sendable, Hashable, Codable {
    /// The one main action, at the bottom.
    case primary
    /// An action beside the main action.
    case secondary
    /// A less important action.
    case text
    /// An action that deletes something.
    case destructive
    /// Top bar: goes back to the previous screen.
    case back
    /// Top bar: the menu.
    case menu
    /// Top bar: help.
    case help
    /// Top bar: information about the app.
    case info
    /// Pauses an animated picture.
    case pause
    /// Continues an animated picture.
    case play
}

/// The severity of a banner.
@nonexhaustive public enum BannerKind: String, Sendable, Hashable, Codable {
    /// Good to know.
    case info
    /// Needs attention.
    case warn
    /// Reports an error.
    case danger
}

/// The severity of a card's status, which determines icon and colour.
@nonexhaustive public enum CardSeverity: String, Sendable, Hashable, Codable, CaseIterable {
    /// The card can be used.
    case ok
    /// Good to know.
    case info
    /// Needs attention.
    case warn
    /// The card cannot be used.
    case danger
}

/// A decorative icon in front of the label of a row or a button. The raw values are the names of the drawings.
@nonexhaustive public enum ListIcon: String, Sendable, Hashable, Codable, CaseIterable {
    /// Settings of the phone or the app.
    case settings, language, fingerprint, faceID = "face-id"
    /// Security.
    case lock, code, shield
    /// A repetition or a renewal.
    case retry
    /// Contents and functions of the wallet.
    case card, share, clock, qrCode = "qr-code", transfer, trash
    /// Help and contact.
    case help, info, play, feedback, telephone
}
