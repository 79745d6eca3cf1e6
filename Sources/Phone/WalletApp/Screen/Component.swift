// SPDX-License-Identifier: EUPL-1.2

package import Foundation

/// A user interface element that a renderer draws. A screen consists of components only.
package enum Component: Sendable, Hashable {
    /// The buttons at the top, such as back, help and info.
    case topBar([Button])
    /// The progress of onboarding, `step` of `count`, from 1.
    case stepBar(step: Int, count: Int)
    /// A picture, which may be animated.
    case illustration(Illustration, isPaused: Bool)
    /// The screen's title; it receives the focus when the screen appears.
    case title(Text)
    case heading(Text)
    case paragraph(Text)
    /// A message with an icon, announced to screen readers.
    case banner(BannerKind, Text)
    /// The present state: an icon, a sentence and a second line. Nothing is asked or announced.
    case state(ListIcon, Text, detail: Text)
    /// Six dots and keys; the control takes six digits.
    case pinPad(PINPad)
    case code(groups: [String], label: Text)
    /// A countdown to an instant of monotonic time, independent of the phone's wall clock.
    case countdown(Text, until: Date)
    /// A progress indicator with text.
    case progress(Text)
    /// Pairs of a name and a value, such as support details, optionally with a copy button.
    case facts([Fact], canBeCopied: Bool)
    /// A field for a few characters, with its button.
    case entry(Entry)
    /// A printable sheet, and the button that prints it.
    case printout(Printout)
    /// Rows that navigate or can be chosen.
    case list([ListRow], label: Text)
    case toggle(Toggle)
    /// One card.
    case card(CardFace)
    /// A stack of cards that can be opened.
    case cards([CardFace], label: Text)
    /// The holder's photo beside the holder's name.
    case portrait(HolderPortrait)
    /// A third party's picture, such as a logo, with a label.
    case picture(EmbeddedPicture, label: Text)
    /// The live picture of the camera, with the place of a code marked. The label describes it; the light is that beside the camera.
    case viewfinder(label: Text, isLightOn: Bool)
    case button(Button)
    /// The app's splash screen.
    case splash
}

/// A button with its row, style and label.
package struct Button: Sendable, Hashable {
    /// The button's style and position.
    package typealias Role = ControlRole

    /// The row that the button takes; it identifies the control.
    package let row: Row
    package let role: Role
    /// The label; for icons the accessible name.
    package let label: Text
    /// The target of the action, where it may change while the screen stays: renderers send it with the press. Nil for a fixed target.
    package var value: String?
    /// The icon in front of the label; nil if there is none.
    package var icon: ListIcon?
    /// True for the button of a dialog with several that ends nothing and begins nothing: Escape presses it.
    package var leadsBack = false
}

/// One row of a list.
package struct ListRow: Sendable, Hashable {
    /// The row that pressing takes; it identifies the control. Nil for the present choice, which ignores presses.
    package let row: Row?
    package let label: Text
    /// A second line; nil if there is none.
    package let detail: Text?
    /// True for the selected option of a list, false for the other options; nil for a row that navigates.
    package let isChosen: Bool?
    /// The icon in front of the label; nil if there is none.
    package var icon: ListIcon?
    /// The present value of what the row leads to, such as the chosen language; nil if there is none.
    package var value: Text?
    /// True if the row leads to a deletion.
    package var isDestructive = false
    /// The option that this entry stands for, where several entries have the same `row`: renderers send it with the press. Nil where `row`
    /// belongs to this entry only.
    package var target: String?
}

/// A switch with its label.
package struct Toggle: Sendable, Hashable {
    /// The row that pressing takes; it identifies the control.
    package let row: Row
    package let label: Text
    package let isOn: Bool
}

/// The PIN field and its keys.
package struct PINPad: Sendable, Hashable {
    /// The row that six digits take; it identifies the control.
    package let row: Row
    /// The accessible name of the field.
    package let label: Text
}

/// A name with a value.
package struct Fact: Sendable, Hashable {
    /// The value of a fact.
    package enum Value: Sendable, Hashable {
        /// The same in every language.
        case same(String)
        /// A text in the user's language.
        case text(Text)
    }

    package let name: Text
    package let value: Value

    /// A fact whose value is the same in every language.
    package init(_ name: Text, _ value: String) {
        self.name = name
        self.value = .same(value)
    }

    /// A fact whose value is in the user's language.
    package init(_ name: Text, text: Text) {
        self.name = name
        value = .text(text)
    }
}
