// SPDX-License-Identifier: EUPL-1.2

import Foundation
import ObservedValues
import PlatformSupport
import Testing
import WalletConfiguration
import WalletInterface

@testable import WalletApp

/// status: after a scan the wallet is shown once its status is known or three seconds are over.
@Suite(.timeLimit(.minutes(20)))
struct StatusAfterScanTests: Walk {
    let stage: Stage
    private static let revoked = WalletStatus.revoked(.walletByAdmin, canRegisterNewWallet: true)
    private static let home = Dashboard(cards: [])
    private static let unknown = Dashboard(cards: [], isStatusUnknown: true)

    init() throws {
        stage = try Stage()
        stage.wallet.script { script in
            script.hasRemotePIN = true
            script.hasPID = true
            script.isRevocationCodeConfirmed = true
            script.isBiometricUnlockEnabled = true
        }
    }

    private func answer(_ answer: LaunchAnswer, to question: LaunchQuestion = .walletStatus) {
        stage.wallet.answers[question]?.set(answer)
    }

    /// Launches the app, which scans at once.
    private func play(_ script: @escaping @Sendable (ScriptedGlass) async throws -> Void) async throws {
        try await stage.playApp { glass in
            try await glass.sees(Splash())
            stage.clock.advance(by: 1)
            try await script(glass)
        }
    }

    /// Waits for the screen of the wait, which takes no answers.
    @discardableResult
    private func seesWait(_ glass: ScriptedGlass) async throws -> Presentation {
        while true {
            let shown = try await glass.next(isAtWork: true)
            try #require(!shown.isLive, "\(shown.top.screen)")
            if shown.top == Presentation.Drawn(CheckingStatus()) { return shown }
        }
    }

    private var rows: [String] { stage.rows.filter { $0.design == "status" }.map(\.number) }

    @Test func `a revocation that arrives within the limit comes before any card`() async throws {
        answer(.open)
        try await play { glass in
            try await seesWait(glass)
            stage.clock.advance(by: 2.5)
            stage.wallet.statuses.set(Self.revoked)
            stage.wallet.setLock(.locked(.refused))
            answer(.known)
            try await glass.sees(WalletBlocked())
        }
        #expect(!stage.rows.contains("UC7.1/1.1"))
        #expect(stage.rows.contains("startup/3.1a"))
    }

    @Test func `a block of the version that arrives within the limit comes before any card`() async throws {
        answer(.open, to: .updatePolicy)
        try await play { glass in
            try await seesWait(glass)
            stage.wallet.verdicts.set(.block(isUpdateAvailable: false))
            stage.wallet.setLock(.locked(.refused))
            answer(.known, to: .updatePolicy)
            try await glass.sees(VersionBlocked(platform: stage.platform))
        }
        #expect(!stage.rows.contains("UC7.1/1.1"))
    }

    @Test func `an active status within the limit leads to the dashboard without a notice`() async throws {
        answer(.open)
        try await play { glass in
            let shown = try await seesWait(glass)
            #expect(shown.top.controls.isEmpty)
            answer(.known)
            try await glass.sees(Self.home)
        }
        #expect(rows == ["1", "1a"])
    }

    @Test func `after the limit the dashboard says that the status is not known, until it is`() async throws {
        answer(.open)
        try await play { glass in
            let waiting = try await seesWait(glass)
            stage.clock.advance(by: 2.5)
            #expect(stage.host.current == waiting)
            stage.clock.advance(by: 0.5)
            try await glass.sees(Self.unknown)
            answer(.known)
            try await glass.sees(Self.home)
        }
        #expect(rows == ["1", "1b", "2", "2a"])
    }

    @Test(arguments: [nil, CocoaError(.featureUnsupported)])
    func `with a clock that does not wait the wait ends at once, and the status is not known`(failure: CocoaError?) async throws {
        answer(.open)
        stage.clock.stopWaiting(failure: failure)
        try await stage.play({ try await StatusAfterScan($0).run() }) { _ in }
        #expect(stage.context.supervision.isStatusUnknown.value)
        #expect(rows == ["1", "1b"])
        #expect(stage.clock.deadlines.count == ClockPatience.limit)
    }

    @Test func `a revocation after the limit ends what runs`() async throws {
        answer(.open)
        try await play { glass in
            try await seesWait(glass)
            stage.clock.advance(by: StatusAfterScan.patience)
            try await glass.sees(Self.unknown)
            stage.wallet.statuses.set(Self.revoked)
            try await glass.sees(WalletBlocked())
        }
        #expect(stage.rows.contains("startup/3.1a"))
        #expect(!rows.contains("2a"))
    }

    @Test func `without a connection the dashboard opens at once and says that the status is not known`() async throws {
        answer(.failed)
        answer(.failed, to: .updatePolicy)
        let start = stage.clock.steadyNow
        try await play { glass in
            try await glass.sees(Self.unknown)
            #expect(stage.clock.steadyNow == start.addingTimeInterval(1))
        }
        #expect(rows.prefix(2) == ["1", "1b"])
    }

    @Test func `a request that fails during the wait ends it`() async throws {
        answer(.open)
        try await play { glass in
            try await seesWait(glass)
            answer(.failed)
            try await glass.sees(Self.unknown)
        }
        #expect(rows.prefix(2) == ["1", "1b"])
    }

    @Test(arguments: [LaunchAnswer.known, .failed])
    func `a known status needs no wait, even if the update policy could not be fetched`(policy: LaunchAnswer) async throws {
        answer(policy, to: .updatePolicy)
        try await play { glass in try await glass.sees(Self.home) }
        #expect(rows.isEmpty)
    }

    @Test func `the right PIN needs no wait, and ends the notice of an earlier scan`() async throws {
        answer(.open)
        stage.wallet.script { $0.scans = [.unlocked, .cancelled] }
        try await play { glass in
            try await seesWait(glass)
            stage.clock.advance(by: StatusAfterScan.patience)
            try await glass.sees(Self.unknown)
            stage.wallet.setLock(.locked(.background))
            try await glass.sees(OpenWithPIN(notice: nil), enters: Digits.mine)
            // The dashboard may be uncovered before it is redrawn.
            while try await glass.next().top != Presentation.Drawn(Self.home) {}
        }
        #expect(rows.count { $0 == "1" } == 1)
    }

    @Test func `over a use case the wait hides the use case, which then continues`() async throws {
        try await play { glass in
            try await glass.sees(Self.home, presses: "1.1e")
            try await glass.sees(AppMenu())
            answer(.open)
            stage.wallet.setLock(.locked(.background))
            let waiting = try await seesWait(glass)
            #expect(waiting.below == nil)
            answer(.known)
            try await glass.sees(AppMenu())
        }
        #expect(rows == ["1", "1a"])
    }

    @Test func `a link that arrives during the wait starts its use case only after the wait`() async throws {
        let link = try UniversalLink.sample(.issuance)
        let (lifecycle, system) = AsyncStream.makeStream(of: AppLifecycleEvent.self)
        answer(.open)
        try await stage.playApp(lifecycle: lifecycle) { glass in
            try await glass.sees(Splash())
            stage.clock.advance(by: 1)
            let waiting = try await seesWait(glass)
            stage.wallet.script { script in
                script.pendingLink = .sample(.issuance)
                script.linkDecision = .resolves(link)
            }
            stage.links.touch("https://app.example/link")
            system.yield(.openLink)
            let supervision = try #require(stage.played.supervision)
            _ = try await supervision.links.arrivals.next(otherThan: 0)
            for _ in 0..<1_000 { await Task.yield() }
            #expect(stage.host.current == waiting)
            #expect(!stage.wallet.calls.contains(.takePendingLink))
            answer(.known)
            try await glass.sees(NotBuiltYet(design: "UC4.1"))
        }
        #expect(try #require(stage.rows.firstIndex(of: "status/1a")) < #require(stage.rows.firstIndex(of: "PF2.7/1.1")))
    }

    @Test func `an app that is killed during the wait takes no further row`() async throws {
        answer(.open)
        try await play { glass in try await seesWait(glass) }
        #expect(stage.rows.last == "status/1")
    }
}
