// SPDX-License-Identifier: EUPL-1.2

import Foundation
import PlatformSupport
import Testing
import WalletConfiguration
import WalletInterface

@testable import WalletApp

/// Events that end every flow: a block, a revocation, and the destruction of the user interface.
@Suite(.timeLimit(.minutes(20)))
struct AbortTests: Walk {
    let stage: Stage

    init() throws {
        stage = try Stage()
        stage.wallet.script { script in
            script.hasRemotePIN = true
        }
    }

    /// The place of the app when the event occurs.
    enum Place: String, CaseIterable {
        case introduction, choosePIN, openWithPIN, forgotPIN, secured, code, warning, lock, lockForgotPIN, wipe
    }

    private func go(to place: Place, _ glass: ScriptedGlass) async throws {
        if [.introduction, .choosePIN].contains(place) { stage.wallet.script { $0.hasRemotePIN = false } }
        if place == .wipe { stage.wallet.script { $0.hasPID = true } }
        try await glass.sees(Splash())
        stage.clock.advance(by: 1)
        switch place {
        case .introduction: return _ = try await glass.sees(IntroductionAddingCards(isPaused: false))
        case .choosePIN:
            try await glass.sees(IntroductionAddingCards(isPaused: false), presses: "1.1b")
            try await glass.sees(PrivacyConsiderations(), presses: "1.4b")
            return _ = try await glass.sees(ChoosePIN())
        case .openWithPIN: return _ = try await glass.sees(OpenWithPIN(notice: nil))
        case .forgotPIN:
            try await glass.sees(OpenWithPIN(notice: nil), presses: "1.3b")
            return _ = try await glass.sees(ForgotPIN(canCreateNewPIN: false))
        default: try await glass.sees(OpenWithPIN(notice: nil), enters: Digits.mine)
        }
        if place == .wipe {
            try await glass.sees(Dashboard(cards: []), presses: "1.1e")
            try await glass.sees(AppMenu(), presses: "1.1e")
            try await glass.sees(SettingsMenu(), presses: "2.1e")
            return _ = try await glass.sees(WipeAppData())
        }
        try await glass.sees(WalletSecured(biometrics: nil))
        if place == .secured { return }
        stage.press("UC2.1/1.5a")
        try await glass.sees(WriteDownDeletionCode(code: FakeWallet.code))
        switch place {
        case .warning:
            let locksAt = stage.clock.now.addingTimeInterval(60)
            stage.wallet.setLock(.inactive(locksAt: locksAt))
            try await glass.sees(InactivityWarning(locksAt: locksAt))
        case .lock, .lockForgotPIN:
            stage.wallet.setLock(.locked(.inactivity))
            try await glass.sees(OpenWithPIN(notice: nil))
            guard place == .lockForgotPIN else { return }
            stage.press("UC2.3/1.3b")
            try await glass.sees(ForgotPIN(canCreateNewPIN: false))
        default: return
        }
    }

    @Test(arguments: Place.allCases)
    func `a blocked version ends every flow, and the app continues at UC1_2 after the block`(_ place: Place) async throws {
        try await stage.playApp { glass in
            try await go(to: place, glass)
            stage.wallet.verdicts.set(.block(isUpdateAvailable: false))
            let shown = try await glass.sees(VersionBlocked(platform: stage.platform))
            #expect(shown.below == nil)
            stage.wallet.verdicts.set(.block(isUpdateAvailable: true))
            try await glass.sees(UpdateNeeded(platform: stage.platform))
            stage.wallet.verdicts.set(.ok)
            if stage.wallet.present.hasRemotePIN {
                try await glass.sees(OpenWithPIN(notice: nil))
            } else {
                try await glass.sees(IntroductionAddingCards(isPaused: false))
            }
        }
    }

    @Test(arguments: Place.allCases)
    func `a revoked wallet ends every flow`(_ place: Place) async throws {
        try await stage.playApp { glass in
            try await go(to: place, glass)
            stage.wallet.statuses.set(.revoked(.walletByAdmin, canRegisterNewWallet: true))
            let shown = try await glass.sees(WalletBlocked(), presses: "3.1c")
            #expect(shown.below == nil)
            try await glass.sees(IntroductionAddingCards(isPaused: false))
        }
    }

    @Test(arguments: [Place.openWithPIN, .code, .lock])
    func `the app waits while the core erases a revoked wallet, then rebinds and shows the reason`(_ place: Place) async throws {
        try await stage.playApp { glass in
            try await go(to: place, glass)
            stage.wallet.fails(.applyUpdatePolicy, .notInitialized)
            stage.wallet.statuses.set(.revoked(.byUser, canRegisterNewWallet: true))
            try await glass.sees(Splash())
            stage.clock.advance(by: 1)
            try await glass.sees(WalletDeleted())
        }
        #expect(stage.wallet.calls.last == .rebind)
    }

    @Test func `an app that cannot observe the core during an erasure restarts`() async throws {
        stage.wallet.fails(.setLockStream, .notInitialized)
        let gate = stage.wallet.holds(.applyUpdatePolicy)
        defer { gate.open() }
        try await stage.playApp { glass in
            try await glass.sees(Splash())
            stage.clock.advance(by: 1)
            try await glass.sees(Splash())
            gate.open()
            stage.clock.advance(by: 1)
            try await glass.sees(OpenWithPIN(notice: nil), enters: Digits.mine)
            try await glass.sees(WalletSecured(biometrics: nil))
            // The app observes the lock again.
            stage.wallet.statuses.value = .revoked(.walletByAdmin, canRegisterNewWallet: true)
            stage.wallet.setLock(.locked(.refused))
            try await glass.sees(WalletBlocked())
        }
    }

    @Test func `a lock that the core sets because of a block asks for no PIN`() async throws {
        try await stage.playApp { glass in
            try await go(to: .code, glass)
            stage.wallet.verdicts.value = .block(isUpdateAvailable: true)
            stage.wallet.setLock(.locked(.refused))
            try await glass.sees(UpdateNeeded(platform: stage.platform))
        }
    }

    @Test func `a PIN that was blocked at another place leads to the PIN screen, which shows the reason`() async throws {
        stage.wallet.script { $0.checks = [.valid, .permanentlyBlocked] }
        try await stage.playApp { glass in
            try await go(to: .code, glass)
            stage.wallet.setLock(.locked(.refused))
            try await glass.sees(OpenWithPIN(notice: nil), enters: Digits.mine)
            try await glass.sees(AppIsBlocked())
        }
    }

    @Test func `a call that is refused because of a block leads to the block screen without an error`() async throws {
        try await stage.playApp { glass in
            try await go(to: .secured, glass)
            stage.wallet.fails(.revocationCode, .versionBlocked)
            stage.wallet.verdicts.value = .block(isUpdateAvailable: true)
            stage.press("UC2.1/1.5a")
            try await glass.sees(UpdateNeeded(platform: stage.platform))
        }
    }

    @Test(arguments: Place.allCases)
    func `a destroyed user interface leaves no task behind, and the next interface starts locked`(_ place: Place) async throws {
        try await stage.playApp { glass in try await go(to: place, glass) }
        let next = try Stage(over: stage.wallet)
        try await next.playApp { glass in
            try await glass.sees(Splash())
            next.clock.advance(by: 1)
            if stage.wallet.present.hasRemotePIN {
                try await glass.sees(OpenWithPIN(notice: nil))
                #expect(!stage.wallet.present.isUnlocked)
            } else {
                try await glass.sees(IntroductionAddingCards(isPaused: false))
            }
        }
        #expect(next.wallet.calls.last == .rebind)
    }
}
