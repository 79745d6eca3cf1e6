// SPDX-License-Identifier: EUPL-1.2

import Foundation

/// A row of the functional design as the project's own tables have it.
package struct DesignRow: Sendable, Hashable {
    /// The kinds of phones that the tables tell apart.
    package enum Phone: String, Sendable, Hashable, CaseIterable {
        case iOS
        case android = "Android"
    }

    /// The flow.
    package let design: String
    /// The row within it: `1.4b`; on the page of the error screens `NoInternet.retry`.
    package let number: String
    /// Whether it is a step or a branch; scenarios are only headings.
    package let isTaken: Bool
    /// Where it exists.
    package let phones: Set<Phone>

    /// As it is written everywhere: `UC2.3/1.4b`.
    package var name: String { "\(design)/\(number)" }

    private static let kinds: Set = ["scenario", "step", "case", "action", "event", "result", "error"]

    /// The tables; `make check` compares them with the commission's.
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../../Documentation/FunctionalDesign").standardizedFileURL

    /// All rows of all flows.
    package static func all() throws -> [DesignRow] {
        let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
        return try files.filter { $0.pathExtension == "md" && $0.lastPathComponent != "README.md" }.flatMap { file in
            read(try String(contentsOf: file, encoding: .utf8), of: file.deletingPathExtension().lastPathComponent)
        }
    }

    /// Reads a page's table `| row | kind | what | next |`.
    ///
    /// A row whose words name one kind of phone exists only there; so do the rows of a scenario whose words do.
    package static func read(_ page: String, of design: String) -> [DesignRow] {
        var scenario: Set<Phone> = Set(Phone.allCases)
        return page.split(separator: "\n").compactMap { line -> DesignRow? in
            let cells = line.split(separator: "|", omittingEmptySubsequences: false).map { $0.trimmingCharacters(in: .whitespaces) }
            guard cells.count == 6, kinds.contains(cells[2]) else { return nil }
            let named = Set(Phone.allCases.filter { cells[3].contains($0.rawValue) })
            let own = named.count == 1 ? named : Set(Phone.allCases)
            if cells[2] == "scenario" { scenario = own }
            return DesignRow(design: design, number: cells[1], isTaken: cells[2] != "scenario", phones: own.intersection(scenario))
        }
    }
}
