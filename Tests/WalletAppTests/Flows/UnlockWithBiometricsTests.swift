// SPDX-License-Identifier: EUPL-1.2

import Testing
import WalletCore

@testable import WalletApp

/// UC2.3/1.2: the biometric ladder of an iPhone.
@Suite(.timeLimit(.minutes(1)))
struct UnlockWithBiometricsTests: Walk {
    let stage: Stage

    init() throws {
        stage = try Stage()
        stage.wallet.script { script in
            script.hasRemotePIN = true
            script.isRevocationCodeConfirmed = true
            script.isBiometricUnlockEnabled = true
        }
    }

    private func unlock(
        scans: BiometricUnlock..., script: @escaping @Sendable (ScriptedGlass) async throws -> Void = { _ in }
    ) async throws -> UseCase {
        stage.wallet.script { $0.scans = scans }
        return try await stage.play({ try await UnlockTheApp($0).run() }, script: script)
    }

    /// How many times the sensor and the PIN were used.
    private var uses: (scans: Int, pins: Int) {
        let scans = stage.wallet.calls.count { call in if case .unlockWithBiometrics = call { true } else { false } }
        let pins = stage.wallet.calls.count { call in if case .unlock = call { true } else { false } }
        return (scans, pins)
    }

    @Test func `LTC38 the right biometric opens the wallet without a PIN`() async throws {
        stage.wallet.script { $0.hasPID = true }
        #expect(try await unlock(scans: .unlocked) == .showAllCards)
        let prompt = stage.catalog.string("prompt.unlock", in: .english)
        #expect(stage.wallet.calls == [.unlockWithBiometrics(prompt: prompt)])
        #expect(prompt != "prompt.unlock")
    }

    @Test func `while the system scans, the screen below takes no answers`() async throws {
        let gate = stage.wallet.holds(.unlockWithBiometrics)
        _ = try await unlock(scans: .unlocked) { glass in
            let shown = try await glass.seesAtWork(ScanBiometrics())
            #expect(shown.top.controls.isEmpty)
            gate.open()
        }
    }

    @Test func `LTC39 a wrong biometric may be tried again, and is right then`() async throws {
        let next = try await unlock(scans: .notRecognised, .unlocked) { glass in
            let prompt = try await glass.sees(BiometricNotRecognised(), presses: "2.1b")
            #expect(prompt.below?.screen == "ScanBiometrics")
            #expect(prompt.top.style == .systemPrompt)
        }
        #expect(next == .obtainPID)
        #expect(uses == (2, 0))
    }

    @Test(arguments: ["3.1a", "3.1b"])
    func `LTC39 a second wrong biometric leaves only the PIN`(_ control: String) async throws {
        let next = try await unlock(scans: .notRecognised, .notRecognised) { glass in
            try await glass.sees(BiometricNotRecognised(), presses: "2.1b")
            try await glass.sees(BiometricNotRecognisedEnterPIN(), presses: control)
            try await glass.sees(OpenWithPIN(notice: nil), enters: Digits.mine)
        }
        #expect(next == .obtainPID)
        #expect(uses == (2, 1))
    }

    @Test func `after one wrong biometric the prompt can be closed for the PIN`() async throws {
        _ = try await unlock(scans: .notRecognised) { glass in
            try await glass.sees(BiometricNotRecognised(), presses: "2.1a")
            try await glass.sees(OpenWithPIN(notice: nil), enters: Digits.mine)
        }
        #expect(uses == (1, 1))
    }

    @Test func `a scan that the user cancels leads to the PIN without a reproach`() async throws {
        _ = try await unlock(scans: .cancelled) { glass in
            try await glass.sees(OpenWithPIN(notice: nil), enters: Digits.mine)
        }
        #expect(stage.rows.contains("UC2.3/1.2f"))
    }

    @Test(arguments: [
        (BiometricUnlock.lockedOut, Text("openWithPIN.lockedOut")), (.enrolmentChanged, Text("openWithPIN.enrolmentChanged")),
    ])
    func `when the sensor cannot be used the PIN screen says why, also after a wrong PIN`(
        _ scan: BiometricUnlock, _ notice: Text
    ) async throws {
        stage.wallet.script { $0.checks = [.invalid(attemptsLeftInRound: 3, isFinalRound: false)] }
        _ = try await unlock(scans: scan) { glass in
            try await glass.sees(OpenWithPIN(notice: notice), enters: Digits.other)
            try await glass.sees(WrongPIN(step: "2.1"), presses: "2.1a")
            try await glass.sees(OpenWithPIN(notice: notice), enters: Digits.mine)
        }
        #expect(stage.rows.contains("UC2.3/1.2g"))
        #expect(uses == (1, 2))
    }

    @Test func `while a PIN change is to be settled the PIN is asked for instead`() async throws {
        _ = try await unlock(scans: .pinChangePending) { glass in
            try await glass.sees(OpenWithPIN(notice: nil), enters: Digits.mine)
        }
        #expect(uses == (1, 1))
    }

    @Test func `an app that is killed during a scan stays locked`() async throws {
        let gate = stage.wallet.holds(.unlockWithBiometrics)
        defer { gate.open() }
        try await stage.playUntilKilled({ _ = try await UnlockTheApp($0).run() }) { glass in
            try await glass.seesAtWork(ScanBiometrics())
        }
        #expect(try await !stage.wallet.isUnlocked())
    }
}
