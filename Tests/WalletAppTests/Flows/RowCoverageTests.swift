// SPDX-License-Identifier: EUPL-1.2

import DesignRows
import PlatformSupport
import Testing

@testable import WalletApp

/// Plays all scripts again and compares the rows they take with the functional design.
@Suite(.timeLimit(.minutes(15)))
struct RowCoverageTests {
    /// The flows of the app. UC10.1 is a website; the portal's own tests take its rows.
    static let designs: Set = [
        "UC1.1", "UC1.2", "UC2.1", "UC2.2", "UC2.3", "UC2.3.2", "UC2.6", "UC3.1", "UC5.1", "UC5.2", "UC7.1", "UC7.2", "UC9.1", "UC9.2",
        "UC9.3", "UC9.4", "UC9.6", "UC9.7", "UC9.9", "UC9.12", "PF1.4", "PF2.4", "PF2.7", "PF2.8", "PF2.9", "PF2.10", "startup", "error",
        "help", "update",
        "link",
        "idle", "code", "tries", "status", "practice", "login", "clock", "extra", "wipe", "UC6.1", "UC6.2", "UC6.3", "UC7.4",
        "history",
    ]

    /// Rows of these flows that no script can take yet, with the reasons.
    static let exceptions: DesignCoverage.Exceptions = [
        (
            "the app sends no notification yet (UC9.11), and does not ask leave for what it does not do",
            ["UC7.1/1.1i", "UC7.1/1.1j", "UC7.1/2.1", "UC7.1/2.1a", "UC7.1/2.1b"]
        ),
        (
            "its entry is not there until the flow it leads to is built",
            [
                "UC3.1/1.8", "UC3.1/1.8a", "UC3.1/1.8b", "UC3.1/1.8c", "UC3.1/1.8d", "UC3.1/1.9b", "UC7.1/1.1a",
                "UC7.1/3.1b", "UC7.2/1.1e", "UC9.1/1.1a", "UC9.1/2.1f", "UC9.1/2.1g", "UC9.1/3.1",
                "UC9.1/3.1a", "UC9.1/3.1b",
            ]
        ),
        ("there is no reader close by before UC5.3", ["UC5.1/1.1j", "UC5.1/1.4h", "UC5.1/1.7d", "UC5.1/10.1i"]),
        ("UC3.2 is not built; the identity card is obtained again by extra/6a", ["UC5.1/9.1d", "UC5.2/9.1d"]),
        ("UC5.1 fetches the request, also of a login", ["UC5.2/1.1d", "UC5.2/1.1f", "UC5.2/1.1g"]),
        (
            "UC5.1/1.1 and UC5.2/1.1 go on with the same fetch and tell its errors",
            ["UC9.9/1.5e", "UC9.9/1.5f", "UC9.9/1.5g"]
        ),
        ("wallets do not move between phones yet, and such a code is UC9.9/1.4b", ["UC9.9/1.5d"]),
        ("wallets do not move between phones yet, so none is found that could", ["UC3.1/1.7a"]),
    ]

    @Test(arguments: Platform.allCases)
    func `every step and branch of a platform is taken in its tests, and no other`(_ platform: Platform) async throws {
        let design = try DesignRow.all().filter { Self.designs.contains($0.design) }
        let here = design.filter { $0.phones.contains(platform.phone) }
        let taken = try await Self.walkEverything(on: platform)
        let coverage = DesignCoverage(
            of: platform.phone.rawValue, rows: here, taken: Set(taken.map(\.description)), exceptions: Self.exceptions)
        try coverage.record()
        try #require(coverage.rows.count > 300)
        #expect(coverage.missing == [], "never taken")
        #expect(coverage.needlessExceptions == [], "taken, although excepted")
        let elsewhere = taken.filter { Self.designs.contains($0.design) }.map(\.description).filter { row in
            !here.contains { $0.name == row }
        }
        #expect(elsewhere.sorted() == [], "taken, but not in the design or not on this platform")
    }

    @Test func `each biometric flow exists on one platform, and every other row on both`() throws {
        let single = try DesignRow.all().filter { $0.phones.count == 1 }
        let names = { (phone: DesignRow.Phone) in Set(single.filter { $0.phones == [phone] }.map(\.name)) }
        #expect(names(.iOS) == ["1.2b", "1.2c", "2", "2.1", "2.1a", "2.1b", "3", "3.1", "3.1a", "3.1b"].inUC23)
        #expect(names(.android) == ["1.2d", "1.2e", "4", "4.1", "4.1a", "4.1b", "5", "5.1", "5.1a", "5.2", "5.2a"].inUC23)
    }

    @Test func `each flow has its table, and each error has its row`() throws {
        let rows = try DesignRow.all()
        let tables = Set(rows.map(\.design))
        #expect(Self.designs.subtracting(tables) == [])
        #expect(Set(Self.exceptions.flatMap(\.rows)).subtracting(rows.filter(\.isTaken).map(\.name)) == [])
    }

    @Test func `every control of every screen takes a row of the design`() throws {
        let known = Set(try DesignRow.all().map(\.name))
        let controls = Set(Gallery.screens.flatMap { Presentation.Drawn($0).controls }).filter { Self.designs.contains($0.design) }
        let unknown = controls.map(\.description).filter { !known.contains($0) && !$0.contains("not-built") }
        #expect(unknown.sorted() == [])
    }

    @Test func `the row of every control belongs to the step of the control's screen`() throws {
        let rows = Dictionary(uniqueKeysWithValues: try DesignRow.all().map { ($0.name, $0) })
        for screen in Gallery.screens.map({ Presentation.Drawn($0) }) where Self.designs.contains(screen.row.design) {
            let step = screen.row.description
            for control in screen.controls {
                let row = try #require(rows[control.description], "\(control) on \(screen.screen)")
                let isOwn = row.kind == "action" && row.design == screen.row.design && row.step == screen.row.number
                #expect(isOwn || row.kind == "action" && row.isPlaced(on: step), "\(control) on \(screen.screen), \(step)")
            }
        }
    }
}

extension Platform {
    /// The name in the design's tables.
    fileprivate var phone: DesignRow.Phone {
        switch self {
        case .iOS: .iOS
        case .android: .android
        }
    }
}

extension [String] {
    fileprivate var inUC23: Set<String> { Set(map { "UC2.3/" + $0 }) }
}
