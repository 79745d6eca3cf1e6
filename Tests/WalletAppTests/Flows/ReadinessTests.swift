// SPDX-License-Identifier: EUPL-1.2

import Foundation
import ObservedValues
import PlatformSupport
import Testing
import WalletInterface

@testable import WalletApp

/// The prerequisites of a PIN check stay ready while its pad is on the glass.
@Suite(.timeLimit(.minutes(20)))
struct ReadinessTests {
    private let stage: Stage
    private var wallet: FakeWallet { stage.wallet }

    init() throws {
        stage = try Stage(in: .locked)
    }

    /// Lets a beacon become too old.
    private func waitItOut(on stage: Stage) async throws {
        try await stage.clock.waitForSleeper()
        stage.clock.advance(by: BeaconLifetime.seconds)
    }

    @Test func `the PIN pad keeps a fresh beacon for a long but limited time, and again after the app resumes`() async throws {
        try await stage.playUntilKilled({ _ = try await UnlockTheApp($0).run(over: .nothing) }) { glass in
            try await glass.sees(OpenWithPIN(notice: nil))
            for count in 1...Readiness.limit {
                try await wallet.wait { $0.preparations == count }
                if count < Readiness.limit { try await waitItOut(on: stage) }
            }
            // By then a task that would sleep again has started to.
            for _ in 0..<1_000 { await Task.yield() }
            #expect(stage.clock.sleepers.isEmpty)
            stage.clock.advance(by: 3600)
            for _ in 0..<1_000 { await Task.yield() }
            #expect(wallet.preparations == Readiness.limit)
            stage.context.supervision.presence.change { $0.note(.willEnterForeground) }
            try await wallet.wait { $0.preparations == Readiness.limit + 1 }
            try await stage.clock.waitForSleeper()
            #expect(stage.host.current?.isLive == true)
        }
    }

    @Test(arguments: [nil, CocoaError(.featureUnsupported)])
    func `with a clock that does not wait a beacon is fetched once, and again when the app resumes`(failure: CocoaError?) async throws {
        stage.clock.stopWaiting(failure: failure)
        try await stage.playUntilKilled({ _ = try await UnlockTheApp($0).run(over: .nothing) }) { glass in
            try await glass.sees(OpenWithPIN(notice: nil))
            await stage.clock.hasDeadlines(ClockPatience.limit)
            for _ in 0..<1_000 { await Task.yield() }
            #expect(wallet.preparations == 1)
            stage.context.supervision.presence.change { $0.note(.willEnterForeground) }
            try await wallet.wait { $0.preparations == 2 }
        }
    }

    @Test func `a beacon is fetched when the app returns to the foreground`() async throws {
        try await stage.playUntilKilled({ _ = try await UnlockTheApp($0).run(over: .nothing) }) { glass in
            try await glass.sees(OpenWithPIN(notice: nil))
            try await wallet.wait { $0.preparations == 1 }
            stage.context.supervision.presence.change { $0.note(.willEnterForeground) }
            try await wallet.wait { $0.preparations == 2 }
        }
    }

    @Test func `the PIN pad that confirms an action keeps its beacon fresh until the PIN is entered`() async throws {
        _ = try await stage.play({ try await ConfirmProtectedAction($0, isCancelable: false).run() }) { glass in
            try await glass.sees(ConfirmWithPIN(isCancelable: false))
            try await wallet.wait { $0.preparations == 1 }
            try await waitItOut(on: stage)
            try await wallet.wait { $0.preparations == 2 }
            stage.enter(Digits.mine)
        }
        stage.expectNothingWaits()
        stage.clock.advance(by: 3600)
        #expect(wallet.preparations == 2)
    }

    @Test func `both PIN pads of a PIN change keep their beacons fresh`() async throws {
        // The change itself waits for an unlocked wallet.
        let stage = try Stage(in: .unlocked)
        let wallet = stage.wallet
        let old = try Digits.pin(Digits.other)
        _ = try await stage.play({ try await SetUpPIN($0, .change(from: old)).run() }) { glass in
            try await glass.sees(ChoosePIN(use: .change))
            try await wallet.wait { $0.changePreparations == 1 }
            try await waitItOut(on: stage)
            try await wallet.wait { $0.changePreparations == 2 }
            stage.enter(Digits.mine)
            try await glass.sees(RepeatPIN(use: .change))
            try await wallet.wait { $0.changePreparations == 3 }
            try await waitItOut(on: stage)
            try await wallet.wait { $0.changePreparations == 4 }
            stage.enter(Digits.mine)
        }
        stage.expectNothingWaits()
    }

    @Test func `after an answer a running fetch is awaited and no further fetch starts`() async throws {
        let gate = Gate()
        let order = Recorded<[String]>([])
        try await withThrowingTaskGroup { group in
            group.addTask { [context = stage.context] in
                try await Readiness(context) {
                    await gate.pass()
                    order.change { $0.append("fetched") }
                }.whileShowing { order.change { $0.append("answered") } }
                order.change { $0.append("over") }
            }
            await order.wait { $0 == ["answered"] }
            gate.open()
            try await group.waitForAll()
        }
        #expect(order.value == ["answered", "fetched", "over"])
        stage.expectNothingWaits()
    }
}
