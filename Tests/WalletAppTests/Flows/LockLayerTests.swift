// SPDX-License-Identifier: EUPL-1.2

import PlatformSupport
import Testing
import WalletConfiguration
import WalletInterface

@testable import WalletApp

/// The lock covers a flow without cancelling anything, at every screen and during any work.
@Suite(.timeLimit(.minutes(20)))
struct LockLayerTests: Walk {
    let stage: Stage

    init() throws {
        stage = try Stage()
        stage.wallet.script { [sensor = stage.sensor] script in
            script.hasRemotePIN = true
            script.biometricAvailability = .available(sensor)
        }
    }

    /// The flow's place when the wallet locks, in a wallet that is set up except for its deletion code.
    enum Place: String, CaseIterable {
        case configure, secured, code, codeHelp, end, about, privacy, wipe, menu
    }

    private func open(_ glass: ScriptedGlass) async throws {
        try await glass.sees(Splash())
        stage.clock.advance(by: 1)
        try await glass.sees(OpenWithPIN(notice: nil), enters: Digits.mine)
    }

    /// Goes to a place and returns its screen.
    private func go(to place: Place, _ glass: ScriptedGlass) async throws -> any Screen {
        let isSetUp = [Place.end, .about, .privacy, .wipe, .menu].contains(place)
        if isSetUp { stage.wallet.script { $0.hasPID = true } }
        try await open(glass)
        let configure = ConfigureBiometrics(kind: stage.sensor, didFail: false)
        let end = Dashboard(cards: [])
        switch place {
        case .configure: return configure
        case .secured:
            try await glass.sees(configure, presses: "1.3b")
            return WalletSecured(biometrics: nil)
        case .code, .codeHelp:
            try await glass.sees(configure, presses: "1.3b")
            try await glass.sees(WalletSecured(biometrics: nil), presses: "1.5a")
            guard place == .codeHelp else { return WriteDownDeletionCode(code: FakeWallet.code) }
            try await glass.sees(WriteDownDeletionCode(code: FakeWallet.code), presses: "1.6b")
            return HelpPage(
                topic: "UC2.1", details: SupportDetails(configuration: 1), support: AppConfiguration.sample.document.support)
        case .end: return end
        case .menu:
            try await glass.sees(end, presses: "1.1e")
            return AppMenu()
        case .about:
            try await glass.sees(end, presses: "1.1e")
            try await glass.sees(AppMenu(), presses: "1.1g")
            return AboutApp()
        case .privacy:
            try await glass.sees(end, presses: "1.1e")
            try await glass.sees(AppMenu(), presses: "1.1g")
            try await glass.sees(AboutApp(), presses: "1.1b")
            return PrivacyStatement(design: "UC9.2")
        case .wipe:
            try await glass.sees(end, presses: "1.1e")
            try await glass.sees(AppMenu(), presses: "1.1e")
            try await glass.sees(SettingsMenu(sensor: stage.sensor), presses: "2.1e")
            return WipeAppData()
        }
    }

    /// Locks, checks the lock, unlocks, and checks the screen again.
    private func lockAndUnlock(_ screen: any Screen, _ glass: ScriptedGlass, _ lock: () async -> Void) async throws {
        let before = try await glass.sees(screen)
        await lock()
        let cover = try await glass.sees(OpenWithPIN(notice: nil))
        #expect(cover.below == nil)
        for control in before.top.controls {
            #expect(!stage.host.submit(Answer(ticket: before.ticket, control: control, value: nil)))
        }
        stage.enter(Digits.mine)
        let after = try await glass.sees(screen)
        #expect(after.top == before.top)
        #expect(after.below == before.below)
        #expect(after.direction == .none)
    }

    @Test(arguments: Place.allCases, [LockReason.inactivity, .background, .deviceLocked])
    func `on every screen a lock covers the flow, and the flow is unchanged after each unlock`(_ place: Place, _ reason: LockReason)
        async throws
    {
        try await stage.playApp { glass in
            let screen = try await go(to: place, glass)
            try await lockAndUnlock(screen, glass) { stage.wallet.setLock(.locked(reason)) }
            // After covering and uncovering, the screen is shown again.
            stage.host.raise(.lock)
            stage.host.lower(.lock)
            try await lockAndUnlock(screen, glass) { stage.wallet.setLock(.locked(reason)) }
        }
        #expect(stage.wallet.calls.count { $0 == .rebind || $0 == .initialize } == 1)
    }

    @Test func `logging out in the menu locks the wallet, and the next unlock leads to the dashboard`() async throws {
        try await stage.playApp { glass in
            let screen = try await go(to: .menu, glass)
            try await glass.sees(screen)
            stage.press("UC9.1/1.1i")
            try await glass.sees(OpenWithPIN(notice: nil), enters: Digits.mine)
            try await glass.sees(Dashboard(cards: []))
        }
        #expect(stage.rows.contains("UC9.7/2.1"))
    }

    @Test func `a late report of a lock before the unlock does not ask for a PIN`() async throws {
        stage.wallet.script { $0.hasPID = true }
        try await stage.playApp { glass in
            try await open(glass)
            try await glass.sees(Dashboard(cards: []))
            stage.wallet.locks.set(.locked(.background))
            try await glass.sees(Dashboard(cards: []))
        }
    }

    @Test func `an unlock over a flow with a PID resumes it`() async throws {
        stage.wallet.script { $0.hasPID = true }
        try await stage.playApp { glass in
            try await open(glass)
            try await lockAndUnlock(Dashboard(cards: []), glass) { stage.wallet.setLock(.locked(.background)) }
        }
        #expect(stage.rows.contains("UC2.3/1.7a"))
    }

    // MARK: Calls that are refused

    @Test func `a call refused because of a lock waits for the unlock and is repeated without an error`() async throws {
        try await stage.playApp { glass in
            let screen = try await go(to: .configure, glass)
            try await glass.sees(screen)
            // The wallet has locked, and the app does not know yet.
            stage.wallet.script { $0.isUnlocked = false }
            stage.press("UC2.1/1.3a")
            try await glass.sees(OpenWithPIN(notice: nil), enters: Digits.mine)
            try await glass.sees(WalletSecured(biometrics: stage.sensor))
        }
        #expect(stage.wallet.calls.count { if case .enableBiometricUnlock = $0 { true } else { false } } == 2)
    }

    @Test func `a flow that works during a lock shows its next screen after the unlock`() async throws {
        let gate = stage.wallet.holds(.revocationCode)
        defer { gate.open() }
        try await stage.playApp { glass in
            let screen = try await go(to: .secured, glass)
            try await glass.sees(screen, presses: "1.5a")
            stage.wallet.setLock(.locked(.inactivity))
            try await glass.sees(OpenWithPIN(notice: nil))
            gate.open()
            stage.enter(Digits.mine)
            try await glass.sees(WriteDownDeletionCode(code: FakeWallet.code))
        }
    }

    @Test func `a wallet that locks again during the PIN check asks for the PIN again`() async throws {
        stage.wallet.fails(.unlock, .locked)
        try await stage.playApp { glass in
            try await open(glass)
            try await glass.sees(OpenWithPIN(notice: nil), enters: Digits.mine)
            try await glass.sees(ConfigureBiometrics(kind: stage.sensor, didFail: false))
        }
    }

    // MARK: On the lock

    @Test func `a screen of UC2_3 on the lock stays when the wallet locks again, and its back button still works`() async throws {
        try await stage.playApp { glass in
            let screen = try await go(to: .code, glass)
            let before = try await glass.sees(screen)
            stage.wallet.setLock(.locked(.inactivity))
            for (press, sub) in [("1.3b", ForgotPIN(canCreateNewPIN: false) as any Screen), ("1.3c", AboutApp())] {
                try await glass.sees(OpenWithPIN(notice: nil), presses: press)
                try await glass.sees(sub)
                let shown = stage.host.current
                stage.wallet.setLock(.locked(.deviceLocked))
                #expect(stage.host.current == shown)
                #expect(shown?.below == nil)
                stage.press(press == "1.3b" ? "UC2.3/6.1b" : "UC9.2/1.1c")
            }
            stage.wallet.script { $0.checks = [.invalid(attemptsLeftInRound: 3, isFinalRound: false)] }
            try await glass.sees(OpenWithPIN(notice: nil), enters: Digits.other)
            let prompt = try await glass.sees(WrongPIN(step: "2.1"), presses: "2.1a")
            #expect(prompt.below?.screen == "OpenWithPIN")
            try await glass.sees(OpenWithPIN(notice: nil), enters: Digits.mine)
            #expect(try await glass.sees(screen).top == before.top)
        }
    }

    @Test func `an error during the unlock is shown on the lock, and a restart ends the flow below`() async throws {
        try await stage.playApp { glass in
            let screen = try await go(to: .code, glass)
            try await glass.sees(screen)
            stage.wallet.fails(.unlock, .unexpected)
            stage.wallet.setLock(.locked(.inactivity))
            try await glass.sees(OpenWithPIN(notice: nil), enters: Digits.mine)
            let error = try await glass.sees(GenericError(code: "X-01"), presses: "Generic.restart")
            #expect(error.below == nil)
            try await open(glass)
            // The streams were set up again: the lock still works.
            try await lockAndUnlock(ConfigureBiometrics(kind: stage.sensor, didFail: false), glass) {
                stage.wallet.setLock(.locked(.inactivity))
            }
        }
    }

    @Test func `at launch no other layer covers UC2_3`() async throws {
        try await stage.playApp { glass in
            try await glass.sees(Splash())
            stage.clock.advance(by: 1)
            let shown = try await glass.sees(OpenWithPIN(notice: nil))
            stage.wallet.setLock(.locked(.deviceLocked))
            stage.wallet.setLock(.locked(.background))
            #expect(stage.host.current == shown)
        }
        #expect(!stage.rows.contains("UC9.7/1.1e"))
    }
}
