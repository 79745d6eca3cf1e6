// SPDX-License-Identifier: EUPL-1.2

import PlatformSupport
import WalletInterface

/// UC2.1 Set up a remote PIN and biometric unlock.
struct SetUpRemotePIN {
    /// The starting point. Each part returns the part that follows. After an unexpected stop, a retry starts with the interrupted part,
    /// never with a second registration.
    enum Start: Sendable, Equatable {
        /// At 1.1.
        case choosePIN
        /// At 1.2, after the PIN setup.
        case biometrics
        /// At 1.6; also when an earlier run ended before the deletion code was written down.
        case deletionCode
    }

    private let context: FlowContext
    private let trace: FlowTrace

    init(_ context: FlowContext) {
        self.context = context
        trace = context.trace(of: "UC2.1")
    }

    func run(from start: Start) async throws -> UseCase {
        switch start {
        case .choosePIN:
            trace("1.1")
            switch try await SetUpPIN(context).run() {
            case .succeeded:
                trace("1.1a")
                return .setUpRemotePIN(.biometrics)
            case .back:
                trace("1.1b")
                return .introduceTheApp(.privacy)
            case .stop, .ended, .unsettled, .restart: return .openTheApp
            }
        case .biometrics:
            let biometrics = try await configureBiometrics()
            _ = try await context.ui.show(WalletSecured(biometrics: biometrics))
            return .setUpRemotePIN(.deletionCode)
        case .deletionCode: return try await writeDownDeletionCode()
        }
    }

    /// 1.2 to 1.4: returns the sensor that unlocks the wallet from now on; nil without a sensor or when the user skips.
    private func configureBiometrics() async throws -> BiometricKind? {
        trace("1.2")
        guard case .available(let kind) = try await context.wallet.biometricAvailability() else {
            trace("1.2b")
            return nil
        }
        trace("1.2a")
        var didFail = false
        while true {
            switch try await context.ui.show(ConfigureBiometrics(kind: kind, didFail: didFail)) {
            case .enable:
                trace("1.4")
                switch try await context.whenUnlocked({
                    try await $0.enableBiometricUnlock(prompt: context.biometricPrompt("enableBiometrics"))
                }) {
                // The PIN was just entered and is not asked for again.
                case .proven where try await context.whenUnlocked({ try await $0.confirmBiometricUnlock() }):
                    trace("1.4a")
                    return kind
                case .proven, .rejected:
                    try Task.checkCancellation()
                    trace("1.4b")
                    didFail = true
                case .unavailable:
                    trace("1.2b")
                    return nil
                }
            case .skip:
                return nil
            case .info:
                try await GetAppInformation(context).run()
            }
        }
    }

    /// 1.6: the wallet is usable only after the code was shown and confirmed.
    private func writeDownDeletionCode() async throws -> UseCase {
        let code = try await context.whenUnlocked { try await $0.revocationCode() }
        var didDiffer = false
        while true {
            switch try await context.ui.show(WriteDownDeletionCode(code: code, portal: context.portal, didDiffer: didDiffer)) {
            case .writtenDown:
                let result = try await ConfirmWrittenCode(context).run(code)
                didDiffer = result == .differs
                guard result == .same else { continue }
                try await context.whenUnlocked { try await $0.confirmRevocationCode() }
                return .obtainPID
            case .help:
                try await context.showHelp(on: "UC2.1")
            }
        }
    }
}
