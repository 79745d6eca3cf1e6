// SPDX-License-Identifier: EUPL-1.2

package import Foundation
package import WalletInterface

/// A component together with what its controls mean on this screen.
package struct Piece<Action: Sendable>: Sendable {
    /// Turns what came from the glass into an action; nil refuses it.
    package typealias Handler = @Sendable (_ value: Entered?) -> Action?

    /// What is drawn.
    package let component: Component
    /// By control (the row that it takes): what pressing it or entering something means.
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
    /// A title.
    package static func title(_ text: Text) -> Piece { Piece(.title(text)) }
    /// The heading of a part.
    package static func heading(_ text: Text) -> Piece { Piece(.heading(text)) }
    /// A paragraph.
    package static func paragraph(_ text: Text) -> Piece { Piece(.paragraph(text)) }
    /// A picture.
    package static func illustration(_ picture: Illustration, isPaused: Bool = false) -> Piece {
        Piece(.illustration(picture, isPaused: isPaused))
    }
    /// Step `step` of `count`, from 1.
    package static func stepBar(_ step: Int, of count: Int) -> Piece { Piece(.stepBar(step: step, count: count)) }
    /// A message with an icon.
    package static func banner(_ kind: BannerKind, _ text: Text) -> Piece { Piece(.banner(kind, text)) }
    /// A code in groups.
    package static func code(_ groups: [String], label: Text) -> Piece { Piece(.code(groups: groups, label: label)) }
    /// Time that runs down to an instant of steady time.
    package static func countdown(_ text: Text, until: Date) -> Piece { Piece(.countdown(text, until: until)) }
    /// Something is going on.
    package static func progress(_ text: Text) -> Piece { Piece(.progress(text)) }
    /// Names and values.
    package static func facts(_ facts: [Fact], canBeCopied: Bool = false) -> Piece { Piece(.facts(facts, canBeCopied: canBeCopied)) }
    /// What is printed.
    package static func printout(_ printout: Printout) -> Piece { Piece(.printout(printout)) }
    /// A card that is looked at.
    package static func card(_ face: CardFace) -> Piece { Piece(.card(face)) }
    /// A picture of somebody else's.
    package static func picture(_ picture: EmbeddedPicture, label: Text) -> Piece { Piece(.picture(picture, label: label)) }
    /// The opening picture.
    package static var splash: Piece { Piece(.splash) }

    /// A switch; pressing it takes a row.
    package static func toggle(_ label: Text, isOn: Bool, row: Row, _ action: Action) -> Piece {
        Piece(.toggle(Toggle(row: row, label: label, isOn: isOn)), [row: pressing(action)])
    }

    /// Rows, each with its row of the design and its action.
    package static func list(_ label: Text, _ entries: ListEntry...) -> Piece { list(label, entries) }

    /// The same of an array.
    package static func list(_ label: Text, _ entries: [ListEntry]) -> Piece {
        Piece(
            .list(entries.map(\.drawn), label: label),
            Dictionary(
                uniqueKeysWithValues: entries.compactMap { entry in
                    guard let row = entry.drawn.row, let action = entry.action else { return nil }
                    return (row, pressing(action))
                }))
    }

    /// One row of a list.
    package struct ListEntry: Sendable {
        let drawn: ListRow
        let action: Action?

        /// A row that leads somewhere.
        package static func link(_ label: Text, detail: Text? = nil, icon: ListIcon? = nil, row: Row, _ action: Action) -> ListEntry {
            ListEntry(drawn: ListRow(row: row, label: label, detail: detail, isChosen: nil, icon: icon), action: action)
        }
        /// A choice that is not in force.
        package static func option(_ label: Text, row: Row, _ action: Action) -> ListEntry {
            ListEntry(drawn: ListRow(row: row, label: label, detail: nil, isChosen: false), action: action)
        }
        /// The choice that is in force.
        package static func chosen(_ label: Text) -> ListEntry {
            ListEntry(drawn: ListRow(row: nil, label: label, detail: nil, isChosen: true), action: nil)
        }
    }

    /// Cards; opening one takes the row, and its value is the card's name.
    package static func cards(_ faces: [CardFace], label: Text, row: Row, _ action: @escaping @Sendable (CardID) -> Action) -> Piece {
        let names = Set(faces.map(\.value))
        return Piece(
            .cards(faces.map { $0.opened(by: row) }, label: label),
            [row: { value in value?.text.flatMap { names.contains($0) ? action(CardID($0)) : nil } }])
    }

    /// A button that takes a row.
    package static func button(_ role: Button.Role, _ label: Text, row: Row, _ action: Action) -> Piece {
        Piece(.button(Button(row: row, role: role, label: label)), [row: pressing(action)])
    }

    /// A button that takes a row and acts on what the value names: a press that was meant for something else is refused.
    package static func button(_ role: Button.Role, _ label: Text, row: Row, value: String, _ action: Action) -> Piece {
        Piece(.button(Button(row: row, role: role, label: label, value: value)), [row: { $0?.text == value ? action : nil }])
    }

    /// The top bar's buttons, each with its row and action.
    package static func topBar(_ buttons: TopBarButton...) -> Piece {
        Piece(
            .topBar(buttons.map { Button(row: $0.row, role: $0.role, label: $0.label) }),
            Dictionary(uniqueKeysWithValues: buttons.map { ($0.row, pressing($0.action)) }))
    }

    /// The PIN pad; anything but six ASCII digits is refused.
    package static func pinPad(_ label: Text, row: Row, _ action: @escaping @Sendable (PIN) -> Action) -> Piece {
        Piece(.pinPad(PINPad(row: row, label: label)), [row: { value in value?.pin.map(action) }])
    }

    /// One button of the top bar.
    package struct TopBarButton: Sendable {
        let row: Row
        let role: Button.Role
        let label: Text
        let action: Action

        /// To the previous screen.
        package static func back(row: Row, _ action: Action) -> TopBarButton {
            TopBarButton(row: row, role: .back, label: "common.back", action: action)
        }
        /// The menu.
        package static func menu(row: Row, _ action: Action) -> TopBarButton {
            TopBarButton(row: row, role: .menu, label: "appMenu.title", action: action)
        }
        /// Help.
        package static func help(row: Row, _ action: Action) -> TopBarButton {
            TopBarButton(row: row, role: .help, label: "common.help", action: action)
        }
        /// About the app.
        package static func info(row: Row, _ action: Action) -> TopBarButton {
            TopBarButton(row: row, role: .info, label: "common.info", action: action)
        }
    }
}
