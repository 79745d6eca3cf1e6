// SPDX-License-Identifier: EUPL-1.2

import Foundation
import WalletApp
import WebPages

/// Draws the design column: the table of the flow whose row was taken last, its rows already taken, and the trail. Before the first row it
/// draws the map of the flows.
struct DesignRenderer: Sendable {
    let library: DesignLibrary

    init(library: DesignLibrary) {
        self.library = library
    }

    /// The number of rows in the trail.
    static let trailLength = 30

    /// The number of newest trace entries in which a row counts as taken. The limit keeps the drawing time constant.
    static let memory = 2000

    /// Draws the column.
    ///
    /// - Parameter entries: the rows taken since start, oldest first; only the last `memory` are read.
    func html(_ entries: [Trace.Entry]) -> HTML {
        let entries = entries.suffix(Self.memory)
        guard let last = entries.last?.row else { return introduction() }
        return .group([
            .element(.h2) { library.table(of: last.design)?.title ?? last.design },
            .element(.p, .class("flow-name")) { "Row " + last.number + " was taken last." },
            table(last, Set(entries.lazy.map(\.row).filter { $0.design == last.design })),
            trail(entries.suffix(Self.trailLength).reversed()),
        ])
    }

    private func table(_ last: Row, _ taken: Set<Row>) -> HTML {
        guard let table = library.table(of: last.design) else {
            return .element(.p, .class("hint")) { "This flow is not written down here: it is not built yet." }
        }
        return rows(of: table, last: last.number, taken: taken)
    }

    /// Draws the rows of a flow.
    ///
    /// - Parameters:
    ///   - last: the number of the row taken last; nil if none was.
    ///   - taken: the rows taken before.
    func rows(of table: DesignTable, last: String? = nil, taken: Set<Row> = []) -> HTML {
        let numbers = Set(taken.map(\.number))
        let isNamed = table.rows.contains { $0.number.first?.isLetter == true }
        return .element(.table, .class(isNamed ? "rows named" : "rows")) {
            HTML.element(.tbody) {
                for row in table.rows {
                    let isNow = row.number == last
                    let isTaken = numbers.contains(row.number)
                    HTML.element(
                        .tr,
                        [.class("row \(row.kind.rawValue)" + (isTaken ? " taken" : "") + (isNow ? " now" : "")), .data("row", row.number)]
                            + (isNow ? [.aria("current", "step")] : [])
                    ) {
                        HTML.element(.th, .scope("row")) { Self.breakable(row.number) }
                        HTML.element(.td) { row.next.isEmpty ? row.what : "\(row.what) → \(row.next)" }
                    }
                }
            }
        }
    }

    /// Returns a number whole; a name may break between its words and after its dot.
    private static func breakable(_ number: String) -> [HTML] {
        var words = [""]
        var last: Character?
        for character in number {
            if last == ".", character.isLetter { words.append("") }
            if last?.isLowercase == true, character.isUppercase { words.append("") }
            words[words.count - 1].append(character)
            last = character
        }
        return words.enumerated().flatMap { index, word in (index > 0 ? [HTML.element(.wbr)] : []) + [.text(word)] }
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
