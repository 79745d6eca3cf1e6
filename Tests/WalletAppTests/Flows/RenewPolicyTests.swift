// SPDX-License-Identifier: EUPL-1.2

import Foundation
import ObservedValues
import PlatformSupport
import Testing
import WalletConfiguration
import WalletInterface

@testable import WalletApp

/// An update policy that expires while the app is open is renewed by PF1.4 before UC2.3 unlocks the wallet.
@Suite(.timeLimit(.minutes(20)))
struct RenewPolicyTests: Walk {
    let stage: Stage
    private let end = Dashboard(cards: [])

    init() throws {
        stage = try Stage()
        stage.wallet.script { script in
            script.hasRemotePIN = true
            script.hasPID = true
        }
    }

    private func open(_ glass: ScriptedGlass) async throws {
        try await glass.sees(Splash())
        stage.clock.advance(by: 1)
        try await glass.sees(OpenWithPIN(notice: nil), enters: Digits.mine)
        try await glass.sees(end)
    }

    @Test func `the wallet does not unlock before the policy is renewed, and the flow below continues`() async throws {
        try await stage.playApp { glass in
            try await open(glass)
            stage.wallet.script { $0.isPolicyExpired = true }
            stage.wallet.fails(.applyUpdatePolicy, .noInternet, .serverUnreachable)
            stage.wallet.setLock(.locked(.inactivity))
            let shown = try await glass.sees(NoInternet(), presses: "NoInternet.retry")
            #expect(shown.below == nil)
            try await glass.sees(ServerUnreachable(), presses: "ServerUnreachable.retry")
            try await glass.sees(OpenWithPIN(notice: nil), enters: Digits.mine)
            try await glass.sees(end)
        }
        #expect(Set(["PF1.4/1.1d", "PF1.4/1.1e"]).isSubset(of: stage.rows))
    }

    @Test func `an app that resumes on the PIN screen starts again with PF1 4`() async throws {
        let (lifecycle, system) = AsyncStream.makeStream(of: AppLifecycleEvent.self)
        try await stage.playApp(lifecycle: lifecycle) { glass in
            try await glass.sees(Splash())
            stage.clock.advance(by: 1)
            try await glass.sees(OpenWithPIN(notice: nil))
            stage.wallet.script { $0.isPolicyExpired = true }
            stage.wallet.fails(.applyUpdatePolicy, .noInternet)
            system.yield(.willEnterForeground)
            try await glass.sees(NoInternet(), presses: "NoInternet.retry")
            try await glass.sees(OpenWithPIN(notice: nil), enters: Digits.mine)
            try await glass.sees(end)
        }
        #expect(stage.rows.contains("UC1.2/3.2b"))
    }

    @Test func `when the app resumes under a lock the flow stays, and the PIN entry checks the policy`() async throws {
        let (lifecycle, system) = AsyncStream.makeStream(of: AppLifecycleEvent.self)
        try await stage.playApp(lifecycle: lifecycle) { glass in
            try await open(glass)
            let below = try #require(stage.host.current?.top)
            stage.wallet.setLock(.locked(.background))
            try await glass.sees(OpenWithPIN(notice: nil))
            stage.wallet.script { $0.isPolicyExpired = true }
            system.yield(.willEnterForeground)
            let supervisor = try #require(stage.played.supervisor)
            // The resume is counted after UC1.2 has checked the policy.
            try await supervisor.supervision.resumed(since: 0)
            #expect(!supervisor.abort.value)
            stage.enter(Digits.mine)
            #expect(try await glass.next().top == below)
        }
        #expect(stage.rows.contains("UC1.2/3.2b"))
        #expect(stage.rows.count { $0 == "PF1.4/1.1a" } == 2)
    }

    @Test func `a PIN that is refused because of an expired policy is checked again after the renewal`() async throws {
        try await stage.playApp { glass in
            try await glass.sees(Splash())
            stage.clock.advance(by: 1)
            stage.wallet.fails(.unlock, .policyExpired)
            try await glass.sees(OpenWithPIN(notice: nil), enters: Digits.mine)
            try await glass.sees(end)
        }
        #expect(stage.rows.count { $0 == "PF1.4/1.1a" } == 2)
    }

    // MARK: Maintenance

    private static let words = MaintenanceTexts.sample

    @Test(arguments: [nil, words])
    func `during maintenance of the backend the error says so`(text: MaintenanceText?) async throws {
        let now = Int64(stage.clock.now.timeIntervalSince1970)
        for (from, isOpen) in [(now - 10, true), (now + 10, false), (now - 3600, false)] {
            let window = MaintenanceWindow(from: from, until: from + 3600, text: text)
            stage.context.supervision.configuration.set(.sample { $0.maintenance = window })
            let notice: Text? =
                !isOpen
                ? nil
                : text == nil
                    ? "serverUnreachable.maintenance"
                    : Text(
                        "value.text",
                        .localized(
                            .init([
                                .init(locale: "nl", text: "Wij werken."), .init(locale: "de", text: "Wir arbeiten."),
                                .init(locale: "en", text: "We work."),
                            ])))
            _ = try await stage.play(
                { try await ErrorFlow($0).run(WalletCoreError(.serverUnreachable, "scripted")) },
                script: { glass in try await glass.sees(ServerUnreachable(notice: notice), presses: "ServerUnreachable.retry") })
        }
    }
}

/// A text in three languages.
private enum MaintenanceTexts {
    static let sample = MaintenanceText(["nl": "Wij werken.", "de": "Wir arbeiten.", "en": "We work."])
}
