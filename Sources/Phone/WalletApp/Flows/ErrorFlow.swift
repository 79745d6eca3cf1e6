// SPDX-License-Identifier: EUPL-1.2

import Foundation
import ObservedValues
import WalletInterface

/// The error screens: selects and shows a screen for an error, and returns the user's choice.
struct ErrorFlow {
    /// The user's choice.
    enum Outcome: Sendable, Equatable {
        /// Repeat the failed operation with the same input.
        case retry
        /// Return to the screen before the failed operation. The core has left it undone, or so that it can be begun again with any input.
        case back
        /// Restart the app.
        case restart
    }

    let context: FlowContext

    init(_ context: FlowContext) {
        self.context = context
    }

    /// Shows the screen of an error until the user chooses to continue.
    ///
    /// - Parameters:
    ///   - issuer: the issuer of the card concerned; nil while unknown.
    ///   - isStarted: true if the core is initialised.
    ///   - canGoBack: true if the caller has a screen to go back to. Without it the outcome is never `back`.
    /// - Throws: `CancellationError` and `GoTo`, which are never shown as errors.
    func run(
        _ error: any Error, issuer: LocalizedText? = nil, isStarted: Bool = true, canGoBack: Bool = false
    ) async throws -> Outcome {
        if error is CancellationError { throw CancellationError() }
        if let error = error as? GoTo { throw error }
        switch (error as? WalletCoreError)?.code {
        case .noInternet: return try await noInternet(canGoBack: canGoBack)
        case .serverUnreachable: return try await serverUnreachable(canGoBack: canGoBack)
        // The policy expired while the app was open. PF1.4 renews it or explains why it cannot; then the refused operation is retried.
        case .policyExpired:
            try await ApplyUpdatePolicy(context).run()
            return .retry
        case .deviceInsecure(let insecurity): return try await deviceInsecure(insecurity)
        case .storeDamaged: return try await storeProblem(.damaged, isStarted: isStarted)
        case .storeOfOtherPhone: return try await storeProblem(.otherPhone, help: "error.otherPhone", isStarted: isStarted)
        case .storeTooNew: return try await storeProblem(.tooNew, isStarted: isStarted)
        case .storeFull: return try await storeProblem(.full)
        case .hardwareFailed: return try await storeProblem(.hardwareFailed, help: "error.hardwareFailed")
        case .notAvailableYet: return try await phoneLocked()
        case .deviceKeyLost: return try await deviceKeyLost()
        case .walletRejected: return try await walletRejected()
        // The core has erased a revoked wallet, or could not finish. Initialising waits for the erasure and reports the error.
        case .notInitialized: try context.restartApp()
        case .platformMissing, .platformAlreadySet, .alreadyInitialized: return try await generic(code: "S-01")
        // The screens for a blocked version and a revoked wallet explain it.
        case .versionBlocked, .walletRevoked:
            context.noteNews()
            throw GoTo(.checkStanding)
        case .observerPresent, .notRegistered, .alreadyRegistered, .locked: return try await generic(code: "S-02")
        case .clockWrong: return try await clockWrong()
        case .issuance(let problem): return try await issuance(problem, issuer)
        case .sharing(let problem): return try await generic(code: problem.code)
        case .camera(let problem): return try await generic(code: problem.code)
        case .unexpected, nil: return try await generic(code: "X-01")
        }
    }

    /// Works like `run`, for a flow that continues in the same way after every other choice.
    ///
    /// - Throws: as `run`; `GoTo` UC1.2 when the user restarts the app.
    func runOrRestart(_ error: any Error, canGoBack: Bool = false) async throws {
        if try await run(error, canGoBack: canGoBack) == .restart { try context.restartApp() }
    }

    /// Shows an error of a core that could not be initialised. For a wallet that its user deleted remotely and whose data cannot be erased
    /// yet, every other message about the store would be wrong.
    func runBeforeStart(_ error: any Error) async throws -> Outcome {
        guard error is WalletCoreError, case .revoked(.byUser, _)? = try? await context.wallet.determineWalletStatus() else {
            return try await run(error, isStarted: false)
        }
        return try await storeProblem(.notErased, help: "error.notErased")
    }

    private func noInternet(canGoBack: Bool) async throws -> Outcome {
        while true {
            switch try await context.ui.show(NoInternet(canGoBack: canGoBack)) {
            case .retry:
                return .retry
            case .back:
                return .back
            case .openSettings:
                await context.leave(.networkSettings)
            case .help:
                try await context.showHelp(on: "error.noInternet")
            }
        }
    }

    private func serverUnreachable(canGoBack: Bool) async throws -> Outcome {
        while true {
            switch try await context.ui.show(ServerUnreachable(notice: context.maintenanceNotice, canGoBack: canGoBack)) {
            case .retry:
                return .retry
            case .back:
                return .back
            case .help:
                try await context.showHelp(on: "error.serverUnreachable")
            }
        }
    }

    private func deviceInsecure(_ insecurity: DeviceInsecurity) async throws -> Outcome {
        while true {
            switch try await context.ui.show(DeviceInsecure(insecurity: insecurity)) {
            case .retry:
                return .retry
            case .help:
                try await context.showHelp(on: "error.deviceInsecure")
            }
        }
    }

    private func clockWrong() async throws -> Outcome {
        while true {
            switch try await context.ui.show(ClockWrong()) {
            case .openSettings: await context.leave(.clockSettings)
            case .retry: return .retry
            case .help: try await context.showHelp(on: "error.clockWrong")
            }
        }
    }

    private func storeProblem(
        _ problem: StoreProblem.Problem, help topic: String = "error.store", isStarted: Bool = true
    ) async throws -> Outcome {
        while true {
            switch try await context.ui.show(StoreProblem(problem: problem)) {
            case .retry:
                return .retry
            case .delete:
                if isStarted {
                    try await WipeAllAppData(context).runOrReturn()
                } else if try await WipeAllAppData(context).run() == .wiped {
                    // The core is not initialised yet: the start continues as a first start.
                    return .retry
                }
            case .help:
                try await context.showHelp(on: topic)
            }
        }
    }

    /// Waits for the phone's first unlock, and retries by itself when the phone reports it.
    private func phoneLocked() async throws -> Outcome {
        let supervision = context.supervision
        let seen = supervision.presence.value.phoneUnlocks
        while true {
            let choice = try await context.ui.show(
                StoreProblem(problem: .phoneLocked), orUntil: { try await supervision.phoneUnlocked(since: seen) })
            switch choice {
            case .help: try await context.showHelp(on: "error.store")
            case .retry, .delete, nil: return .retry
            }
        }
    }

    /// No retry helps. The cards of a wallet that face or finger opens can still be seen after a restart.
    private func deviceKeyLost() async throws -> Outcome {
        while true {
            switch try await context.ui.show(DeviceKeyLost()) {
            case .delete:
                try await WipeAllAppData(context).runOrReturn()
            case .restart:
                return .restart
            case .help:
                try await context.showHelp(on: "error.deviceKeyLost")
            }
        }
    }

    /// Nothing can be retried: the only action is to delete the wallet.
    private func walletRejected() async throws -> Outcome {
        while true {
            switch try await context.ui.show(WalletRejected()) {
            case .delete:
                try await WipeAllAppData(context).runOrReturn()
            case .help:
                try await context.showHelp(on: "error.rejected")
            }
        }
    }

    /// Issuance problems without a row in their flows.
    private func issuance(_ problem: IssuanceProblem, _ issuer: LocalizedText?) async throws -> Outcome {
        switch problem {
        case .noSession, .loginStopped, .foreignRedirect: try await sessionExpired()
        case .wrongIssuer, .refused, .unfitIssuer, .unfitCredential: try await issuerFailed(issuer)
        case .recoveryUnavailable: try await recoveryUnavailable()
        case .notConfigured, .loginFailed, .wrongPerson: try await generic(code: problem.code)
        }
    }

    private func sessionExpired() async throws -> Outcome {
        while true {
            switch try await context.ui.show(SessionExpired()) {
            case .close:
                return .retry
            case .help:
                try await context.showHelp(on: "error.sessionExpired")
            }
        }
    }

    private func issuerFailed(_ issuer: LocalizedText?) async throws -> Outcome {
        while true {
            switch try await context.ui.show(IssuerFailed(issuer: issuer)) {
            case .close:
                return .retry
            case .help:
                try await context.showHelp(on: "error.issuer")
            }
        }
    }

    private func recoveryUnavailable() async throws -> Outcome {
        while true {
            switch try await context.ui.show(RecoveryUnavailable()) {
            case .close:
                return .retry
            case .delete:
                try await WipeAllAppData(context).runOrReturn()
            case .help:
                try await context.showHelp(on: "error.recoveryUnavailable")
            }
        }
    }

    /// - Parameter code: the code of the error, for the help desk; not personal.
    func generic(code: String) async throws -> Outcome {
        while true {
            switch try await context.ui.show(GenericError(code: code)) {
            case .retry:
                return .retry
            case .restart:
                return .restart
            case .help:
                try await context.showHelp(on: "error.generic")
            }
        }
    }
}

extension IssuanceProblem {
    /// The code on the Generic screen.
    var code: String {
        switch self {
        case .notConfigured: "I-01"
        case .noSession: "I-02"
        case .foreignRedirect: "I-03"
        case .loginFailed: "I-04"
        case .loginStopped: "I-05"
        case .wrongPerson: "I-06"
        case .wrongIssuer: "I-07"
        case .refused: "I-08"
        case .unfitIssuer: "I-09"
        case .unfitCredential: "I-10"
        case .recoveryUnavailable: "I-11"
        }
    }
}

extension SharingProblem {
    /// The code on the Generic screen.
    var code: String {
        switch self {
        case .notConfigured: "D-01"
        case .noSession: "D-02"
        case .busy: "D-03"
        case .wrongDevice: "D-04"
        case .sessionOver: "D-05"
        case .approvalVoid: "D-06"
        case .unfitChoice: "D-07"
        }
    }
}

extension CameraProblem {
    /// The code on the Generic screen.
    var code: String {
        switch self {
        case .notAllowed: "K-01"
        case .unavailable: "K-02"
        case .interrupted: "K-03"
        case .failed: "K-04"
        }
    }
}
