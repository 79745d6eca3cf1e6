// SPDX-License-Identifier: EUPL-1.2

import DesignRows
import Synchronization
import Testing

@testable import WalletApp

/// The judge of walks detects a row that was traced without a path to it.
struct DesignWalkTests {
    private let design: DesignWalk

    init() throws { design = try DesignWalk() }

    @Test func `a walk along the arrows has no fault, even through partial flows, help and errors`() {
        let unlock = [
            "=UC2.3/1.1", "=UC2.3/1.1b", "UC2.3/1.3", "+extra/3a", "help/1", "+help/1a", "UC2.3/1.3", "+UC2.3/1.3a", "=UC2.3/1.4",
            "=PF2.8/1.1", "=PF2.8/1.1m", "error/NoInternet", "+error/NoInternet.retry", "=PF2.8/1.1", "=PF2.8/1.1d", "PF2.8/2.1",
            "+PF2.8/2.1a", "=UC2.3/1.4b", "UC2.3/1.3", "+UC2.3/1.3a", "=UC2.3/1.4", "=PF2.8/1.1", "=PF2.8/1.1a", "=UC2.3/1.4a",
            "=UC2.3/1.5", "=UC2.3/1.5b", "UC3.1/1.1",
        ]
        #expect(design.faults(of: unlock.map(Self.taken)) == [])
    }

    /// A row of a walk, written as `shown`, `+pressed`, `=decided`.
    private static func taken(_ row: String) -> DesignWalk.Taken {
        switch row.first {
        case "+": .init(String(row.dropFirst()), .pressed)
        case "=": .init(String(row.dropFirst()), .decided)
        default: .init(row, .shown)
        }
    }

    @Test(arguments: [
        // Rows that do not follow.
        ("UC1.1/1.1", "=UC2.3/1.1"), ("=UC2.3/1.1a", "=UC2.3/1.3"), ("+UC1.1/1.1a", "UC1.1/1.4"), ("=UC2.3/1.5a", "UC7.1/1.1"),
        ("+UC1.1/1.1c", "UC1.1/1.2"), ("=UC3.1/1.3b", "error/NoInternet"), ("UC7.1/1.1", "UC4.1/not-built"),
        // Rows with the wrong origin.
        ("UC1.1/1.1", "=UC1.1/1.1a"), ("UC1.1/1.1", "+UC1.1/1.2b"), ("UC2.3/1.3", "+UC2.3/6.1b"), ("=UC2.3/1.5", "+UC2.3/1.5a"),
        ("+UC1.1/1.1a", "=UC1.1/1.2"), ("=UC2.3/1.1", "UC2.3/1.1a"), ("UC7.1/1.1", "+UC7.1/3.1a"), ("UC7.1/1.1", "=UC7.9/1.1"),
    ])
    func `taking a row without an arrow, screen or press that leads to it is a fault`(_ before: String, _ row: String) {
        let step = before.first == "+" ? [String(before.dropFirst().dropLast())] : []
        let walk = step + [before, row]
        #expect(design.faults(of: walk.map(Self.taken)).count == 1, "\(walk)")
    }

    @Test(arguments: [("UC3.1/1.2", "abc"), ("UC2.3.2/1.3", "abcd")])
    func `the way back from a login leads only to the events of the step that waits for it`(_ step: String, _ events: String) {
        let start = ["=PF2.7/1.1", "=PF2.7/1.1a", "=PF2.7/1.2"]
        for event in events {
            #expect(design.faults(of: (start + ["=\(step)\(event)"]).map(Self.taken)) == [], "\(event)")
        }
        for other in ["=UC3.1/1.3a", "UC3.1/1.2", "=UC2.3.2/1.4", "=UC1.2/3.4a"] {
            #expect(design.faults(of: (start + [other]).map(Self.taken)).count == 1, "\(other)")
        }
    }

    @Test func `a partial flow leads only to a result of the step that ran it`() {
        let start = ["UC2.3/1.3", "+UC2.3/1.3a", "=UC2.3/1.4", "=PF2.8/1.1"]
        let valid = start + ["=PF2.8/1.1a"]
        #expect(design.faults(of: (valid + ["=UC2.3/1.4a"]).map(Self.taken)) == [])
        for other in ["=UC2.3/1.4b", "=UC2.3/1.4c", "=PF2.4/1.2a", "=UC2.3/1.5"] {
            #expect(design.faults(of: (valid + [other]).map(Self.taken)).count == 1, "\(other)")
        }
    }

    /// A flow whose *back* marks twelve rows without a path to them.
    private static func mutant(_ context: FlowContext) async throws {
        _ = try await context.ui.show(PrivacyStatement(design: "UC1.1"))
        let trace = context.trace(of: "UC2.3")
        for row in ["1.3", "1.3a", "1.3b", "1.3c", "6.1", "6.1a", "6.1b", "2.1b", "3.1a", "4.1a", "5.1a", "5.2a"] { trace(row) }
    }

    @Test func `a flow that marks twelve rows without a path to them fails the test that plays it`() async throws {
        let stage = try Stage()
        let found = Mutex<[String]>([])
        try await withKnownIssue {
            try await stage.play(Self.mutant) { glass in try await glass.sees(PrivacyStatement(design: "UC1.1"), presses: "2.1a") }
        } matching: { issue in
            found.withLock { $0.append(issue.comments.map(\.rawValue).joined()) }
            return true
        }
        let faults = found.withLock { $0 }
        #expect(faults.count == 12)
        #expect(faults.allSatisfy { $0.contains("UC2.3/") })
    }

    @Test func `the additional arrows name only existing rows`() {
        #expect(design.unknownInArrows == [])
    }
}
