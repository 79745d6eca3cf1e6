// SPDX-License-Identifier: EUPL-1.2

import Foundation
import KillLink
import SimulatedPhone
import Testing

/// The wallet is killed, failed and delayed at every point of its flows, in real processes over real files, against a real provider.
///
/// In `make test` every point of every flow is killed, and failed, delayed or killed for an hour in turn, on one kind of phone. In `make kill-test`
/// all of these on both kinds, and after each first kill a second one at every point of the way back.
@Suite(.serialized) struct KillTests {
    /// In the long form, in the place of a flow's own stride: 1 for a second kill at every point of every way back.
    private static let chosenStride = ProcessInfo.processInfo.environment["WALLET_KILL_STRIDE"].flatMap(Int.init).map { max(1, $0) }
    private static let isLong = ProcessInfo.processInfo.environment["WALLET_KILLS"] == "long"

    /// A flow of the subject, by its name.
    struct Played: Sendable, CustomTestStringConvertible {
        let name: String
        var registers = true
        var polls = false
        var startsEarlier = false
        /// Whether it ends with a card.
        var issues = false
        /// In the sample, of the points that are no writes every so manieth; in the long form of the second kills.
        var stride = 1
        var testDescription: String { name }
    }

    /// The flows that are played: all, or those that `WALLET_KILL_FLOWS` names, with commas between them.
    static var flows: [Played] {
        guard let names = ProcessInfo.processInfo.environment["WALLET_KILL_FLOWS"]?.split(separator: ",").map(String.init) else {
            return all
        }
        return all.filter { names.contains($0.name) }
    }

    private static let all = [
        Played(name: "first start", registers: false), Played(name: "registration"), Played(name: "deletion code"),
        Played(name: "biometrics"), Played(name: "unlock"), Played(name: "wrong PIN"),
        Played(name: "documents", registers: false, polls: true),
        Played(name: "PIN change"), Played(name: "migration", startsEarlier: true),
        Played(name: "wipe", registers: false), Played(name: "issuance", issues: true, stride: 12),
        Played(name: "acceptance", polls: true, issues: true, stride: 16), Played(name: "PIN recovery", issues: true, stride: 20),
    ]

    @Test func `at every point: no wallet is lost or stuck, nothing is left behind`() async throws {
        let started = ContinuousClock.now
        try #require(!Self.flows.isEmpty, "WALLET_KILL_FLOWS names no flow")
        let tasks = Self.flows.enumerated().flatMap { index, flow in
            (Self.isLong ? PhoneKind.allCases : [PhoneKind.allCases[index % PhoneKind.allCases.count]]).map { (flow, $0) }
        }
        // Two at once; each is one process most of the time.
        let rows = try await withThrowingTaskGroup(of: (Int, KillRow).self) { group in
            var rows = [KillRow?](repeating: nil, count: tasks.count)
            for (index, (flow, phone)) in tasks.enumerated() {
                if index >= 2, let (done, row) = try await group.next() { rows[done] = row }
                group.addTask { (index, try await Self.row(flow, phone)) }
            }
            for try await (done, row) in group { rows[done] = row }
            return rows.compactMap(\.self)
        }
        print(KillRow.table(rows), "\n\(ContinuousClock.now - started)")
        let isClean = rows.allSatisfy(\.isClean)
        #expect(isClean)
    }

    private static func row(_ flow: Played, _ phone: PhoneKind) async throws -> KillRow {
        try await Campaign.with(
            flow.name, phone, registers: flow.registers, polls: flow.polls, startsEarlier: flow.startsEarlier, issues: flow.issues
        ) { campaign in
            var row = KillRow(flow: "\(flow.name), \(phone.rawValue)")
            let points = try await campaign.points()
            row.points = points.count
            func add(_ outcome: Campaign.Outcome?) -> Bool {
                for problem in outcome?.problems ?? [] { Issue.record("\(problem)") }
                if let outcome { row += outcome.row }
                return outcome != nil
            }
            let stride = chosenStride ?? flow.stride
            for (index, point) in points.enumerated() where isLong || index % stride == 0 || point.isCommit {
                let others = Fault.Kind.allCases.filter { $0 != .kill }
                for kind in [.kill] + (isLong ? others : [others[index % others.count]]) {
                    _ = add(try await campaign.play(Fault(kind, point)))
                }
                guard isLong else { continue }
                guard index % stride == 0 else { continue }
                var second = 1
                while add(try await campaign.play(Fault(.kill, point), thenKillAt: second)) { second += stride }
            }
            try await campaign.settle(&row)
            if isLong { print(row.line) }
            return row
        }
    }

    @Test func `a write that comes after what it should come before is found`() async throws {
        try await Campaign.with("registration", .iPhone) { campaign in
            let fault = Fault(.kill, .point("after send /api/v1/createwallet", 1))
            let (good, bad) = (try await campaign.play(fault), try await campaign.play(fault, isForgetful: true))
            #expect(good?.row.orphans == 0 && good?.problems == [])
            #expect(bad?.row.orphans == 1)
        }
    }
}
