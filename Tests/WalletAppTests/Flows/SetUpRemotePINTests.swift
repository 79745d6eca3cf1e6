// SPDX-License-Identifier: EUPL-1.2

import PlatformSupport
import ProviderProtocol
import Testing
import WalletInterface

@testable import WalletApp

/// UC2.1 Set up a remote PIN and biometric unlock.
@Suite(.timeLimit(.minutes(20)))
struct SetUpRemotePINTests: Walk {
    let stage: Stage

    init() throws { stage = try Stage(in: .empty) }

    private func setUp(
        from start: SetUpRemotePIN.Start, _ script: @escaping @Sendable (ScriptedGlass) async throws -> Void
    ) async throws -> UseCase {
        stage.wallet.begin(in: start == .choosePIN ? .empty : .unlocked)
        return try await stage.play({ try await SetUpRemotePIN($0).run(from: start) }, script: script)
    }

    // MARK: The PIN

    @Test func `after the PIN is set up the app offers biometrics`() async throws {
        let next = try await setUp(from: .choosePIN) { glass in
            try await glass.sees(ChoosePIN(), enters: Digits.mine)
            try await glass.sees(RepeatPIN(), enters: Digits.mine)
        }
        #expect(next == .setUpRemotePIN(.biometrics))
    }

    @Test func `going back from the PIN leads to the privacy screen`() async throws {
        let next = try await setUp(from: .choosePIN) { glass in
            try await glass.sees(ChoosePIN(), presses: "1.1b")
        }
        #expect(next == .introduceTheApp(.privacy))
    }

    @Test func `a restart after an error returns to the start of the app`() async throws {
        stage.wallet.fails(.register, .unexpected)
        let next = try await setUp(from: .choosePIN) { glass in
            try await glass.sees(ChoosePIN(), enters: Digits.mine)
            try await glass.sees(RepeatPIN(), enters: Digits.mine)
            try await glass.sees(GenericError(code: "X-01"), presses: "Generic.restart")
        }
        #expect(next == .openTheApp)
    }

    // MARK: Biometrics

    @Test(arguments: BiometricKind.allCases)
    func `confirmed biometrics are enabled, with the prompt in the user's language`(_ kind: BiometricKind) async throws {
        stage.wallet.script { $0.biometricAvailability = .available(kind) }
        let next = try await setUp(from: .biometrics) { glass in
            try await glass.sees(ConfigureBiometrics(kind: kind, didFail: false), presses: "1.3a")
            try await glass.sees(WalletSecured(biometrics: kind), presses: "1.5a")
        }
        #expect(next == .setUpRemotePIN(.deletionCode))
        let prompt = BiometricPrompt("enableBiometrics", stage.catalog, in: .english)
        #expect(stage.wallet.calls == [.enableBiometricUnlock(prompt: prompt), .confirmBiometricUnlock])
        #expect(prompt.reason != "prompt.enableBiometrics.reason")
    }

    @Test(arguments: [BiometricAvailability.unsupported, .lockedOut(.faceID)])
    func `on a device without a sensor biometrics are not offered`(_ availability: BiometricAvailability) async throws {
        stage.wallet.script { $0.biometricAvailability = availability }
        let next = try await setUp(from: .biometrics) { glass in
            try await glass.sees(WalletSecured(biometrics: nil), presses: "1.5a")
        }
        #expect(next == .setUpRemotePIN(.deletionCode))
        #expect(stage.wallet.calls.isEmpty)
    }

    @Test(arguments: [BiometricKind.faceID, .fingerprint])
    func `LTC59 biometrics are not offered if none are enrolled`(_ kind: BiometricKind) async throws {
        stage.wallet.script { $0.biometricAvailability = .notEnrolled(kind) }
        let next = try await setUp(from: .biometrics) { glass in
            try await glass.sees(WalletSecured(biometrics: nil), presses: "1.5a")
        }
        #expect(next == .setUpRemotePIN(.deletionCode))
        #expect(stage.wallet.calls.isEmpty)
    }

    @Test func `LTC58 skipping leaves biometric unlock off`() async throws {
        stage.wallet.script { $0.biometricAvailability = .available(stage.sensor) }
        let next = try await setUp(from: .biometrics) { glass in
            try await glass.sees(ConfigureBiometrics(kind: stage.sensor, didFail: false), presses: "1.3b")
            try await glass.sees(WalletSecured(biometrics: nil), presses: "1.5a")
        }
        #expect(next == .setUpRemotePIN(.deletionCode))
        #expect(stage.wallet.calls.isEmpty)
        #expect(try await !stage.wallet.isBiometricUnlockEnabled())
    }

    @Test(arguments: [BiometricKind.faceID, .fingerprint])
    func `a rejected scan is reported on the same screen, and the user can retry or skip`(_ kind: BiometricKind) async throws {
        stage.wallet.script { script in
            script.biometricAvailability = .available(kind)
            script.enablings = [.rejected, .rejected]
        }
        _ = try await setUp(from: .biometrics) { glass in
            try await glass.sees(ConfigureBiometrics(kind: kind, didFail: false), presses: "1.3a")
            let second = try await glass.sees(ConfigureBiometrics(kind: kind, didFail: true), presses: "1.3a")
            #expect(second.direction == .none)
            try await glass.sees(ConfigureBiometrics(kind: kind, didFail: true), presses: "1.3b")
            try await glass.sees(WalletSecured(biometrics: nil), presses: "1.5a")
        }
        #expect(stage.wallet.calls.count == 2)
        #expect(try await !stage.wallet.isBiometricUnlockEnabled())
    }

    @Test func `info about biometrics returns to the offer of biometrics`() async throws {
        stage.wallet.script { $0.biometricAvailability = .available(stage.sensor) }
        _ = try await setUp(from: .biometrics) { glass in
            try await glass.sees(ConfigureBiometrics(kind: stage.sensor, didFail: false), presses: "1.3c")
            try await glass.sees(AboutApp(), presses: "1.1c")
            try await glass.sees(ConfigureBiometrics(kind: stage.sensor, didFail: false), presses: "1.3a")
            try await glass.sees(WalletSecured(biometrics: stage.sensor), presses: "1.5a")
        }
    }

    // MARK: Deletion code

    @Test func `LTC70 the deletion code is shown, and the user must confirm it to continue`() async throws {
        let next = try await setUp(from: .deletionCode) { glass in
            let shown = try await glass.sees(WriteDownDeletionCode(code: FakeWallet.code))
            #expect(shown.top.controls == ["UC2.1/1.6b", "UC2.1/1.6a"])
            #expect(stage.wallet.calls.isEmpty)
            stage.press("UC2.1/1.6a")
            try await glass.sees(ConfirmDeletionCode(number: 1))
            #expect(stage.wallet.calls.isEmpty)
            stage.type(FakeWallet.code.groups[0])
        }
        #expect(next == .obtainPID)
        #expect(stage.wallet.calls == [.confirmRevocationCode])
    }

    @Test func `a wrong group is reported and the code is shown again; going back also shows the code`() async throws {
        let next = try await setUp(from: .deletionCode) { glass in
            try await glass.sees(WriteDownDeletionCode(code: FakeWallet.code), presses: "1.6a")
            try await glass.sees(ConfirmDeletionCode(number: 1), types: FakeWallet.code.groups[1])
            try await glass.sees(WriteDownDeletionCode(code: FakeWallet.code, didDiffer: true), presses: "1.6a")
            let shown = try await glass.sees(ConfirmDeletionCode(number: 1))
            #expect(!stage.host.submit(Answer(ticket: shown.ticket, control: "code/1a", value: nil)))
            #expect(!stage.host.submit(Answer(ticket: shown.ticket, control: "code/1a", value: "")))
            #expect(!stage.host.submit(Answer(ticket: shown.ticket, control: "code/1a", value: String(repeating: "0", count: 17))))
            stage.press("code/1b")
            try await glass.sees(WriteDownDeletionCode(code: FakeWallet.code), presses: "1.6a")
            #expect(stage.wallet.calls.isEmpty)
            try await glass.sees(ConfirmDeletionCode(number: 1), types: FakeWallet.code.groups[0].lowercased() + " ")
        }
        #expect(next == .obtainPID)
        #expect(stage.wallet.calls == [.confirmRevocationCode])
    }

    @Test func `the confirmation asks for a random group of the code and accepts only that group`() {
        let code = FakeWallet.code
        for index in code.groups.indices {
            for other in code.groups.indices { #expect(code.hasGroup(code.groups[other], at: index) == (index == other)) }
        }
        for index in [-1, 5] { #expect(!code.hasGroup("", at: index)) }
        for typed in ["", " ", "-", code.text, code.groups[0] + "0", "é"] { #expect(!code.hasGroup(typed, at: 0)) }
    }

    @Test func `help returns to the deletion code and does not confirm the code`() async throws {
        _ = try await setUp(from: .deletionCode) { glass in
            try await glass.sees(WriteDownDeletionCode(code: FakeWallet.code), presses: "1.6b")
            try await glass.sees(HelpPage(topic: "UC2.1"), presses: "1a")
            let shown = try await glass.sees(WriteDownDeletionCode(code: FakeWallet.code))
            #expect(stage.wallet.calls.isEmpty)
            #expect(shown.direction == .back)
            stage.press("UC2.1/1.6a")
            try await glass.sees(ConfirmDeletionCode(number: 1), types: FakeWallet.code.groups[0])
        }
    }

    @Test func `a kill on the screen of the deletion code confirms nothing`() async throws {
        stage.wallet.begin(in: .unlocked)
        try await stage.playUntilKilled({ _ = try await SetUpRemotePIN($0).run(from: .deletionCode) }) { glass in
            try await glass.sees(WriteDownDeletionCode(code: FakeWallet.code))
        }
        #expect(stage.wallet.calls.isEmpty)
    }
}
