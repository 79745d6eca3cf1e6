// SPDX-License-Identifier: EUPL-1.2

import PlatformSupport
import Testing
import WalletConfiguration
import WalletCore

@testable import WalletApp

/// The table of interrupts: at every screen of every use case, whatever can come in between, on both phones. What should stay is there
/// afterwards and what was begun ends once; what must not be seen is not; nothing waits any more when the app is gone. Here is what leaves
/// everything where it was.
@Suite(.timeLimit(.minutes(5)))
struct InterruptTests {
    @Test(arguments: Journey.all)
    func `locked and unlocked, every screen is there again and the use case ends as it would have`(_ journey: Journey) async throws {
        let expected = try await undisturbed(journey)
        try await visit(journey) { visit, place in
            let (stage, step) = (visit.trip.stage, journey.all[place])
            stage.wallet.setLock(.locked(.background))
            guard visit.canLock else {
                try await visit.trip.walkOn(from: place)
                return expectSame(visit, expected)
            }
            try await visit.expectLock()
            visit.unlock()
            switch step.afterLock {
            case .there, .never:
                let after = try await visit.trip.sees(step)
                #expect(after.below == visit.shown.below)
                try await visit.trip.walkOn(from: place)
            case .before:
                try await visit.trip.sees(journey.all[place - 1])
                try await visit.trip.walkOn(from: place - 1)
            case .end: try await visit.trip.sees(journey.all[journey.all.count - 1])
            }
            expectSame(visit, expected)
        }
    }

    @Test(arguments: Journey.all)
    func `in the background and back, nothing is another and the use case ends as it would have`(_ journey: Journey) async throws {
        let expected = try await undisturbed(journey)
        try await visit(journey) { visit, place in
            let entries = visit.trip.stage.trace.updates()
            visit.trip.system.yield(.didEnterBackground)
            visit.trip.system.yield(.willEnterForeground)
            for await entry in entries where entry.row == "UC1.2/1.1b" { break }
            #expect(visit.trip.stage.host.current == visit.shown)
            try await visit.trip.walkOn(from: place)
            expectSame(visit, expected)
        }
    }

    @Test(arguments: Journey.all)
    func `when the network is lost a retry goes on, and nothing is done twice`(_ journey: Journey) async throws {
        let expected = try await undisturbed(journey)
        try await visit(journey) { visit, place in
            for member in FakeWallet.Member.online { visit.trip.stage.wallet.fails(member, .noInternet) }
            try await visit.trip.walkOn(from: place)
            expectSame(visit, expected)
        }
    }

    @Test(arguments: Journey.all)
    func `a link is refused over the screen, which is there again, or waits at the lock`(_ journey: Journey) async throws {
        let expected = try await undisturbed(journey)
        try await visit(journey) { visit, place in
            let (stage, step) = (visit.trip.stage, journey.all[place])
            let (calls, call) = AsyncStream.makeStream(of: Void.self)
            stage.wallet.script { $0.onCall = { call.yield() } }
            visit.trip.opens(.sample(.issuance), .notPersonalized)
            guard visit.isOpen || !visit.hasPIN, !visit.isRefused, !step.isStarting else {
                if visit.shown.top.screen == "OpenWithPIN" {
                    return _ = try await visit.trip.glass.sees(OpenWithPIN(notice: nil, link: .sample(.issuance)))
                }
                guard !step.isStarting else { return }
                // Nothing is said of it, and it is not taken.
                for await _ in calls where stage.wallet.calls.contains(.receive(link: "https://app.example/link")) { break }
                #expect(stage.host.current == visit.shown)
                #expect(!stage.wallet.calls.contains(.takePendingLink))
                stage.wallet.script { $0.pendingLink = nil }
                try await visit.trip.walkOn(from: place)
                return expectSame(visit, expected)
            }
            guard step.layer == .flow, !step.isAtWork else {
                if step.layer == .notice || step.layer == .lock {
                    for await _ in calls where stage.wallet.calls.contains(.takePendingLink) { break }
                    #expect(stage.host.current == visit.shown)
                }
                return try await visit.trip.refuseLink(after: place)
            }
            let prompt = try await visit.trip.glass.sees(Trip.prompt, presses: "3.1a")
            #expect(prompt.below == (visit.shown.top.style == .full ? visit.shown.top : visit.shown.below))
            let after = try await visit.trip.sees(step)
            #expect(after.below == visit.shown.below)
            try await visit.trip.walkOn(from: place)
            expectSame(visit, expected)
        }
    }
}

extension FakeWallet.Member {
    /// What needs the network and is tried again by the person.
    fileprivate static let online = [
        Self.unlock, .register, .changePIN, .applyUpdatePolicy, .startIssuance, .resumeIssuance, .acceptIssuance, .startPINRecovery,
        .completePINRecovery,
    ]
}
