// SPDX-License-Identifier: EUPL-1.2

import ObservedValues
import PlatformSupport
import Testing
import WalletConfiguration
import WalletInterface

@testable import WalletApp

/// UC2.2 Change biometric unlock, UC9.12 View revocation code in Settings.
@Suite(.timeLimit(.minutes(20)))
struct SettingsTests: Walk {
    let stage: Stage

    private static let confirm = ConfirmWithPIN(isCancelable: false)
    private var off: ChangeBiometrics { ChangeBiometrics(kind: stage.sensor, isEnabled: false, obstacle: nil) }

    init() throws {
        stage = try Stage(in: .unlocked)
        stage.wallet.script { [sensor = stage.sensor] script in
            script.biometricAvailability = .available(sensor)
        }
    }

    private func biometrics(_ script: @escaping @Sendable (ScriptedGlass) async throws -> Void) async throws -> UseCase {
        try await stage.play({ try await ChangeBiometricUnlock($0).run(from: .settings) }, script: script)
    }

    @Test func `LTC61 biometrics are enabled with the sensor and the PIN`() async throws {
        let next = try await biometrics { glass in
            try await glass.sees(off, presses: "1.1a")
            try await glass.sees(Self.confirm, enters: Digits.mine)
            try await glass.sees(BiometricsEnabled(kind: stage.sensor), presses: "1.4c")
            try await glass.sees(HelpPage(topic: "UC2.2"), presses: "1a")
            try await glass.sees(BiometricsEnabled(kind: stage.sensor), presses: "1.4a")
            try await glass.sees(ChangeBiometrics(kind: stage.sensor, isEnabled: true, obstacle: nil), presses: "1.1c")
        }
        #expect(next == .showAppMenu(.settings))
        #expect(try await stage.wallet.isBiometricUnlockEnabled())
    }

    @Test func `after biometrics are enabled the user returns to the settings`() async throws {
        let next = try await biometrics { glass in
            try await glass.sees(off, presses: "1.1a")
            try await glass.sees(Self.confirm, enters: Digits.mine)
            try await glass.sees(BiometricsEnabled(kind: stage.sensor), presses: "1.4b")
        }
        #expect(next == .showAppMenu(.settings))
    }

    @Test func `a user who came from the dashboard goes back to the dashboard, also after biometrics are enabled`() async throws {
        let next = try await stage.play({ try await ChangeBiometricUnlock($0).run(from: .dashboard) }) { glass in
            try await glass.sees(off, presses: "1.1a")
            try await glass.sees(Self.confirm, enters: Digits.mine)
            try await glass.sees(BiometricsEnabled(kind: stage.sensor), presses: "1.4a")
            try await glass.sees(ChangeBiometrics(kind: stage.sensor, isEnabled: true, obstacle: nil), presses: "1.1c")
        }
        #expect(next == .showAllCards)
    }

    @Test func `going back from the PIN leaves biometrics disabled`() async throws {
        _ = try await biometrics { glass in
            try await glass.sees(off, presses: "1.1a")
            try await glass.sees(Self.confirm, presses: "PF2.4/1.1c")
            try await glass.sees(off, presses: "1.1c")
        }
        #expect(try await !stage.wallet.isBiometricUnlockEnabled())
    }

    @Test func `a kill on the PIN screen leaves biometrics disabled`() async throws {
        try await stage.playUntilKilled({ _ = try await ChangeBiometricUnlock($0).run(from: .settings) }) { glass in
            try await glass.sees(off, presses: "1.1a")
            try await glass.sees(Self.confirm)
        }
        #expect(try await !stage.wallet.isBiometricUnlockEnabled())
        #expect(!stage.wallet.calls.contains(.confirmBiometricUnlock))
    }

    @Test(arguments: [true, false])
    func `after a lock during the PIN entry the user must scan again`(isRecognised: Bool) async throws {
        _ = try await biometrics { glass in
            try await glass.sees(off, presses: "1.1a")
            try await glass.sees(Self.confirm)
            stage.wallet.script { script in
                script.isBiometricUnlockProven = false
                if !isRecognised { script.enablings = [.rejected] }
            }
            stage.enter(Digits.mine)
            if isRecognised {
                try await glass.sees(BiometricsEnabled(kind: stage.sensor), presses: "1.4b")
            } else {
                try await glass.sees(ChangeBiometrics(kind: stage.sensor, isEnabled: false, obstacle: .failed), presses: "1.1c")
            }
        }
        #expect(try await stage.wallet.isBiometricUnlockEnabled() == isRecognised)
    }

    @Test func `a scan that the sensor rejects leaves biometrics disabled and is reported`() async throws {
        stage.wallet.script { $0.enablings = [.rejected] }
        _ = try await biometrics { glass in
            try await glass.sees(off, presses: "1.1a")
            try await glass.sees(ChangeBiometrics(kind: stage.sensor, isEnabled: false, obstacle: .failed), presses: "1.1c")
        }
        #expect(try await !stage.wallet.isBiometricUnlockEnabled())
    }

    @Test func `LTC60 biometrics are disabled immediately`() async throws {
        stage.wallet.script { $0.isBiometricUnlockEnabled = true }
        _ = try await biometrics { glass in
            try await glass.sees(ChangeBiometrics(kind: stage.sensor, isEnabled: true, obstacle: nil), presses: "1.1b")
            try await glass.sees(off, presses: "1.1c")
        }
        #expect(try await !stage.wallet.isBiometricUnlockEnabled())
    }

    @Test(arguments: [
        (BiometricAvailability.unsupported, BiometricKind?.none, ChangeBiometrics.Obstacle.unsupported),
        (.notEnrolled(.fingerprint), .fingerprint, .notEnrolled),
    ])
    func `LTC59 a phone without usable biometrics shows the reason`(
        availability: BiometricAvailability, kind: BiometricKind?, obstacle: ChangeBiometrics.Obstacle
    ) async throws {
        stage.wallet.script { $0.biometricAvailability = availability }
        _ = try await biometrics { glass in
            try await glass.sees(ChangeBiometrics(kind: kind, isEnabled: false, obstacle: obstacle), presses: "1.1c")
        }
    }

    @Test func `a phone with a sensor says if the configuration switches biometrics off for all users`() async throws {
        stage.context.supervision.configuration.set(.sample { $0.features.biometricUnlock = false })
        stage.wallet.script { $0.biometricAvailability = .unsupported }
        _ = try await biometrics { glass in
            try await glass.sees(ChangeBiometrics(kind: nil, isEnabled: false, obstacle: .switchedOff), presses: "1.1c")
        }
    }

    // MARK: UC9.12

    private func code(_ script: @escaping @Sendable (ScriptedGlass) async throws -> Void) async throws -> UseCase {
        try await stage.play({ try await ViewRevocationCode($0).run() }, script: script)
    }

    @Test func `LTC73 the deletion code is shown after the user enters the PIN`() async throws {
        let next = try await code { glass in
            try await glass.sees(AboutDeletionCode(), presses: "1.1a")
            try await glass.sees(Self.confirm, enters: Digits.mine)
            try await glass.sees(ShowDeletionCode(code: FakeWallet.code), presses: "1.3c")
            try await glass.sees(HelpPage(topic: "UC9.12"), presses: "1a")
            try await glass.sees(ShowDeletionCode(code: FakeWallet.code), presses: "1.3a")
            try await glass.sees(AboutDeletionCode(), presses: "1.1b")
        }
        #expect(next == .showAppMenu(.settings))
    }

    @Test func `closing the code leads to the settings, and without the PIN the code is not shown`() async throws {
        let next = try await code { glass in
            try await glass.sees(AboutDeletionCode(), presses: "1.1c")
            try await glass.sees(HelpPage(topic: "UC9.12"), presses: "1a")
            try await glass.sees(AboutDeletionCode(), presses: "1.1a")
            try await glass.sees(Self.confirm, presses: "PF2.4/1.1c")
            try await glass.sees(AboutDeletionCode(), presses: "1.1a")
            try await glass.sees(Self.confirm, enters: Digits.mine)
            try await glass.sees(ShowDeletionCode(code: FakeWallet.code), presses: "1.3b")
        }
        #expect(next == .showAppMenu(.settings))
    }
}
