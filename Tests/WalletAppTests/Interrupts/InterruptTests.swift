// SPDX-License-Identifier: EUPL-1.2

import PlatformSupport
import Synchronization
import Testing
import WalletConfiguration
import WalletInterface

@testable import WalletApp

/// The table of interrupts: every interrupt at every screen of every use case, on both phones. A screen that should stay is there afterwards,
/// begun work ends once, hidden content is not visible, and nothing waits after the app is gone. This file has the interrupts that leave
/// everything as it was.
@Suite(.timeLimit(.minutes(20)))
struct InterruptTests {
    @Test(arguments: Journey.all)
    func `after a lock and an unlock every screen is shown again, and the use case ends as usual`(_ journey: Journey) async throws {
        try await walkThrough(journey) { visit, place in
            let step = journey.all[place]
            visit.trip.stage.wallet.setLock(.locked(.background))
            guard visit.canLock else { return place }
            try await visit.expectLock()
            visit.unlock()
            switch step.afterLock {
            case .there, .never:
                let after = try await visit.trip.sees(step)
                #expect(after.below == visit.shown.below)
                return place
            case .before:
                try await visit.trip.sees(journey.all[place - 1])
                return place - 1
            case .lookAgain:
                let before = journey.all[place - 1]
                let isLogin = before.screen.row.design == "UC5.2"
                try await visit.trip.glass.sees(LookAgain(isLogin: isLogin, change: .locked), presses: "13.1a")
                try await visit.trip.sees(before)
                return place - 1
            case .end:
                try await visit.trip.sees(journey.all[journey.all.count - 1])
                return journey.all.count - 1
            }
        }
    }

    @Test(arguments: Journey.all)
    func `after a stay in the background nothing has changed, and the use case ends as usual`(_ journey: Journey) async throws {
        try await walkThrough(journey) { visit, place in
            let entries = visit.trip.stage.trace.updates()
            visit.trip.system.yield(.didEnterBackground)
            visit.trip.system.yield(.willEnterForeground)
            for await entry in entries where entry.row == "UC1.2/1.1b" { break }
            #expect(visit.trip.stage.host.current == visit.shown)
            return place
        }
    }

    @Test(arguments: Journey.all)
    func `after a lost connection a retry continues, and no action is performed twice`(_ journey: Journey) async throws {
        try await walkThrough(journey) { visit, place in
            for member in CoreCall.online { visit.trip.stage.wallet.losesNetwork(at: member) }
            return place
        }
    }

    @Test(arguments: Journey.all)
    func `a link is refused above the current screen, or waits, and the screen is shown again`(_ journey: Journey) async throws {
        let others = Mutex<[Int]>([])
        try await walkThrough(journey) { visit, place in
            let step = journey.all[place]
            guard visit.isAnsweringLinks, step.layer == .flow, !step.isAtWork, !step.isStarting else {
                if !step.isStarting { others.withLock { $0.append(place) } }
                return place
            }
            visit.trip.opens(.sample(.issuance), .notPersonalized)
            let prompt = try await visit.trip.glass.sees(Trip.prompt, presses: "3.1a")
            #expect(prompt.below == (visit.shown.top.style == .full ? visit.shown.top : visit.shown.below))
            let after = try await visit.trip.sees(step)
            #expect(after.below == visit.shown.below)
            return place
        }
        try await visit(journey, at: others.withLock { $0 }) { visit, place in try await expectWaitingLink(visit, place) }
    }

    /// A link that arrives at the lock, below another layer, or during work.
    private func expectWaitingLink(_ visit: Visit, _ place: Int) async throws {
        let (wallet, step) = (visit.trip.stage.wallet, visit.trip.journey.all[place])
        let (calls, call) = AsyncStream.makeStream(of: Void.self)
        wallet.script { $0.onCall = { call.yield() } }
        visit.trip.opens(.sample(.issuance), .notPersonalized)
        guard !visit.isAnsweringLinks else {
            if step.layer == .notice || step.layer == .lock {
                // The link is read, and decided below.
                for await _ in calls where wallet.calls.contains(.takePendingLink) { break }
                #expect(visit.trip.stage.host.current?.top == visit.shown.top)
            }
            return try await visit.trip.refuseLink(after: place)
        }
        if visit.shown.top.screen == "OpenWithPIN" {
            return _ = try await visit.trip.glass.sees(OpenWithPIN(notice: nil, link: .sample(.issuance)))
        }
        // The link is neither shown nor taken.
        for await _ in calls where wallet.calls.contains(.receive(link: Trip.link)) { break }
        #expect(visit.trip.stage.host.current == visit.shown)
        #expect(!wallet.calls.contains(.takePendingLink))
        wallet.script { $0.pendingLink = nil }
        guard place + 1 < visit.trip.journey.all.count else { return }
        visit.trip.act(step)
        _ = try await visit.trip.reach(place + 1)
    }
}

extension CoreCall {
    /// The members that need the network and that the user can retry.
    fileprivate static let online = [
        Self.unlock, .register, .changePIN, .applyUpdatePolicy, .startIssuance, .resumeIssuance, .acceptIssuance, .startPINRecovery,
        .completePINRecovery,
    ]
}

extension FakeWallet {
    /// Fails a member's next call after its scripted outcomes, as if the network were lost.
    fileprivate func losesNetwork(at member: CoreCall) {
        script { script in
            let isLost = script.failures[member]?.contains { ($0 as? WalletCoreError)?.code == .noInternet } ?? false
            if !isLost { script.failures[member, default: []].append(WalletCoreError(.noInternet, "scripted")) }
        }
    }
}
