// SPDX-License-Identifier: EUPL-1.2

import WebPages

/// The design column before the app takes its first row: what the column is, and the map of the flows.
extension DesignRenderer {
    func introduction() -> HTML {
        .group([
            .element(.h2) { "Functional design" },
            .element(.p, .class("design-words")) {
                "Every screen and every decision of the app is a row in a table. When the app runs, the table of the flow on the phone is here."
            },
            .element(.p, .class("design-words")) {
                "The lit row is the step just taken. Below the table is the trail: the last rows of all flows, the newest first."
            },
            .element(.h2, .class("map-title"), .id("map-title")) { "Map of the flows" },
            .element(.p, .class("flow-name")) { "Press a flow to read its table." },
            .element(.div, .class("flow-map"), .role("group"), .aria("labelledby", "map-title")) {
                FlowMap.parts.map(part)
            },
            .group(FlowMap.flows.map(tableOfMap)),
        ])
    }

    private func part(_ part: FlowMap.Part) -> HTML {
        switch part {
        case .middle(let flow):
            .element(.div, .class("flow-middle")) { box(flow) }
        case .ways(let left, let right, let leadOn):
            .element(.div, .class(leadOn ? "flow-ways lead-on" : "flow-ways")) {
                for way in [left, right] {
                    HTML.element(.ol, .class("flow-way")) {
                        for flow in way { HTML.element(.li) { box(flow) } }
                    }
                }
            }
        case .group(let heading, let flows):
            .element(.div, .class("flow-group")) {
                HTML.element(.p, .class("flow-name")) { heading }
                HTML.element(.ul) {
                    for flow in flows { HTML.element(.li) { box(flow) } }
                }
            }
        }
    }

    /// A flow on the map. A flow without a page has no table to show and is not drawn.
    private func box(_ flow: String) -> HTML {
        guard let table = library.table(of: flow) else { return .group([]) }
        let next = FlowMap.connections.filter { $0.from == flow }.map(\.to)
        return .element(
            .button,
            [
                .type("button"), .class("flow-box"), .data("flow", flow), .aria("expanded", "false"),
                .aria("controls", Self.tableName(flow)),
            ]
        ) {
            HTML.element(.code) { flow }
            HTML.element(.span) { table.title.hasPrefix(flow + " ") ? String(table.title.dropFirst(flow.count + 1)) : table.title }
            if !next.isEmpty { HTML.element(.span, .class("visually-hidden")) { ", leads to " + next.joined(separator: " and ") } }
        }
    }

    /// The table of a flow on the map; the page shows it when the flow is pressed.
    private func tableOfMap(_ flow: String) -> HTML {
        guard let table = library.table(of: flow) else { return .group([]) }
        return .element(.section, .class("flow-table"), .id(Self.tableName(flow)), .aria("label", table.title)) {
            HTML.element(.h2) { table.title }
            rows(of: table)
        }
    }

    private static func tableName(_ flow: String) -> String { "table-" + flow }
}
