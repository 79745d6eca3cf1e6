// SPDX-License-Identifier: EUPL-1.2

import PhoneSimulator
import WalletApp
import WebPages

/// Draws the device column: controls for the phone and its surroundings in foldable groups, each with a short help text and the design rows
/// that it leads to. The tours are above the controls. The column is for testers and in English, like the design's tables.
struct DeviceRenderer: Sendable {
    /// The product on the phone.
    let brand: Brand

    /// Draws the column for a state of the device.
    func html(_ device: DeviceSnapshot) -> HTML {
        .group([
            tours(device), currentCase(device), app(device), sites(device), verifiers(device.world), sensor(device), camera(device),
            network(device), clock(device), updates(device.world), links,
            revocation(device.world), security(device), phone(device), guide(device),
        ])
    }

    // MARK: Parts

    /// A foldable group. The page remembers whether the tester folded it.
    ///
    /// - Parameters:
    ///   - name: the key under which the page remembers it.
    ///   - now: the present settings, visible also when folded.
    ///   - isOpen: true if the group is open at first.
    ///   - isWanted: true if the phone waits for a control in the group; the group is then open.
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
    ///   - help: a short explanation of the choices.
    ///   - rows: the rows that the choices lead to, such as `UC2.3/1.2a`.
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
