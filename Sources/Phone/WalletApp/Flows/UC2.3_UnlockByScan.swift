// SPDX-License-Identifier: EUPL-1.2

import ObservedValues
import PlatformSupport
import WalletInterface

/// UC2.3/1.2: unlocks with one prompt of the system. The system shows the messages after mismatches (2 to 5); this flow only records their
/// rows.
struct UnlockByScan {
    enum Result: Sendable {
        case unlocked
        /// Ask for the PIN, with an explanation unless the user knows the reason.
        case usePIN(because: Text?)
    }

    private let context: FlowContext
    private let trace: FlowTrace
    /// The number of prompts in a row that the system refuses to an app in the foreground before the PIN is asked for.
    private static let mostRefusals = 3

    init(_ context: FlowContext) {
        self.context = context
        trace = context.trace(of: "UC2.3")
    }

    /// Prompts until the user has answered.
    func run() async throws -> Result {
        let result: BiometricUnlockResult
        do {
            result = try await context.ui.show(ScanBiometrics(), during: prompt)
        } catch let error as WalletCoreError where error.code == .locked {
            // The scan matched, but the wallet was locked again in the meantime.
            return .usePIN(because: nil)
        }
        // A killed process must not trace a row.
        try Task.checkCancellation()
        let rows = ScanRows(result)
        for row in rows.all { trace(row) }
        switch result.outcome {
        case .unlocked: return .unlocked
        case .lockedOut where !rows.explainLockout: return .usePIN(because: try await explanation("lockedOut"))
        case .enrolmentChanged: return .usePIN(because: try await explanation("enrolmentChanged"))
        case .statusTooOld: return .usePIN(because: "openWithPIN.statusTooOld")
        case .cancelled, .fallback, .notRecognised, .failed, .lockedOut, .pinChangePending, .disabled, .interrupted, .notOffered:
            return .usePIN(because: nil)
        }
    }

    /// Completes one prompt. When the app leaves the foreground or the phone is locked, the system closes the prompt; it is shown again
    /// when the app returns or the phone is unlocked (UC1.2/3.2b), and after ten seconds if the app stayed in the foreground. Some phones
    /// refuse every prompt, such as during a call: the third refusal in the foreground is the result.
    private func prompt() async throws -> BiometricUnlockResult {
        let texts = context.biometricPrompt("unlock")
        var refusals = 0
        while true {
            let returns = context.supervision.presence.value.returns
            let result = try await context.wallet.unlockWithBiometrics(prompt: texts)
            guard result.outcome == .interrupted else { return result }
            try Task.checkCancellation()
            refusals += 1
            let presence = context.supervision.presence.value
            if refusals == Self.mostRefusals, !presence.isAway, !presence.isBack(since: returns) { return result }
            let rows = ScanRows(result).all
            for row in rows { trace(row) }
            if try await context.supervision.hasReturned(since: returns, by: context.steady) { refusals = 0 }
            if let last = rows.last, last != "1.2" { trace("1.2") }
        }
    }

    /// The explanation that only the PIN unlocks, worded for the phone's sensor; nil if the phone no longer offers a sensor.
    private func explanation(_ reason: String) async throws -> Text? {
        try await context.wallet.biometricAvailability().kind.map { Text("openWithPIN.\(reason).\($0.rawValue)") }
    }
}

extension FlowContext {
    /// The app's texts in a prompt of the system.
    func biometricPrompt(_ purpose: String) -> BiometricPrompt {
        BiometricPrompt(
            title: words(Text("prompt.\(purpose).title")), reason: words(Text("prompt.\(purpose).reason")),
            fallback: words(Text("prompt.\(purpose).fallback")))
    }
}
