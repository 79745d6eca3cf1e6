// SPDX-License-Identifier: EUPL-1.2

@testable import WalletApp

extension Presentation.Drawn {
    /// Every text that a renderer takes from the string catalogue.
    var texts: [Text] { components.flatMap(\.texts) }

    /// The PIN pad, if there is one.
    var pinPad: PINPad? {
        for case .pinPad(let pad) in components { return pad }
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
        case .title(let text), .paragraph(let text), .banner(_, let text), .countdown(let text, _), .progress(let text): [text]
        case .pinPad(let pad): [pad.label]
        case .code(_, let label): [label]
        case .facts(let facts): facts.flatMap { [$0.name, $0.value] }
        case .button(let button): [button.label]
        case .list(let rows, let label): [label] + rows.flatMap { [$0.label, $0.detail].compactMap(\.self) }
        case .toggle(let toggle): [toggle.label]
        case .stepBar, .illustration, .splash: []
        }
    }
}
