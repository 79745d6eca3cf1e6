// SPDX-License-Identifier: EUPL-1.2

import SimulatedPhone
import WebPages

/// Draws the device column: what can be done to the phone and to what is around it, in groups that fold, each control with help in
/// people's words and, small beside it, the rows it leads to. Above them are the tours. It is for testers and speaks English, as the design's tables do.
struct DeviceRenderer: Sendable {
    /// The column for a state of the device.
    func html(_ device: DeviceSnapshot) -> HTML {
        .group([
            tours(device), currentCase(device), app(device), sensor(device), network(device), clock(device), updates(device.world), links,
            revocation(device.world), security(device), phone(device), guide(device),
        ])
    }

    // MARK: Parts

    /// A group that folds. The page remembers how the tester left it.
    ///
    /// - Parameters:
    ///   - name: by which it is remembered.
    ///   - now: how its switches are set, seen also when it is folded.
    ///   - isOpen: whether it is unfolded at first.
    ///   - isWanted: whether the phone waits for something in it: it is then unfolded.
    func group(
        _ name: String, _ title: String, now: String = "", isOpen: Bool = false, isWanted: Bool = false,
        @HTML.Builder content: () -> [HTML]
    ) -> HTML {
        let attributes: [HTML.Attribute] =
            [.class("group"), .data("group", name)] + (isWanted ? [.data("wanted", "")] : []) + (isOpen || isWanted ? [.open] : [])
        return .element(.details, attributes) {
            HTML.element(.summary, .data("device", "group-\(name)")) {
                HTML.element(.h2) { title }
                HTML.element(.span, .class("group-now")) { now }
            }
            content()
        }
    }

    /// - Parameters:
    ///   - help: what the choices do, in people's words.
    ///   - rows: the rows they lead to, such as `UC2.3/1.2a`.
    ///   - name: the accessible name of the choices.
    func control(_ help: String, rows: [String] = [], _ name: String, @HTML.Builder choices: () -> [HTML]) -> HTML {
        .element(.div, .class("control")) {
            HTML.element(.div, .class("choices"), .role("group"), .aria("label", name)) { choices() }
            hint(help, rows: rows)
        }
    }

    func hint(_ text: String, rows: [String] = []) -> HTML {
        .element(.p, .class("hint")) {
            text
            if !rows.isEmpty { HTML.element(.span, .class("hint-rows")) { " " + rows.joined(separator: " · ") } }
        }
    }

    func readout(_ text: String) -> HTML { .element(.p, .class("readout")) { text } }

    func tool(_ action: DeviceAction, _ label: String, isEnabled: Bool = true, isDestructive: Bool = false) -> HTML {
        let style: HTML.Attribute = .class(isDestructive ? "tool destructive" : "tool")
        return .element(.button, [.type("button"), style] + attributes(action) + (isEnabled ? [] : [.disabled])) { label }
    }

    func choice(_ action: DeviceAction, _ label: String, isChosen: Bool) -> HTML {
        .element(.button, [.type("button"), .class("choice"), .aria("pressed", String(isChosen))] + attributes(action)) { label }
    }

    func attributes(_ action: DeviceAction) -> [HTML.Attribute] {
        [.data("device", action.controlName), .data("action", action.name)]
    }
}
