// SPDX-License-Identifier: EUPL-1.2

import Testing
import WalletInterface

@testable import WalletApp

/// UC9.4 Wipe all app data, and UC9.2 Get app information, from everywhere that offers them.
@Suite(.timeLimit(.minutes(5)))
struct WipeAllAppDataTests: Walk {
    let stage: Stage
    private let end = Dashboard(cards: [])

    init() throws {
        stage = try Stage()
        stage.wallet.script { script in
            script.hasRemotePIN = true
            script.hasPID = true
            script.isLockEnforced = true
        }
    }

    private func launch(_ glass: ScriptedGlass) async throws {
        try await glass.sees(Splash())
        stage.clock.advance(by: 1)
    }

    private func open(_ glass: ScriptedGlass) async throws {
        try await launch(glass)
        try await glass.sees(OpenWithPIN(notice: nil), enters: Digits.mine)
        try await glass.sees(end)
    }

    private func openSettings(_ glass: ScriptedGlass) async throws {
        stage.press("UC7.1/1.1e")
        try await glass.sees(AppMenu(), presses: "1.1e")
    }

    private var wipes: Int { stage.wallet.calls.count { $0 == .wipe } }

    @Test func `yes deletes everything, and no lock comes over it`() async throws {
        try await stage.playApp { glass in
            try await open(glass)
            try await openSettings(glass)
            try await glass.sees(SettingsMenu(), presses: "2.1e")
            try await glass.sees(WipeAppData(), presses: "1.1a")
            try await glass.sees(IntroductionAddingCards(isPaused: false))
        }
        #expect(wipes == 1)
        #expect(stage.rows.suffix(5) == ["UC9.4/1.1", "UC9.4/1.1a", "wipe/1", "wipe/1a", "UC1.1/1.1"])
        #expect(!stage.rows.contains("UC2.3/1.2"))
    }

    @Test func `cancel goes back, and nothing is deleted`() async throws {
        try await stage.playApp { glass in
            try await open(glass)
            try await openSettings(glass)
            try await glass.sees(SettingsMenu(), presses: "2.1e")
            try await glass.sees(WipeAppData(), presses: "1.1b")
            try await glass.sees(SettingsMenu())
        }
        #expect(wipes == 0)
        #expect(stage.rows.contains("UC9.4/1.1b"))
    }

    @Test func `a disk that refuses is named, and a retry deletes again`() async throws {
        stage.wallet.fails(.wipe, .storeFull, .storeFull)
        try await stage.playApp { glass in
            try await open(glass)
            try await openSettings(glass)
            try await glass.sees(SettingsMenu(), presses: "2.1e")
            try await glass.sees(WipeAppData(), presses: "1.1a")
            // The wallet has locked in the meantime; a half-erased wallet cannot be unlocked.
            try await glass.sees(StoreProblem(problem: .full), presses: "Generic.retry")
            try await glass.sees(StoreProblem(problem: .full), presses: "Generic.retry")
            try await glass.sees(IntroductionAddingCards(isPaused: false))
        }
        #expect(wipes == 3)
    }

    @Test func `chosen at launch for a forgotten PIN, the wipe leads to a new start`() async throws {
        try await stage.playApp { glass in
            try await launch(glass)
            try await glass.sees(OpenWithPIN(notice: nil), presses: "1.3b")
            try await glass.sees(ForgotPIN(canCreateNewPIN: true), presses: "6.1a")
            try await glass.sees(WipeAppData(), presses: "1.1a")
            try await glass.sees(IntroductionAddingCards(isPaused: false))
        }
    }

    @Test func `chosen on the lock it ends the flow below, and the lock is gone`() async throws {
        try await stage.playApp { glass in
            try await open(glass)
            stage.wallet.setLock(.locked(.inactivity))
            try await glass.sees(OpenWithPIN(notice: nil), presses: "1.3b")
            try await glass.sees(ForgotPIN(canCreateNewPIN: true), presses: "6.1a")
            try await glass.sees(WipeAppData(), presses: "1.1b")
            try await glass.sees(ForgotPIN(canCreateNewPIN: true), presses: "6.1a")
            try await glass.sees(WipeAppData(), presses: "1.1a")
            try await glass.sees(IntroductionAddingCards(isPaused: false), presses: "1.1b")
            try await glass.sees(PrivacyConsiderations())
        }
    }

    @Test func `chosen when the PIN is permanently blocked, the wipe leads to a new start`() async throws {
        stage.wallet.script { $0.checks = [.permanentlyBlocked] }
        try await stage.playApp { glass in
            try await launch(glass)
            try await glass.sees(OpenWithPIN(notice: nil), enters: Digits.mine)
            try await glass.sees(AppIsBlocked(), presses: "9.1a")
            try await glass.sees(WipeAppData(), presses: "1.1a")
            try await glass.sees(IntroductionAddingCards(isPaused: false))
        }
    }

    @Test func `chosen when the provider refuses the wallet, the wipe leads to a new start`() async throws {
        stage.wallet.fails(.unlock, .walletRejected)
        try await stage.playApp { glass in
            try await launch(glass)
            try await glass.sees(OpenWithPIN(notice: nil), enters: Digits.mine)
            try await glass.sees(WalletRejected(), presses: "Generic.delete")
            try await glass.sees(WipeAppData(), presses: "1.1a")
            try await glass.sees(IntroductionAddingCards(isPaused: false))
        }
    }

    @Test func `chosen for a store that breaks while the app runs, the wipe leads to a new start`() async throws {
        stage.wallet.fails(.unlock, .storeDamaged)
        try await stage.playApp { glass in
            try await launch(glass)
            try await glass.sees(OpenWithPIN(notice: nil), enters: Digits.mine)
            try await glass.sees(StoreProblem(problem: .damaged), presses: "Generic.delete")
            try await glass.sees(WipeAppData(), presses: "1.1b")
            try await glass.sees(StoreProblem(problem: .damaged), presses: "Generic.delete")
            try await glass.sees(WipeAppData(), presses: "1.1a")
            try await glass.sees(IntroductionAddingCards(isPaused: false))
        }
        #expect(wipes == 1)
    }

    // MARK: UC9.2

    @Test func `LTC28 LTC29 the app's information is read, with its privacy statement, and left again`() async throws {
        try await stage.playApp { glass in
            try await open(glass)
            stage.press("UC7.1/1.1e")
            try await glass.sees(AppMenu(), presses: "1.1g")
            try await glass.sees(AboutApp(), presses: "1.1b")
            try await glass.sees(PrivacyStatement(design: "UC9.2"), presses: "2.1a")
            try await glass.sees(AboutApp(), presses: "1.1a")
            try await glass.sees(AboutApp(), presses: "1.1c")
            try await glass.sees(AppMenu(), presses: "1.1h")
            try await glass.sees(end)
        }
        #expect(stage.left.places == AboutApp.website.map { [.browser($0)] })
    }
}
