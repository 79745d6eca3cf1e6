// SPDX-License-Identifier: EUPL-1.2

import PlatformSupport
import Testing
import WalletInterface

@testable import WalletApp

/// UC2.3/1.2 on Android: the prompt keeps scanning after a mismatch and counts the mismatches itself.
@Suite(.timeLimit(.minutes(20)))
struct AndroidLadderTests: Walk {
    let stage: Stage

    init() throws {
        stage = try Stage(in: .locked, on: .android)
        stage.wallet.script { script in
            script.isRevocationCodeConfirmed = true
            script.isBiometricUnlockEnabled = true
        }
    }

    /// Plays a prompt that leads to the PIN.
    ///
    /// - Returns: the rows from 1.2 to the PIN.
    private func played(_ scan: BiometricUnlockResult, notice: Text? = nil) async throws -> [String] {
        stage.wallet.script { $0.scans = [scan] }
        _ = try await stage.play({ try await UnlockTheApp($0).run(over: .nothing) }) { glass in
            try await glass.sees(OpenWithPIN(notice: notice), enters: Digits.mine)
        }
        return stage.rows.map { String($0.description.dropFirst(6)) }.drop { $0 != "1.2" }.prefix { $0 != "1.3" }.map(\.self)
    }

    private static let again = ["1.2d", "4.1", "4.1b", "1.2"]

    @Test func `LTC39 after each of four wrong fingers the user may try again, and the fifth leaves only the PIN`() async throws {
        let rows = try await played(.wrongFingers)
        #expect(rows == ["1.2"] + Self.again + Self.again + Self.again + Self.again + ["1.2e", "5.1", "5.1a", "5.2", "5.2a"])
    }

    @Test(arguments: 1...4, [BiometricPromptMessage.Choice.close, .fallback])
    func `after each wrong finger the user can close the prompt and use the PIN`(
        _ failures: Int, _ choice: BiometricPromptMessage.Choice
    ) async throws {
        let shown = Array(repeating: BiometricPromptMessage.scannedOn, count: failures - 1) + [BiometricPromptMessage(.scansOn, choice)]
        let rows = try await played(BiometricUnlockResult(choice == .close ? .cancelled : .fallback, after: shown))
        #expect(rows.suffix(3) == ["1.2d", "4.1", "4.1a"])
        #expect(rows.count { $0 == "1.2d" } == failures)
    }

    @Test(arguments: 1...4)
    func `a right finger after wrong fingers opens the wallet without a PIN`(_ failures: Int) async throws {
        let shown = Array(repeating: BiometricPromptMessage.scannedOn, count: failures)
        stage.wallet.script { $0.scans = [BiometricUnlockResult(.unlocked, after: shown)] }
        let next = try await stage.play {
            try await UnlockTheApp($0).run(over: .nothing)
        } script: { _ in
        }
        #expect(next == .goTo(.obtainPID))
        #expect(stage.rows.count { $0 == "UC2.3/1.2d" } == failures)
        #expect(stage.rows.contains("UC2.3/1.2a"))
    }

    @Test func `the phone's own count decides: the first failure may already lock the sensor`() async throws {
        let shown = [BiometricPromptMessage.lockout, BiometricPromptMessage(.leavesFallback, .fallback)]
        #expect(try await played(BiometricUnlockResult(.lockedOut, after: shown)) == ["1.2", "1.2e", "5.1", "5.1a", "5.2", "5.2a"])
    }

    @Test func `a sensor that was already locked shows its reason on the PIN screen and counts no failure`() async throws {
        stage.wallet.script { $0.biometricAvailability = .lockedOut(.fingerprint) }
        #expect(try await played(.lockedOut, notice: "openWithPIN.lockedOut.fingerprint") == ["1.2", "1.2g"])
    }

    @Test(arguments: [
        ("locked out", BiometricUnlock.lockedOut, "openWithPIN.lockedOut.fingerprint" as Text),
        ("enrolled anew", .enrolmentChanged, "openWithPIN.enrolmentChanged.fingerprint"),
    ])
    func `a scan may end after a mismatch as it may before`(_ name: String, _ outcome: BiometricUnlock, _ notice: Text) async throws {
        stage.wallet.script { $0.biometricAvailability = .lockedOut(.fingerprint) }
        let rows = try await played(BiometricUnlockResult(outcome, after: [.scannedOn]), notice: notice)
        #expect(rows == ["1.2"] + Self.again + ["1.2g"])
    }
}
