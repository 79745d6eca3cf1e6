// SPDX-License-Identifier: EUPL-1.2

package import Foundation

/// What a renderer draws. A screen is made of nothing else.
package enum Component: Sendable, Hashable {
    /// Back, help, info and the like, at the top.
    case topBar([Button])
    /// How far the person is in onboarding, `step` of `count`, from 1.
    case stepBar(step: Int, count: Int)
    /// A picture, still or moving.
    case illustration(Illustration, isPaused: Bool)
    /// The screen's title; it gets the focus when the screen appears.
    case title(Text)
    /// The heading of a part of the screen.
    case heading(Text)
    /// Body text.
    case paragraph(Text)
    /// A message with an icon, announced to screen readers.
    case banner(BannerKind, Text)
    /// Six dots and keys; the control takes six digits.
    case pinPad(PINPad)
    /// A code in groups.
    case code(groups: [String], label: Text)
    /// Time that runs down to an instant of steady time, whatever the phone's clock is turned to.
    case countdown(Text, until: Date)
    /// Something is going on.
    case progress(Text)
    /// Pairs of a name and a value, such as support details; whether they can be copied.
    case facts([Fact], canBeCopied: Bool)
    /// A field for a few characters, with its button.
    case entry(Entry)
    /// What is on paper when the screen is printed, and the button that prints it.
    case printout(Printout)
    /// Rows that lead somewhere or can be chosen.
    case list([ListRow], label: Text)
    /// A switch.
    case toggle(Toggle)
    /// A card that is looked at.
    case card(CardFace)
    /// Cards that can be opened, one over the other.
    case cards([CardFace], label: Text)
    /// A picture of somebody else's, such as a logo or a portrait, and what it is.
    case picture(EmbeddedPicture, label: Text)
    /// A button.
    case button(Button)
    /// The app's opening picture.
    case splash
}

/// A control that is pressed.
package struct Button: Sendable, Hashable {
    /// How it looks and where it stands.
    package enum Role: String, Sendable, Hashable {
        /// The one main action, at the bottom.
        case primary
        /// Another action.
        case secondary
        /// An action of less weight.
        case text
        /// An action that removes something.
        case destructive
        /// Top bar: to the previous screen.
        case back
        /// Top bar: the menu.
        case menu
        /// Top bar: help.
        case help
        /// Top bar: information about the app.
        case info
        /// Pauses a moving picture.
        case pause
        /// Plays a paused picture.
        case play
    }

    /// The row that it takes; it names the control.
    package let row: Row
    /// How it looks.
    package let role: Role
    /// Its words, for icons its accessible name.
    package let label: Text
    /// What it acts on, where that may change while the screen stays: renderers send it with the press. Nil where only one thing can be meant.
    package var value: String?
}

/// One row of a list.
package struct ListRow: Sendable, Hashable {
    /// The row that it takes; it names the control. Nil for a choice that is in force: pressing it does nothing.
    package let row: Row?
    /// Its words.
    package let label: Text
    /// A second line; nil for none.
    package let detail: Text?
    /// Whether it is the one of several that is in force; nil when it leads somewhere.
    package let isChosen: Bool?
    /// What stands before its words; nil for nothing.
    package var icon: ListIcon?
}

/// What stands before the words of a row, and says the same. The names are those of the drawings.
package enum ListIcon: String, Sendable, Hashable, CaseIterable {
    /// What the phone or the app is set to.
    case settings, language, fingerprint, bell
    /// What a person knows or keeps safe.
    case lock, code, shield
    /// What a wallet holds and does.
    case card, share, clock, qrCode = "qr-code", transfer, trash
    /// Where somebody explains or listens.
    case help, info, play, feedback, telephone
}

/// A switch and what it is for.
package struct Toggle: Sendable, Hashable {
    /// The row that pressing it takes; it names the control.
    package let row: Row
    /// Its words.
    package let label: Text
    /// Whether it is on.
    package let isOn: Bool
}

/// The PIN field and its keys.
package struct PINPad: Sendable, Hashable {
    /// The row that six digits take; it names the control.
    package let row: Row
    /// The accessible name of the field.
    package let label: Text
}

/// One name and its value.
package struct Fact: Sendable, Hashable {
    /// A value.
    package enum Value: Sendable, Hashable {
        /// The same in every language.
        case same(String)
        /// In the user's language.
        case text(Text)
    }

    /// The name.
    package let name: Text
    /// The value.
    package let value: Value

    /// A pair whose value is the same in every language.
    package init(_ name: Text, _ value: String) {
        self.name = name
        self.value = .same(value)
    }

    /// A pair whose value is said in the user's language.
    package init(_ name: Text, text: Text) {
        self.name = name
        value = .text(text)
    }
}

/// How serious a banner is.
package enum BannerKind: String, Sendable, Hashable {
    /// Good to know.
    case info
    /// Take care.
    case warn
    /// Something went wrong.
    case danger
}
