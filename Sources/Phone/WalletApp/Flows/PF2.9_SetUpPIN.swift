// SPDX-License-Identifier: EUPL-1.2

import WalletInterface

/// PF2.9 Set up PIN: the first PIN (UC2.1) or a new PIN (UC2.6, UC2.3.2).
///
/// A PIN that does not match is dropped at once. The chosen PIN is kept until it is set up or chosen again.
struct SetUpPIN {
    enum Result: Sendable, Equatable {
        case succeeded
        case back
        /// Row 5.2a.
        case stop
        /// Not in the design: the session that the PIN belongs to has ended.
        case ended(IssuanceProblem)
        /// Not in the design: the provider's verdict on the change was lost; the next unlock resolves it.
        case unsettled
        /// Not in the design: the user restarts the app from the Generic error screen.
        case restart
    }

    /// The purpose of the new PIN.
    enum Purpose: Sendable {
        /// The wallet's first PIN.
        case register
        /// Replaces this PIN, which was just confirmed.
        case change(from: PIN)
        /// Replaces a forgotten PIN; the user can stop.
        case recover
    }

    private let context: FlowContext
    private let trace: FlowTrace
    private let purpose: Purpose

    init(_ context: FlowContext, _ purpose: Purpose = .register) {
        self.context = context
        self.purpose = purpose
        trace = context.trace(of: "PF2.9")
    }

    private var use: NewPINUse {
        switch purpose {
        case .register: .first
        case .change: .change
        case .recover: .recovery
        }
    }

    func run() async throws -> Result {
        while true {
            switch try await whileReady({ try await context.ui.show(ChoosePIN(use: use)) }) {
            case .pin(let pin):
                guard try await isAcceptable(pin), try await isRepeated(pin) else { continue }
                if let result = try await setUp(with: pin) { return result }
            case .back:
                return .back
            case .info:
                try await GetAppInformation(context).run()
            case .stop: if try await isStopped() { return .stop }
            }
        }
    }

    /// 5. The recovery is cancelled before the screen is shown, so a kill of the process does not restore it.
    private func isStopped() async throws -> Bool {
        switch try await context.ui.show(StopNewPIN()) {
        case .no:
            return false
        case .stop:
            try await context.wallet.cancelPINRecovery()
        }
        while true {
            switch try await context.ui.show(NewPINStopped()) {
            case .close:
                return true
            case .help:
                try await context.showHelp(on: "UC2.3.2")
            }
        }
    }

    /// Shows a PIN pad. During a change it fetches a beacon ahead, which saves a round trip after the last digit.
    private func whileReady<Value: Sendable>(_ show: @Sendable () async throws -> Value) async throws -> Value {
        guard case .change = purpose else { return try await show() }
        return try await Readiness(context, context.wallet.preparePINChange).whileShowing(show)
    }

    /// 1.2: applies the PIN policy.
    private func isAcceptable(_ pin: PIN) async throws -> Bool {
        trace("1.2")
        guard let violation = context.wallet.policyViolation(of: pin) else {
            trace("1.2a")
            return true
        }
        trace("1.2b")
        _ = try await context.ui.show(PINTooSimple(violation: violation))
        return false
    }

    /// 1.3 and 1.4: asks for the PIN again; false when a new PIN must be chosen.
    private func isRepeated(_ pin: PIN) async throws -> Bool {
        var mismatches = 0
        while true {
            switch try await whileReady({ try await context.ui.show(RepeatPIN(use: use)) }) {
            case .pin(let second):
                trace("1.4")
                if second == pin {
                    trace("1.4a")
                    return true
                }
                mismatches += 1
                if mismatches == 1 {
                    trace("1.4b")
                    _ = try await context.ui.show(PINsDiffer())
                } else {
                    trace("1.4c")
                    _ = try await context.ui.show(PINsDifferAgain())
                    return false
                }
            case .back:
                return false
            case .info:
                try await GetAppInformation(context).run()
            }
        }
    }

    /// Sets up the PIN; false when the outcome is unknown.
    ///
    /// - Throws: also when the provider refuses the old PIN that it accepted before.
    private func settle(_ pin: PIN) async throws -> Bool {
        switch purpose {
        case .register:
            try await context.wallet.register(pin: pin)
            return true
        case .change(let old):
            switch try await context.whenUnlocked({ try await $0.changePIN(from: old, to: pin) }) {
            case .changed, .unchanged: return true
            case .outcomeUnknown: return false
            case .wrongOldPIN, .temporarilyBlocked, .permanentlyBlocked:
                throw WalletCoreError(.unexpected, "the PIN that was just confirmed is refused")
            }
        case .recover: return try await context.wallet.completePINRecovery(new: pin) == .recovered
        }
    }

    /// 1.5: sets up the PIN. A retry keeps the PIN, and the core repeats the identical request.
    ///
    /// - Returns: nil if the user goes back after an error. The flow drops the PIN; an earlier attempt may have reached the provider, and
    ///   the core settles that with the next PIN.
    private func setUp(with pin: PIN) async throws -> Result? {
        while true {
            do {
                guard try await context.ui.show(SettingUpPIN(use: use), during: { try await settle(pin) }) else { return .unsettled }
                trace("1.5a")
                return .succeeded
            } catch let error as WalletCoreError {
                // A killed process must not trace a row.
                try Task.checkCancellation()
                switch error.code {
                case .issuance(let problem): return .ended(problem)
                case .deviceInsecure: trace("1.5b")
                case .noInternet: trace("1.5c")
                case .serverUnreachable: trace("1.5d")
                default: break
                }
                switch try await ErrorFlow(context).run(error, canGoBack: true) {
                case .retry: continue
                case .back: return nil
                case .restart: return .restart
                }
            }
        }
    }
}
