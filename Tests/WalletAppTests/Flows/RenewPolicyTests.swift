// SPDX-License-Identifier: EUPL-1.2

import Foundation
import ObservedValues
import PlatformSupport
import Testing
import WalletConfiguration
import WalletInterface

@testable import WalletApp

/// An update policy that expires while the app is open is renewed by PF1.4 before UC2.3 unlocks the wallet.
@Suite(.timeLimit(.minutes(5)))
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

    @Test func `the lock does not open before the policy is renewed, and the flow below continues`() async throws {
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

    @Test func `an app that resumes at the PIN begins again at PF1 4`() async throws {
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

    @Test func `under a lock the flow stays when the app resumes, and the PIN asks for the policy`() async throws {
        let (lifecycle, system) = AsyncStream.makeStream(of: AppLifecycleEvent.self)
        try await stage.playApp(lifecycle: lifecycle) { glass in
            try await open(glass)
            let below = try #require(stage.host.current?.top)
            stage.wallet.setLock(.locked(.background))
            try await glass.sees(OpenWithPIN(notice: nil))
            stage.wallet.script { $0.isPolicyExpired = true }
            system.yield(.willEnterForeground)
            // Raised after UC1.2 has checked.
            let supervision = try #require(stage.played.supervision)
            _ = try await supervision.resumes.next(otherThan: 0)
            #expect(!supervision.abort.value)
            stage.wallet.fails(.unlock, .policyExpired)
            stage.enter(Digits.mine)
            #expect(try await glass.next().top == below)
        }
        #expect(stage.rows.contains("UC1.2/3.2b"))
        #expect(stage.rows.count { $0 == "PF1.4/1.1a" } == 2)
    }

    @Test func `a PIN that is refused because the policy has expired is checked again after its renewal`() async throws {
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

    private static let words = LocalizedTexts.sample

    @Test(arguments: [nil, words])
    func `while the backend is closed for work the error says so`(text: WalletConfiguration.LocalizedText?) async throws {
        let now = Int64(stage.clock.now.timeIntervalSince1970)
        for (from, isOpen) in [(now - 10, true), (now + 10, false), (now - 3600, false)] {
            var document = AppConfiguration.sample.document
            document.maintenance = MaintenanceWindow(from: from, until: from + 3600, text: text)
            stage.context.supervision.configuration.set(document)
            let notice: Text? =
                !isOpen
                ? nil
                : text == nil
                    ? "serverUnreachable.maintenance"
                    : Text(
                        "value.text",
                        .localized(.init([.init(locale: "nl", text: "Wij werken."), .init(locale: "en", text: "We work.")])))
            _ = try await stage.play(
                { try await ErrorFlow($0).run(WalletCoreError(.serverUnreachable, "scripted")) },
                script: { glass in try await glass.sees(ServerUnreachable(notice: notice), presses: "ServerUnreachable.retry") })
        }
    }
}

/// A text in both languages.
private enum LocalizedTexts {
    static let sample = WalletConfiguration.LocalizedText(dutch: "Wij werken.", english: "We work.")
}
