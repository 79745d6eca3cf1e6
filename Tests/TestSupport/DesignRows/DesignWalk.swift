// SPDX-License-Identifier: EUPL-1.2

import Foundation

/// A judge of walks: the rows that the flows of one layer take must follow each other as in the tables.
///
/// A flow can trace a row that it never reached, which a set of rows does not reveal. The judge requires for each row an arrow from the previous
/// row, a screen for a shown step, and a press of its control for a user's choice.
package struct DesignWalk: Sendable {
    /// The cause of a row.
    package enum Origin: Sendable, Hashable {
        /// The glass showed the step's screen.
        case shown
        /// The user pressed the control.
        case pressed
        /// The flow made the decision.
        case decided
    }

    /// A row that was taken.
    package struct Taken: Sendable {
        let name: String
        let origin: Origin

        /// - Parameter name: such as `UC2.3/1.4b`.
        package init(_ name: String, _ origin: Origin) {
            self.name = name
            self.origin = origin
        }
    }

    /// The rows of the tables, by name.
    let rows: [String: DesignRow]
    /// The rows in the order of their tables.
    let order: [DesignRow]
    /// Additional arrows, from a row's name to other names.
    let besides: [String: Set<String>]

    /// Creates a judge with the project's own tables.
    package init() throws {
        order = try DesignRow.all()
        rows = Dictionary(uniqueKeysWithValues: order.map { ($0.name, $0) })
        besides = try DesignRow.arrowsBeside()
    }

    /// Rows that the additional arrows name but no table has; empty unless a row was renamed.
    package var unknownInArrows: [String] {
        besides.flatMap { [$0] + $1 }.filter { $0 != "any" && row($0) == nil }.sorted()
    }

    /// Returns the faults of a series of rows, in order; empty for a correct series.
    package func faults(of series: [Taken]) -> [String] {
        var walker = Walker(design: self)
        return series.compactMap { walker.fault(at: $0) }
    }

    /// Returns a row of the tables; the screens for flows that are not built, and their way back, are rows without a table.
    func row(_ name: String) -> DesignRow? {
        if let row = rows[name] { return row }
        guard let slash = name.firstIndex(of: "/") else { return nil }
        let (design, number) = (String(name[..<slash]), String(name[name.index(after: slash)...]))
        switch number {
        case "not-built": return DesignRow(design: design, number: number, kind: "step", next: "")
        case "not-built.back": return DesignRow(design: design, number: number, kind: "action", next: "back")
        default: return nil
        }
    }

    /// Returns true for the first step of a scenario, or the step itself.
    func isStep(_ row: DesignRow, _ number: String, of design: String) -> Bool {
        row.design == design && row.kind == "step" && (row.number == number || row.number == number + ".1")
    }

    /// Returns the next step in the table after a branch's step.
    func stepAfter(_ row: DesignRow) -> DesignRow? {
        let steps = order.filter { $0.design == row.design && $0.kind == "step" }
        guard let index = steps.firstIndex(where: { $0.number == row.step }), index + 1 < steps.count else { return nil }
        return steps[index + 1]
    }
}

extension DesignRow {
    /// The flow that a step runs: `PF2.8` of "Run PF2.8: …"; nil for any other row.
    var runs: String? {
        guard kind == "step", words.hasPrefix("Run ") else { return nil }
        return words.dropFirst(4).split { $0 == ":" || $0 == " " }.first.map(String.init)
    }

    /// True for a step with a screen of the app. Prompts and messages of the system are none.
    var isScreen: Bool {
        kind == "step" && ["Screen", "Prompt", "Drawer", "Page"].contains { words.hasPrefix($0) }
    }

    /// True for a step of an added flow, on or after a row of the design.
    var isAdded: Bool { kind == "step" && !places.isEmpty }

    /// Reads the table of additional arrows: `| from | to | because |` of README.md.
    static func arrowsBeside() throws -> [String: Set<String>] {
        let page = try String(contentsOf: folder.appending(path: "README.md"), encoding: .utf8)
        var arrows: [String: Set<String>] = [:]
        for line in page.components(separatedBy: "## Arrows beside the tables").dropFirst().joined().split(separator: "\n") {
            if line.hasPrefix("## ") { break }
            let cells = line.split(separator: "|", omittingEmptySubsequences: false).map { $0.trimmingCharacters(in: .whitespaces) }
            guard cells.count == 5, cells[1].contains("/") || cells[1] == "any" else { continue }
            let targets = cells[2].components(separatedBy: ", ")
            for origin in cells[1].components(separatedBy: ", ") { arrows[origin, default: []].formUnion(targets) }
        }
        return arrows
    }
}
