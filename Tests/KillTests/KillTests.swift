// SPDX-License-Identifier: EUPL-1.2

import Foundation
import KillLink
import PhoneSimulator
import Testing

/// Kills, errors and delays at every point of the wallet's flows, in real processes with real files and a real provider. A flow's later points are
/// those between a fault and the flow's end.
///
/// In `make test-all` every point of a flow has a kill, and some points an error, a delay or a kill for an hour in turn, on one kind of phone. Some later
/// points have faults, too. `make kill-test` plays all of these on both kinds, also at all later points (at every sixth in the long flows that end
/// with a card). After each first kill it adds a second fault at the later points. A listed point that is not reached is an error.
@Suite(.serialized) struct KillTests {
    /// Overrides the flows' own strides in the long form: 1 plays a second fault at every later point.
    private static let chosenStride = ProcessInfo.processInfo.environment["WALLET_KILL_STRIDE"].flatMap(Int.init).map { max(1, $0) }
    private static let isLong = ProcessInfo.processInfo.environment["WALLET_KILLS"] == "long"
    /// The number of concurrent flows; each is mostly one process, which sometimes waits for its disk.
    private static let workers = max(2, ProcessInfo.processInfo.activeProcessorCount)

    @Test func `after a kill at any point no wallet is lost or stuck, and no temporary data is left`() async throws {
        let started = ContinuousClock.now
        let flows = PlayedFlow.chosen
        try #require(!flows.isEmpty, "WALLET_KILL_FLOWS names no flow")
        let tasks = flows.enumerated().flatMap { index, flow in
            (Self.isLong ? PhoneKind.allCases : [PhoneKind.allCases[index % PhoneKind.allCases.count]]).map { (flow, $0) }
        }
        if Self.isLong { KillRow.say(KillRow.head) }
        let rows = await withTaskGroup(of: (Int, KillRow).self) { group in
            var rows = [KillRow?](repeating: nil, count: tasks.count)
            for (index, (flow, phone)) in tasks.enumerated() {
                if index >= Self.workers, let (done, row) = await group.next() { rows[done] = row }
                group.addTask { (index, await Self.row(flow, phone)) }
            }
            for await (done, row) in group { rows[done] = row }
            return rows.compactMap(\.self)
        }
        print(KillRow.table(rows), "\n\(ContinuousClock.now - started)")
        let isClean = rows.allSatisfy(\.isClean)
        #expect(isClean)
    }

    /// Plays all faults of one flow. An error of the harness ends this flow only.
    private static func row(_ flow: PlayedFlow, _ phone: PhoneKind) async -> KillRow {
        let started = ContinuousClock.now
        var row = KillRow(flow: "\(flow.name), \(phone.rawValue)")
        do {
            row = try await Campaign.with(flow, phone) { campaign in
                var course = Course(campaign, isLong: isLong, chosenStride: chosenStride)
                try await course.run()
                return course.row
            }
        } catch {
            row.stuck += 1
            Issue.record("\(row.flow): the harness itself: \(error)")
        }
        row.seconds = Int((ContinuousClock.now - started) / .seconds(1))
        if isLong { KillRow.say(row.line) }
        return row
    }

    @Test(arguments: PlayedFlow.all.filter { $0.name.hasPrefix("second wipe") }, isLong ? PhoneKind.allCases : [.iPhone])
    func `runs with a delayed message pass the same kill points each time`(flow: PlayedFlow, phone: PhoneKind) async throws {
        let fault = Fault(.error, .point("after file remains", 1))
        try await Campaign.with(flow, phone) { campaign in
            let points = try await campaign.points()
            let laterPoints = try #require(try await campaign.play(fault)).laterPoints
            for _ in 0..<(Self.isLong ? 10 : 2) {
                #expect(try await campaign.points() == points)
                #expect(try await campaign.play(fault)?.laterPoints == laterPoints)
            }
        }
    }

    @Test func `the harness detects a write that follows the request it must precede`() async throws {
        try await Campaign.with(PlayedFlow(name: "registration"), .iPhone) { campaign in
            let fault = Fault(.kill, .point("after send /api/v1/createwallet", 1))
            let (good, bad) = (try await campaign.play(fault), try await campaign.play(fault, isForgetful: true))
            #expect(good?.row.orphans == 0 && good?.problems == [])
            #expect(bad?.row.orphans == 1)
        }
    }

    @Test func `the harness detects a copy that is used twice, and an answer without its event`() async throws {
        let flow = try #require(PlayedFlow.all.first { $0.shares })
        try await Campaign.with(flow, .iPhone) { campaign in
            // The last write before the answer leaves spends the copies and stores the event.
            let fault = Fault(.kill, .point("after send /response/1", 1))
            let (good, bad) = (try await campaign.play(fault), try await campaign.play(fault, isForgetful: true))
            #expect(good?.problems == [])
            // One copy in each format.
            #expect(bad?.row.twice == 2 && bad?.row.events == 1 && bad?.row.differ == 0, "\(bad?.problems ?? [])")
        }
    }
}
