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
    /// What it is: `scenario`, `step`, `case`, `action`, `event`, `result` or `error`.
    package let kind: String
    /// Its words.
    package let words: String
    /// Where it leads; empty when the rows below it say so.
    package let next: String
    /// Where it exists.
    package let phones: Set<Phone>
    /// The rows of screens that show it, for a row of ours beside the design; of a branch those of its step or scenario.
    package let places: [String]

    /// Whether it is a step or a branch; scenarios are only headings.
    package var isTaken: Bool { kind != "scenario" }

    /// A row that stands in no table, on both kinds of phone.
    init(design: String, number: String, kind: String, next: String) {
        self.init(
            design: design, number: number, kind: kind, words: "", next: next, phones: Set(Phone.allCases), places: [])
    }

    private init(design: String, number: String, kind: String, words: String, next: String, phones: Set<Phone>, places: [String]) {
        self.design = design
        self.number = number
        self.kind = kind
        self.words = words
        self.next = next
        self.phones = phones
        self.places = places
    }

    /// As it is written everywhere: `UC2.3/1.4b`.
    package var name: String { "\(design)/\(number)" }

    private static let kinds: Set = ["scenario", "step", "case", "action", "event", "result", "error"]

    /// The tables; `make check` compares them with the commission's.
    static let folder = URL(filePath: #filePath).deletingLastPathComponent()
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
        var places: [String] = []
        return page.split(separator: "\n").compactMap { line -> DesignRow? in
            let cells = line.split(separator: "|", omittingEmptySubsequences: false).map { $0.trimmingCharacters(in: .whitespaces) }
            guard cells.count == 6, kinds.contains(cells[2]) else { return nil }
            let named = Set(Phone.allCases.filter { cells[3].contains($0.rawValue) })
            let own = named.count == 1 ? named : Set(Phone.allCases)
            if cells[2] == "scenario" { scenario = own }
            if ["scenario", "step"].contains(cells[2]) { places = Self.places(in: cells[3]) }
            return DesignRow(
                design: design, number: cells[1], kind: cells[2], words: cells[3], next: cells[4], phones: own.intersection(scenario),
                places: places)
        }
    }

    /// The rows that words begin with: `On UC2.3/1.3, UC9.2/1.1: …`, or `After …`.
    private static func places(in words: String) -> [String] {
        guard words.hasPrefix("On ") || words.hasPrefix("After "), let end = words.firstIndex(of: ":") else { return [] }
        return words[..<end].split { $0 == " " || $0 == "," }.map(String.init).filter { $0.contains("/") }
    }

    /// The step or scenario that a branch belongs to: `1.4` of `1.4b`, `NoInternet` of `NoInternet.retry`; nil for any other row.
    package var step: String? {
        guard !["scenario", "step"].contains(kind) else { return nil }
        if let dot = number.lastIndex(of: "."), number.first?.isLetter == true { return String(number[..<dot]) }
        return String(number.dropLast())
    }
}
