// SPDX-License-Identifier: EUPL-1.2

import PlatformSupport
import Testing
import WalletInterface

@testable import WalletApp

/// UC2.3/1.2: the biometric ladder of an Android phone, which counts mismatches itself.
@Suite(.timeLimit(.minutes(5)))
struct AndroidLadderTests: Walk {
    let stage: Stage

    init() throws {
        stage = try Stage(on: .android)
        stage.wallet.script { script in
            script.hasRemotePIN = true
            script.isRevocationCodeConfirmed = true
            script.isBiometricUnlockEnabled = true
        }
    }

    private func unlock(
        scans: [BiometricUnlock], script: @escaping @Sendable (ScriptedGlass) async throws -> Void = { _ in }
    ) async throws -> UnlockTheApp.Outcome {
        stage.wallet.script { $0.scans = scans }
        return try await stage.play({ try await UnlockTheApp($0).run(over: .nothing) }, script: script)
    }

    private var uses: (scans: Int, pins: Int) {
        let scans = stage.wallet.calls.count { call in if case .unlockWithBiometrics = call { true } else { false } }
        let pins = stage.wallet.calls.count { call in if case .unlock = call { true } else { false } }
        return (scans, pins)
    }

    @Test func `LTC39 four wrong fingers may be tried again, and the fifth leaves only the PIN`() async throws {
        let next = try await unlock(scans: Array(repeating: .notRecognised, count: 4) + [.notRecognisedForTheLastTime]) { glass in
            for _ in 1...4 {
                let message = try await glass.sees(FingerprintNotRecognised(), presses: "4.1b")
                #expect(message.top.style == .systemPrompt)
                #expect(message.below?.screen == "ScanBiometrics")
            }
            try await glass.sees(TooManyScans(), presses: "5.1a")
            try await glass.sees(FingerprintNotRecognisedEnterPIN(), presses: "5.2a")
            try await glass.sees(OpenWithPIN(notice: nil), enters: Digits.mine)
        }
        #expect(next == .goTo(.obtainPID))
        #expect(uses == (5, 1))
        #expect(stage.rows.count { $0 == "UC2.3/1.2d" } == 4)
        #expect(stage.rows.count { $0 == "UC2.3/1.2" } == 5)
        #expect(Set(["UC2.3/1.2b", "UC2.3/1.2c", "UC2.3/1.2g"]).isDisjoint(with: stage.rows))
    }

    @Test(arguments: 1...4)
    func `after each wrong finger the message can be closed for the PIN`(_ failures: Int) async throws {
        _ = try await unlock(scans: Array(repeating: .notRecognised, count: failures)) { glass in
            for _ in 1..<failures { try await glass.sees(FingerprintNotRecognised(), presses: "4.1b") }
            try await glass.sees(FingerprintNotRecognised(), presses: "4.1a")
            try await glass.sees(OpenWithPIN(notice: nil), enters: Digits.mine)
        }
        #expect(uses == (failures, 1))
    }

    @Test(arguments: 1...4)
    func `after wrong fingers the right one opens, and the PIN is not asked for`(_ failures: Int) async throws {
        let next = try await unlock(scans: Array(repeating: .notRecognised, count: failures) + [.unlocked]) { glass in
            for _ in 1...failures { try await glass.sees(FingerprintNotRecognised(), presses: "4.1b") }
        }
        #expect(next == .goTo(.obtainPID))
        #expect(uses == (failures + 1, 0))
    }

    @Test func `the phone counts: its first answer may be that it was the fifth`() async throws {
        _ = try await unlock(scans: [.notRecognisedForTheLastTime]) { glass in
            try await glass.sees(TooManyScans(), presses: "5.1a")
            try await glass.sees(FingerprintNotRecognisedEnterPIN(), presses: "5.2a")
            try await glass.sees(OpenWithPIN(notice: nil), enters: Digits.mine)
        }
        #expect(!stage.rows.contains("UC2.3/1.2d"))
    }

    @Test func `a sensor that was locked before is no fifth failure, and the PIN screen says why`() async throws {
        _ = try await unlock(scans: [.lockedOut]) { glass in
            try await glass.sees(OpenWithPIN(notice: "openWithPIN.lockedOut.fingerprint"), enters: Digits.mine)
        }
        #expect(stage.rows.contains("UC2.3/1.2g") && !stage.rows.contains("UC2.3/1.2e"))
    }

    @Test(arguments: [
        ("cancelled", BiometricUnlock.cancelled, Text?.none), ("locked out", .lockedOut, "openWithPIN.lockedOut.fingerprint"),
        ("enrolled anew", .enrolmentChanged, "openWithPIN.enrolmentChanged.fingerprint"),
    ])
    func `the steps after a mismatch are the same as before it`(_ name: String, _ scan: BiometricUnlock, _ notice: Text?) async throws {
        _ = try await unlock(scans: [.notRecognised, scan]) { glass in
            try await glass.sees(FingerprintNotRecognised(), presses: "4.1b")
            try await glass.sees(OpenWithPIN(notice: notice), enters: Digits.mine)
        }
        #expect(uses == (2, 1))
    }

    @Test func `an app that is killed on any rung stays locked, and leaves nothing`() async throws {
        for rung in 1...3 {
            let stage = try Stage(over: stage.wallet, on: .android)
            stage.wallet.script { $0.scans = [.notRecognised, .notRecognisedForTheLastTime] }
            try await stage.playUntilKilled({ _ = try await UnlockTheApp($0).run(over: .nothing) }) { glass in
                if rung == 1 {
                    try await glass.sees(FingerprintNotRecognised())
                    return
                }
                try await glass.sees(FingerprintNotRecognised(), presses: "4.1b")
                if rung == 2 {
                    try await glass.sees(TooManyScans())
                    return
                }
                try await glass.sees(TooManyScans(), presses: "5.1a")
                try await glass.sees(FingerprintNotRecognisedEnterPIN())
            }
            #expect(!stage.wallet.present.isUnlocked)
        }
    }
}
