// SPDX-License-Identifier: EUPL-1.2

@testable import WalletApp

extension Presentation.Drawn {
    /// Every text that a renderer takes from the string catalogue.
    var texts: [Text] { components.flatMap(\.texts).flatMap(\.andInner) }

    /// The PIN pad, if there is one.
    var pinPad: PINPad? {
        for case .pinPad(let pad) in components { return pad }
        return nil
    }

    /// The field, if there is one.
    var entry: Entry? {
        for case .entry(let entry) in components { return entry }
        return nil
    }

    /// Every control: buttons, those of the top bar, and the PIN pad.
    var controls: [Row] {
        components.flatMap { component -> [Row] in
            switch component {
            case .topBar(let buttons): buttons.map(\.row)
            case .button(let button): [button.row]
            case .pinPad(let pad): [pad.row]
            case .list(let rows, _): rows.compactMap(\.row)
            case .toggle(let toggle): [toggle.row]
            case .entry(let entry): [entry.row]
            case .cards(let faces, _): Array(Set(faces.compactMap(\.row)))
            default: []
            }
        }
    }
}

extension Component {
    /// Every text that a renderer takes from the string catalogue.
    var texts: [Text] {
        switch self {
        case .topBar(let buttons): buttons.map(\.label)
        case .title(let text), .heading(let text), .paragraph(let text), .banner(_, let text), .countdown(let text, _), .progress(let text):
            [text]
        case .state(_, let text, let detail): [text, detail]
        case .pinPad(let pad): [pad.label]
        case .code(let groups, let label):
            [label, Text("code.group", .number(1), .number(groups.count), .verbatim(groups.first ?? ""))]
        case .facts(let facts, let canBeCopied): facts.flatMap(\.texts) + (canBeCopied ? ["facts.copy", "facts.copied"] : [])
        case .entry(let entry): [entry.label, entry.button]
        case .printout(let printout): [printout.title, printout.label, "printout.print"] + printout.paragraphs
        case .button(let button): [button.label]
        case .list(let rows, let label): [label] + rows.flatMap { [$0.label, $0.value, $0.detail].compactMap(\.self) }
        case .toggle(let toggle): [toggle.label]
        case .card(let face): face.texts
        case .cards(let faces, let label): [label] + faces.flatMap(\.texts)
        case .portrait(let portrait): [portrait.label]
        case .picture(_, let label), .viewfinder(let label, _): [label]
        case .stepBar, .illustration, .splash: []
        }
    }
}

extension Fact {
    fileprivate var texts: [Text] {
        switch value {
        case .same: [name]
        case .text(let text): [name, text]
        }
    }
}

extension CardFace {
    fileprivate var texts: [Text] { [name, issuer, badge.text] + (holder?.photo == nil ? [] : [CardHolder.photoLabel]) }
}

extension Text {
    /// The text and the texts among its arguments.
    fileprivate var andInner: [Text] {
        [self]
            + arguments.flatMap { argument -> [Text] in
                if case .texts(let texts, _) = argument { texts.flatMap(\.andInner) } else { [] }
            }
    }
}
