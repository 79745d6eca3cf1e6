// SPDX-License-Identifier: EUPL-1.2

import Foundation
import Testing

@testable import WalletApp

/// Walks all scripts again and compares the rows that they take with the functional design.
@Suite(.timeLimit(.minutes(2)))
struct RowCoverageTests {
    /// The flows of this suite.
    static let designs: Set = [
        "UC1.1", "UC1.2", "UC2.1", "UC2.2", "UC2.3", "UC2.6", "UC9.1", "UC9.2", "UC9.3", "UC9.4", "UC9.6", "UC9.7", "UC9.12", "PF1.4",
        "UC7.1", "UC7.2", "PF2.4",
        "PF2.7", "PF2.8", "PF2.9", "PF2.10", "update", "link",
    ]

    /// Rows of these flows that no script can take yet, and why.
    static let exceptions: [(reason: String, rows: [Row])] = [
        (
            "the app sends no notification yet (UC9.11), and does not ask leave for what it does not do",
            ["UC7.1/1.1i", "UC7.1/1.1j", "UC7.1/2.1", "UC7.1/2.1a", "UC7.1/2.1b"]
        ),
        ("only the request says whether it is one to log in, and UC5.1, which reads it, is not built", ["PF2.7/1.3c"]),
        (
            "the ladder of an Android phone",
            [
                "UC2.3/1.2d", "UC2.3/1.2e", "UC2.3/4.1", "UC2.3/4.1a", "UC2.3/4.1b", "UC2.3/5.1", "UC2.3/5.1a", "UC2.3/5.2", "UC2.3/5.2a",
            ]
        ),
        ("belongs to UC3.1, which is not built", ["PF2.8/1.1h", "PF2.8/11.1", "PF2.8/11.1a"]),
        (
            "belongs to UC2.3.2, recovering the PIN, which is not built",
            [
                "PF2.9/5.1", "PF2.9/5.1a", "PF2.9/5.1b", "PF2.9/5.2", "PF2.9/5.2a", "PF2.9/5.2b",
            ]
        ),
    ]

    @Test func `every step and branch of the flows is taken by some script`() async throws {
        let expected = try DesignRow.all().filter { Self.designs.contains($0.row.design) && $0.isTaken }.map(\.row)
        let excepted = Set(Self.exceptions.flatMap(\.rows))
        let taken = try await Self.walkEverything()
        try #require(expected.count > 150)
        #expect(Self.sorted(Set(expected).subtracting(taken).subtracting(excepted)) == [], "never taken")
        #expect(Self.sorted(taken.intersection(excepted)) == [], "taken, although excepted")
        #expect(Self.sorted(excepted.subtracting(expected)) == [], "excepted, but not in the design")
    }

    @Test func `no flow takes a row that the design does not have`() async throws {
        let known = Set(try DesignRow.all().map(\.row))
        let taken = try await Self.walkEverything().filter { Self.designs.contains($0.design) }
        #expect(Self.sorted(taken.subtracting(known)) == [])
    }

    @Test func `every control of every screen takes a row that the design has`() throws {
        let known = Set(try DesignRow.all().map(\.row))
        let controls = Set(Gallery.screens.flatMap { Presentation.Drawn($0).controls }).filter { Self.designs.contains($0.design) }
        #expect(Self.sorted(controls.subtracting(known)) == [])
    }

    private static func sorted(_ rows: Set<Row>) -> [String] { rows.map(\.description).sorted() }
}

/// A row of the functional design.
struct DesignRow {
    let row: Row
    /// Whether it is a step or a branch; scenarios are only headings.
    let isTaken: Bool

    /// The project's own tables; `make check` compares them with the commission's.
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../../Documentation/FunctionalDesign").standardizedFileURL

    /// All rows of all flows, from the tables `| row | kind | what | next |`.
    static func all() throws -> [DesignRow] {
        let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
        return try files.filter { $0.pathExtension == "md" && $0.lastPathComponent != "README.md" }.flatMap { file in
            let design = file.deletingPathExtension().lastPathComponent
            return try String(contentsOf: file, encoding: .utf8).split(separator: "\n").compactMap { line -> DesignRow? in
                let cells = line.split(separator: "|", omittingEmptySubsequences: false).map { $0.trimmingCharacters(in: .whitespaces) }
                guard cells.count == 6, cells[1].first?.isNumber == true else { return nil }
                return DesignRow(row: Row(design, cells[1]), isTaken: cells[2] != "scenario")
            }
        }
    }
}
