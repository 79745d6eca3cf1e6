// SPDX-License-Identifier: EUPL-1.2

import Brands
import Testing
import WalletInterface

@testable import WalletApp

/// UC9.4 Wipe all app data, and UC9.2 Get app information, from everywhere that offers them.
@Suite(.timeLimit(.minutes(20)))
struct WipeAllAppDataTests: Walk {
    let stage: Stage
    private let end = Dashboard(cards: [])

    init() throws {
        stage = try Stage()
        stage.wallet.script { script in
            script.hasRemotePIN = true
            script.hasPID = true
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

    @Test func `answering yes deletes all data, and no lock covers the wipe`() async throws {
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

    @Test func `cancelling returns to the previous screen, and nothing is deleted`() async throws {
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

    @Test func `a disk error during the wipe is named, and a retry wipes again`() async throws {
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

    @Test func `a wipe at launch because of a forgotten PIN leads to a new start`() async throws {
        try await stage.playApp { glass in
            try await launch(glass)
            try await glass.sees(OpenWithPIN(notice: nil), presses: "1.3b")
            try await glass.sees(ForgotPIN(canCreateNewPIN: true), presses: "6.1a")
            try await glass.sees(WipeAppData(), presses: "1.1a")
            try await glass.sees(IntroductionAddingCards(isPaused: false))
        }
    }

    @Test func `a wipe on the lock ends both the flow below and the lock`() async throws {
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

    @Test func `a wipe because of a permanently blocked PIN leads to a new start`() async throws {
        stage.wallet.script { $0.checks = [.permanentlyBlocked] }
        try await stage.playApp { glass in
            try await launch(glass)
            try await glass.sees(OpenWithPIN(notice: nil), enters: Digits.mine)
            try await glass.sees(AppIsBlocked(), presses: "9.1a")
            try await glass.sees(WipeAppData(), presses: "1.1a")
            try await glass.sees(IntroductionAddingCards(isPaused: false))
        }
    }

    @Test func `a wipe because the provider refuses the wallet leads to a new start`() async throws {
        stage.wallet.fails(.unlock, .walletRejected)
        try await stage.playApp { glass in
            try await launch(glass)
            try await glass.sees(OpenWithPIN(notice: nil), enters: Digits.mine)
            try await glass.sees(WalletRejected(), presses: "Generic.delete")
            try await glass.sees(WipeAppData(), presses: "1.1a")
            try await glass.sees(IntroductionAddingCards(isPaused: false))
        }
    }

    @Test func `a wipe because the store breaks while the app runs leads to a new start`() async throws {
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

    @Test func `LTC28 LTC29 the user can read the app's information and its privacy statement, and return`() async throws {
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
        #expect(stage.left.places == [.browser(Brand.nlWallet.website)])
    }
}
