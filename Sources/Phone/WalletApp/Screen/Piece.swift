// SPDX-License-Identifier: EUPL-1.2

package import Foundation
package import WalletInterface

/// A component with the actions of its controls on this screen.
package struct Piece<Action: Sendable>: Sendable {
    /// Turns input from the glass into an action; nil refuses the input.
    package typealias Handler = @Sendable (_ value: Entered?) -> Action?

    package let component: Component
    /// The handler of each control, by the row that the control takes.
    package let handlers: [Row: Handler]

    init(_ component: Component, _ handlers: [Row: Handler] = [:]) {
        self.component = component
        self.handlers = handlers
    }

    private static func pressing(_ action: Action) -> Handler {
        { value in value == nil ? action : nil }
    }
}

extension Piece {
    /// The screen's title.
    package static func title(_ text: Text) -> Piece { Piece(.title(text)) }
    /// The heading of a part of the screen.
    package static func heading(_ text: Text) -> Piece { Piece(.heading(text)) }
    /// A paragraph of body text.
    package static func paragraph(_ text: Text) -> Piece { Piece(.paragraph(text)) }
    /// A picture, which may be animated.
    package static func illustration(_ picture: Illustration, isPaused: Bool = false) -> Piece {
        Piece(.illustration(picture, isPaused: isPaused))
    }
    /// Step `step` of `count`, from 1.
    package static func stepBar(_ step: Int, of count: Int) -> Piece { Piece(.stepBar(step: step, count: count)) }
    /// A message with an icon.
    package static func banner(_ kind: BannerKind, _ text: Text) -> Piece { Piece(.banner(kind, text)) }
    /// The present state, with an icon and a second line.
    package static func state(_ icon: ListIcon, _ text: Text, detail: Text) -> Piece { Piece(.state(icon, text, detail: detail)) }
    /// A code in groups, such as the deletion code.
    package static func code(_ groups: [String], label: Text) -> Piece { Piece(.code(groups: groups, label: label)) }
    /// A countdown to an instant of monotonic time.
    package static func countdown(_ text: Text, until: Date) -> Piece { Piece(.countdown(text, until: until)) }
    /// A progress indicator with text.
    package static func progress(_ text: Text) -> Piece { Piece(.progress(text)) }
    /// A list of names and values.
    package static func facts(_ facts: [Fact], canBeCopied: Bool = false) -> Piece { Piece(.facts(facts, canBeCopied: canBeCopied)) }
    /// A printable sheet.
    package static func printout(_ printout: Printout) -> Piece { Piece(.printout(printout)) }
    /// One card.
    package static func card(_ face: CardFace) -> Piece { Piece(.card(face)) }
    /// The holder's photo beside the holder's name.
    package static func portrait(_ portrait: HolderPortrait) -> Piece { Piece(.portrait(portrait)) }
    /// A third party's picture.
    package static func picture(_ picture: EmbeddedPicture, label: Text) -> Piece { Piece(.picture(picture, label: label)) }
    /// The live picture of the camera.
    package static func viewfinder(_ label: Text, isLightOn: Bool) -> Piece { Piece(.viewfinder(label: label, isLightOn: isLightOn)) }
    /// The splash screen.
    package static var splash: Piece { Piece(.splash) }

    /// A switch that takes a row when pressed.
    package static func toggle(_ label: Text, isOn: Bool, row: Row, _ action: Action) -> Piece {
        Piece(.toggle(Toggle(row: row, label: label, isOn: isOn)), [row: pressing(action)])
    }

    /// A list whose entries each have a row of the design and an action.
    package static func list(_ label: Text, _ entries: ListEntry...) -> Piece { list(label, entries) }

    /// A list with the given entries.
    package static func list(_ label: Text, _ entries: [ListEntry]) -> Piece {
        var handlers: [Row: Handler] = [:]
        for row in Set(entries.compactMap(\.drawn.row)) {
            let options = entries.filter { $0.drawn.row == row }
            handlers[row] = { value in options.first { $0.isMeant(by: value) }?.action }
        }
        return Piece(.list(entries.map(\.drawn), label: label), handlers)
    }

    /// One row of a list.
    package struct ListEntry: Sendable {
        let drawn: ListRow
        let action: Action?

        /// A row that navigates; its target tells it apart from other entries of the same row.
        package static func link(
            _ label: Text, value: Text? = nil, detail: Text? = nil, icon: ListIcon? = nil, row: Row, target: String? = nil, _ action: Action
        ) -> ListEntry {
            ListEntry(
                drawn: ListRow(row: row, label: label, detail: detail, isChosen: nil, icon: icon, value: value, target: target),
                action: action)
        }
        /// A row that leads to a deletion.
        package static func deletion(_ label: Text, detail: Text, row: Row, _ action: Action) -> ListEntry {
            ListEntry(
                drawn: ListRow(row: row, label: label, detail: detail, isChosen: nil, icon: .trash, isDestructive: true), action: action)
        }
        /// An option that can be pressed, also if it is chosen; its target tells it apart from other options of the same row.
        package static func option(
            _ label: Text, detail: Text? = nil, isChosen: Bool = false, row: Row, target: String? = nil, _ action: Action
        ) -> ListEntry {
            ListEntry(drawn: ListRow(row: row, label: label, detail: detail, isChosen: isChosen, target: target), action: action)
        }
        /// The present choice.
        package static func chosen(_ label: Text) -> ListEntry {
            ListEntry(drawn: ListRow(row: nil, label: label, detail: nil, isChosen: true), action: nil)
        }

        /// True for a press with this entry's target, or without value if it has none.
        func isMeant(by value: Entered?) -> Bool {
            guard let target = drawn.target else { return value == nil }
            return value?.text == target
        }
    }

    /// A stack of cards. Opening a card takes the row; its value is the card's identifier.
    package static func cards(_ faces: [CardFace], label: Text, row: Row, _ action: @escaping @Sendable (CardID) -> Action) -> Piece {
        let names = Set(faces.map(\.value))
        return Piece(
            .cards(faces.map { $0.opened(by: row) }, label: label),
            [row: { value in value?.text.flatMap { names.contains($0) ? action(CardID($0)) : nil } }])
    }

    /// A button that takes a row. Of the buttons of a dialog with several, exactly one leads back.
    package static func button(
        _ role: Button.Role, _ label: Text, icon: ListIcon? = nil, row: Row, leadsBack: Bool = false, _ action: Action
    ) -> Piece {
        Piece(.button(Button(row: row, role: role, label: label, icon: icon, leadsBack: leadsBack)), [row: pressing(action)])
    }

    /// A button that takes a row and acts on the target that `value` names. A press meant for another target is refused.
    package static func button(_ role: Button.Role, _ label: Text, row: Row, value: String, _ action: Action) -> Piece {
        Piece(.button(Button(row: row, role: role, label: label, value: value)), [row: { $0?.text == value ? action : nil }])
    }

    /// The top bar's buttons, each with its row and action.
    package static func topBar(_ buttons: TopBarButton...) -> Piece {
        Piece(
            .topBar(buttons.map { Button(row: $0.row, role: $0.role, label: $0.label) }),
            Dictionary(uniqueKeysWithValues: buttons.map { ($0.row, pressing($0.action)) }))
    }

    /// The PIN pad; it refuses anything but six ASCII digits.
    package static func pinPad(_ label: Text, row: Row, _ action: @escaping @Sendable (PIN) -> Action) -> Piece {
        Piece(.pinPad(PINPad(row: row, label: label)), [row: { value in value?.pin.map(action) }])
    }

    /// One button of the top bar.
    package struct TopBarButton: Sendable {
        let row: Row
        let role: Button.Role
        let label: Text
        let action: Action

        /// The previous screen.
        package static func back(row: Row, _ action: Action) -> TopBarButton {
            TopBarButton(row: row, role: .back, label: "common.back", action: action)
        }
        /// Closes the flow.
        package static func close(row: Row, _ action: Action) -> TopBarButton {
            TopBarButton(row: row, role: .back, label: "common.close", action: action)
        }
        /// The app's menu.
        package static func menu(row: Row, _ action: Action) -> TopBarButton {
            TopBarButton(row: row, role: .menu, label: "appMenu.title", action: action)
        }
        /// Help.
        package static func help(row: Row, _ action: Action) -> TopBarButton {
            TopBarButton(row: row, role: .help, label: "common.help", action: action)
        }
        /// About the app; drawn as the product's mark and name.
        package static func info(row: Row, _ action: Action) -> TopBarButton {
            TopBarButton(row: row, role: .info, label: "aboutApp.title", action: action)
        }
    }
}
