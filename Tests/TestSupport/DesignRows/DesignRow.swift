// SPDX-License-Identifier: EUPL-1.2

import Foundation

/// A row of the functional design, from the project's own tables.
package struct DesignRow: Sendable, Hashable {
    /// The kinds of phones that the tables distinguish.
    package enum Phone: String, Sendable, Hashable, CaseIterable {
        case iOS
        case android = "Android"
    }

    package let design: String
    /// The row within the flow: `1.4b`; on the page of the error screens `NoInternet.retry`.
    package let number: String
    /// The kind: `scenario`, `step`, `case`, `action`, `event`, `result` or `error`.
    package let kind: String
    package let words: String
    /// The next row; empty when the rows below define it.
    package let next: String
    /// The phones on which the row exists.
    package let phones: Set<Phone>
    /// The rows of the screens that show an addition to the design, or `any` for every screen; for a branch, those of its step or scenario.
    package let places: [String]

    /// True for a step or a branch; scenarios are only headings.
    package var isTaken: Bool { kind != "scenario" }

    /// Creates a row without a table, on both kinds of phone.
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

    /// The canonical form, `UC2.3/1.4b`.
    package var name: String { "\(design)/\(number)" }

    private static let kinds: Set = ["scenario", "step", "case", "action", "event", "result", "error"]

    /// The folder of the tables; `make check` compares them with the commission's.
    static let folder = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../../Documentation/FunctionalDesign").standardizedFileURL

    /// Returns all rows of all flows.
    package static func all() throws -> [DesignRow] {
        let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
        return try files.filter { $0.pathExtension == "md" && $0.lastPathComponent != "README.md" }.flatMap { file in
            read(try String(contentsOf: file, encoding: .utf8), of: file.deletingPathExtension().lastPathComponent)
        }
    }

    /// Reads a page's table `| row | kind | what | next |`.
    ///
    /// A row whose description names one kind of phone applies only to that kind. A scenario that names one kind limits all its rows to it.
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

    /// Returns true if the step's screen may show this addition to the design.
    ///
    /// - Parameter step: such as `UC2.3/1.3`.
    package func isPlaced(on step: String) -> Bool { places == ["any"] || places.contains(step) }

    /// Returns the rows that a description begins with: `On UC2.3/1.3, UC9.2/1.1: …`, or `After …`; `any` for `On any screen …`.
    private static func places(in words: String) -> [String] {
        if words.hasPrefix("On any screen") { return ["any"] }
        guard words.hasPrefix("On ") || words.hasPrefix("After "), let end = words.firstIndex(of: ":") else { return [] }
        return words[..<end].split { $0 == " " || $0 == "," }.map(String.init).filter { $0.contains("/") }
    }

    /// The step or scenario of a branch: `1.4` of `1.4b`, `NoInternet` of `NoInternet.retry`; nil for any other row.
    package var step: String? {
        guard !["scenario", "step"].contains(kind) else { return nil }
        if let dot = number.lastIndex(of: "."), number.first?.isLetter == true { return String(number[..<dot]) }
        return String(number.dropLast())
    }
}
