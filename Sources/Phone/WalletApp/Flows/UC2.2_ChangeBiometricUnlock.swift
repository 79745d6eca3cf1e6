// SPDX-License-Identifier: EUPL-1.2

import ObservedValues
import PlatformSupport
import WalletConfiguration
import WalletInterface

/// UC2.2 Change biometric unlock.
struct ChangeBiometricUnlock {
    /// The place from which the user came, and to which *Back* leads.
    enum Start: Sendable, Equatable {
        case settings, dashboard
    }

    private let context: FlowContext
    private let trace: FlowTrace

    init(_ context: FlowContext) {
        self.context = context
        trace = context.trace(of: "UC2.2")
    }

    func run(from start: Start) async throws -> UseCase {
        var didFail = false
        while true {
            let (kind, obstacle) = try await sensor()
            let screen = ChangeBiometrics(
                kind: kind, isEnabled: try await context.wallet.isBiometricUnlockEnabled(), obstacle: obstacle ?? (didFail ? .failed : nil))
            didFail = false
            switch try await context.ui.show(screen) {
            case .enable:
                guard let kind, obstacle == nil else { continue }
                switch try await enable() {
                case .done: if let next = try await secured(kind) { return next }
                case .rejected: didFail = true
                case .back: break
                case .restart: return .openTheApp
                }
            case .disable:
                try await context.whenUnlocked { try await $0.disableBiometricUnlock() }
            case .back:
                return start == .dashboard ? .showAllCards : .showAppMenu(.settings)
            }
        }
    }

    private enum Enabling {
        case done, rejected, back, restart
    }

    /// The phone's sensor, and the reason that it cannot be enabled.
    private func sensor() async throws -> (BiometricKind?, ChangeBiometrics.Obstacle?) {
        switch try await context.wallet.biometricAvailability() {
        case .unsupported: (nil, isSwitchedOff ? .switchedOff : .unsupported)
        case .notEnrolled(let kind): (kind, .notEnrolled)
        case .available(let kind): (kind, nil)
        case .lockedOut(let kind): (kind, .lockedOut)
        }
    }

    private var isSwitchedOff: Bool { context.supervision.configuration.value?.document.features.biometricUnlock == false }

    /// 1.2 and 1.3. Nothing is enabled until the PIN confirms it; if this flow ends before, the core forgets the scan.
    private func enable() async throws -> Enabling {
        guard try await scan() else { return .rejected }
        trace("1.3")
        switch try await ConfirmProtectedAction(context, isCancelable: false).run() {
        case .confirm:
            trace("1.3a")
            if try await context.whenUnlocked({ try await $0.confirmBiometricUnlock() }) { return .done }
            // The wallet was locked in the meantime, which voids the scan and the PIN. The PIN that unlocked it again confirms a new scan.
            guard try await scan(), try await context.whenUnlocked({ try await $0.confirmBiometricUnlock() }) else { return .rejected }
            return .done
        case .back, .cancel:
            trace("1.3c")
            try await context.whenUnlocked { try await $0.disableBiometricUnlock() }
            return .back
        case .restart:
            try await context.whenUnlocked { try await $0.disableBiometricUnlock() }
            return .restart
        }
    }

    /// 1.2: true if the scan matches.
    private func scan() async throws -> Bool {
        trace("1.2")
        guard
            case .proven = try await context.whenUnlocked({
                try await $0.enableBiometricUnlock(prompt: context.biometricPrompt("enableBiometrics"))
            })
        else {
            // A killed process must not trace a row.
            try Task.checkCancellation()
            trace("1.2b")
            return false
        }
        trace("1.2a")
        return true
    }

    /// 1.4; nil goes back to 1.1.
    private func secured(_ kind: BiometricKind) async throws -> UseCase? {
        while true {
            switch try await context.ui.show(BiometricsEnabled(kind: kind)) {
            case .close:
                return nil
            case .settings:
                return .showAppMenu(.settings)
            case .help:
                try await context.showHelp(on: "UC2.2")
            }
        }
    }
}
