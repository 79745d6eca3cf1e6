// SPDX-License-Identifier: EUPL-1.2

import WalletCore

/// UC2.3 Unlock the app.
struct UnlockTheApp {
    private let context: FlowContext
    private let trace: FlowTrace

    init(_ context: FlowContext) {
        self.context = context
        trace = context.trace(of: "UC2.3")
    }

    func run() async throws -> UseCase {
        trace("1.1")
        var notice: Text?
        if try await context.wallet.isBiometricUnlockEnabled() {
            trace("1.1a")
            switch try await scan() {
            case .unlocked: return try await unlocked()
            case .usePIN(let reason): notice = reason
            }
        } else {
            trace("1.1b")
        }
        return try await openWithPIN(notice)
    }

    // MARK: Biometrics

    private enum ScanResult {
        case unlocked
        case usePIN(because: Text?)
    }

    /// 1.2, and on iOS 2 and 3.
    private func scan() async throws -> ScanResult {
        var failures = 0
        while true {
            let outcome = try await context.ui.show(
                ScanBiometrics(), during: { try await context.wallet.unlockWithBiometrics(prompt: context.words("prompt.unlock")) })
            // A process that is killed takes no row.
            try Task.checkCancellation()
            switch outcome {
            case .unlocked:
                trace("1.2a")
                return .unlocked
            case .notRecognised:
                failures += 1
                guard failures > 1 else {
                    trace("1.2b")
                    if try await triesAgain() { continue }
                    return .usePIN(because: nil)
                }
                trace("1.2c")
                switch try await context.ui.show(BiometricNotRecognisedEnterPIN()) {
                case .enterPassword: trace("3.1a")
                case .cancel: trace("3.1b")
                }
                return .usePIN(because: nil)
            case .cancelled:
                trace("1.2f")
                return .usePIN(because: nil)
            case .lockedOut:
                trace("1.2g")
                return .usePIN(because: "openWithPIN.lockedOut")
            case .enrolmentChanged:
                trace("1.2g")
                return .usePIN(because: "openWithPIN.enrolmentChanged")
            case .pinChangePending: return .usePIN(because: nil)
            }
        }
    }

    /// 2.1.
    private func triesAgain() async throws -> Bool {
        switch try await context.ui.show(BiometricNotRecognised()) {
        case .close:
            trace("2.1a")
            return false
        case .tryAgain:
            trace("2.1b")
            return true
        }
    }

    // MARK: PIN

    /// 1.3 and 1.4.
    private func openWithPIN(_ firstNotice: Text?) async throws -> UseCase {
        var notice = firstNotice
        var validation = ValidatePIN(context)
        while true {
            // One round trip: the challenge comes while the digits are typed.
            async let ready: Void = context.wallet.prepareUnlock()
            switch try await context.ui.show(OpenWithPIN(notice: notice)) {
            case .pin(let pin):
                await ready
                trace("1.3a")
                trace("1.4")
                switch try await validation.run(pin) {
                case .valid:
                    trace("1.4a")
                    return try await unlocked()
                case .retry: trace("1.4b")
                case .back: trace("1.4c")
                case .outcomeUnknown:
                    trace("1.4b")
                    notice = "openWithPIN.outcomeUnknown"
                case .restart: return .openTheApp
                }
            case .forgotPIN:
                trace("1.3b")
                try await recoverFromForgottenPIN()
            case .info:
                trace("1.3c")
                try await context.showNotBuilt("UC9.2")
            }
        }
    }

    /// 6.1.
    private func recoverFromForgottenPIN() async throws {
        while true {
            switch try await context.ui.show(ForgotPIN(canCreateNewPIN: context.wallet.hasPID())) {
            case .deleteWallet:
                trace("6.1a")
                try await context.showNotBuilt("UC9.4")
            case .createNewPIN:
                trace("6.1c")
                try await context.showNotBuilt("UC2.3.2")
            case .back:
                trace("6.1b")
                return
            }
        }
    }

    // MARK: After

    /// 1.5. Rows 1.6 and 1.7 need a PID and follow with it.
    private func unlocked() async throws -> UseCase {
        trace("1.5")
        guard try await !context.wallet.hasPID() else {
            trace("1.5a")
            return .showAllCards
        }
        trace("1.5b")
        // A wallet is usable only after its deletion code was written down: an earlier run of UC2.1 may have ended before, and goes on.
        guard try await context.wallet.isRevocationCodeConfirmed() else {
            return .setUpRemotePIN(try await context.wallet.isBiometricUnlockEnabled() ? .deletionCode : .biometrics)
        }
        return .obtainPID
    }
}
