// SPDX-License-Identifier: EUPL-1.2

import Foundation
import WalletApp

/// Draws the design column: the table of the flow whose row was taken last, what was taken of it, and the trail behind.
struct DesignRenderer: Sendable {
    private let library: DesignLibrary

    /// - Parameter library: the flows that have been written down.
    init(library: DesignLibrary) {
        self.library = library
    }

    /// How many rows the trail goes back.
    static let trailLength = 30

    /// The column.
    ///
    /// - Parameter entries: the rows taken since start, oldest first.
    func html(_ entries: [Trace.Entry]) -> HTML {
        guard let last = entries.last?.row else {
            return .group([
                .element(.h2) { "Functional design" },
                .element(.p, .class("flow-name")) { "Launch the app: each row that it takes lights up here." },
            ])
        }
        return .group([
            .element(.h2) { library.table(of: last.design)?.title ?? last.design },
            .element(.p, .class("flow-name")) { "Row " + last.number + " was taken last." },
            table(last, Set(entries.lazy.map(\.row))),
            trail(entries.suffix(Self.trailLength).reversed()),
        ])
    }

    private func table(_ last: Row, _ taken: Set<Row>) -> HTML {
        guard let table = library.table(of: last.design) else {
            return .element(.p, .class("hint")) { "This flow is not written down here: it is not built yet." }
        }
        return .element(.table, .class("rows")) {
            HTML.element(.tbody) {
                for row in table.rows {
                    let isNow = row.number == last.number
                    let isTaken = taken.contains(Row(last.design, row.number))
                    HTML.element(
                        .tr,
                        [.class("row \(row.kind.rawValue)" + (isTaken ? " taken" : "") + (isNow ? " now" : "")), .data("row", row.number)]
                            + (isNow ? [.aria("current", "step")] : [])
                    ) {
                        HTML.element(.th, .scope("row")) { row.number }
                        HTML.element(.td) { row.next.isEmpty ? row.what : "\(row.what) → \(row.next)" }
                    }
                }
            }
        }
    }

    private func trail(_ entries: [Trace.Entry]) -> HTML {
        .element(.ol, .class("trail"), .aria("label", "Rows taken, newest first")) {
            for entry in entries {
                HTML.element(.li) {
                    HTML.element(.code) { entry.row.description }
                    if let row = library.table(of: entry.row.design)?.rows.first(where: { $0.number == entry.row.number }) {
                        " " + row.what
                    }
                }
            }
        }
    }
}
