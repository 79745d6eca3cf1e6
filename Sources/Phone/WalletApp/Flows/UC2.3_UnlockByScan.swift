// SPDX-License-Identifier: EUPL-1.2

import ObservedValues
import PlatformSupport
import WalletInterface

/// UC2.3/1.2: unlocks with face or fingerprint, and handles mismatches. On iOS the app counts to two (2, 3). Android counts itself, reports the
/// fifth mismatch, and then locks the sensor (4, 5).
struct UnlockByScan {
    enum Result: Sendable {
        case unlocked
        /// Ask for the PIN, with an explanation unless the user knows the reason.
        case usePIN(because: Text?)
    }

    private let context: FlowContext
    private let trace: FlowTrace

    init(_ context: FlowContext) {
        self.context = context
        trace = context.trace(of: "UC2.3")
    }

    /// Scans until a match, or until only the PIN is left.
    func run() async throws -> Result {
        var failures = 0
        while true {
            let outcome: BiometricUnlock
            do {
                outcome = try await context.ui.show(ScanBiometrics(), during: scan)
            } catch let error as WalletCoreError where error.code == .locked {
                // The scan matched, but the wallet was locked again in the meantime.
                return .usePIN(because: nil)
            }
            // A killed process must not trace a row.
            try Task.checkCancellation()
            switch outcome {
            case .unlocked:
                trace("1.2a")
                return .unlocked
            case .notRecognised:
                failures += 1
                guard try await scansAgain(after: failures) else { return .usePIN(because: nil) }
            case .notRecognisedForTheLastTime:
                try await fifthOnAndroid()
                return .usePIN(because: nil)
            case .cancelled:
                trace("1.2f")
                return .usePIN(because: nil)
            case .lockedOut: return usePIN("openWithPIN.lockedOut.\(sensor)")
            case .enrolmentChanged: return usePIN("openWithPIN.enrolmentChanged.\(sensor)")
            case .statusTooOld: return usePIN("openWithPIN.statusTooOld")
            case .pinChangePending, .disabled, .interrupted, .notOffered: return .usePIN(because: nil)
            }
        }
    }

    /// Completes one scan. When the app leaves the foreground the system closes the prompt; it is shown again when the app returns (UC1.2/3.2b).
    private func scan() async throws -> BiometricUnlock {
        while true {
            let resumes = context.supervision.resumes.value
            let outcome = try await context.wallet.unlockWithBiometrics(prompt: context.words("prompt.unlock"))
            guard outcome == .interrupted else { return outcome }
            _ = try await context.supervision.resumes.next(otherThan: resumes)
        }
    }

    /// 1.2g: no scan took place.
    private func usePIN(_ reason: String) -> Result {
        trace("1.2g")
        return .usePIN(because: Text(reason))
    }

    private var sensor: String { context.platform.usualBiometrics.rawValue }

    // MARK: Mismatches

    private func scansAgain(after failures: Int) async throws -> Bool {
        switch context.platform {
        case .android: return try await notLastOnAndroid()
        case .iOS where failures == 1: return try await firstOnIOS()
        case .iOS:
            try await secondOnIOS()
            return false
        }
    }

    /// Step 2.1.
    private func firstOnIOS() async throws -> Bool {
        trace("1.2b")
        switch try await context.ui.show(BiometricNotRecognised()) {
        case .close:
            return false
        case .tryAgain:
            return true
        }
    }

    /// Step 3.1.
    private func secondOnIOS() async throws {
        trace("1.2c")
        _ = try await context.ui.show(BiometricNotRecognisedEnterPIN())
    }

    /// Step 4.1.
    private func notLastOnAndroid() async throws -> Bool {
        trace("1.2d")
        switch try await context.ui.show(FingerprintNotRecognised()) {
        case .close:
            return false
        case .tryAgain:
            return true
        }
    }

    /// Steps 5.1 and 5.2.
    private func fifthOnAndroid() async throws {
        trace("1.2e")
        _ = try await context.ui.show(TooManyScans())
        _ = try await context.ui.show(FingerprintNotRecognisedEnterPIN())
    }
}
