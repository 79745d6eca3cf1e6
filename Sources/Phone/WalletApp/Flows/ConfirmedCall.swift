// SPDX-License-Identifier: EUPL-1.2

import Foundation
import ObservedValues
import WalletInterface

/// A call that takes a right PIN: a step runs PF2.4, and the call follows at once. The step's results are its letters a (confirmed), b
/// (cancelled) and c (back).
struct ConfirmedCall {
    /// How the step ended.
    enum Ending<Value: Sendable>: Sendable {
        case done(Value)
        /// The user goes back from the PIN.
        case back
        /// The user has cancelled, or has seen an error. The call has changed nothing.
        case ended
    }

    /// The circumstances in which a PIN was found right.
    private struct Proof: Sendable, Equatable {
        /// The instant, by monotonic time.
        let instant: Date
        /// The number of times that the lock had covered the app.
        let locks: Int

        init(_ context: FlowContext) { (instant, locks) = (context.steady.now(), context.supervision.cover.raisings) }
    }

    /// The time for which a right PIN counts in the core, in seconds.
    private static let lifetimeOfPIN: TimeInterval = 60

    private let context: FlowContext
    private let step: String
    private let trace: FlowTrace

    /// - Parameters:
    ///   - step: the number of the step that runs PF2.4.
    ///   - trace: the trace of the step's flow.
    init(_ context: FlowContext, at step: String, _ trace: FlowTrace) {
        self.context = context
        self.step = step
        self.trace = trace
    }

    /// Asks for the PIN, and makes the call that takes it. Asks again if the PIN no longer counts, because the wallet was locked or the user
    /// waited in between.
    ///
    /// - Throws: `GoTo` UC1.2 when the user restarts the app.
    func run<Value: Sendable>(_ call: (any UnlockedWallet) async throws -> Value) async throws -> Ending<Value> {
        while true {
            trace(step)
            let proof = ObservedValue(Proof(context))
            // A notice of the update policy may come between the PIN and the call.
            let whenValid: @Sendable () -> Void = { [context] in proof.set(Proof(context)) }
            switch try await ConfirmProtectedAction(context, isCancelable: true, whenValid: whenValid).run() {
            case .confirm: break
            case .cancel:
                trace(step + "b")
                return .ended
            case .back:
                trace(step + "c")
                return .back
            case .restart: try context.restartApp()
            }
            trace(step + "a")
            do {
                return .done(try await context.whenUnlocked(call))
            } catch let error as WalletCoreError {
                let isOld = context.steady.now().timeIntervalSince(proof.value.instant) > Self.lifetimeOfPIN
                let wasLocked = context.supervision.cover.raisings != proof.value.locks
                if error.code == .unexpected, isOld || wasLocked { continue }
                try await context.explain(error)
                return .ended
            }
        }
    }
}

extension FlowContext {
    /// Shows the screen of an error of the core, unless the process was killed: a killed process must not trace a row.
    ///
    /// - Throws: `CancellationError`; `GoTo`.
    func explain(_ error: WalletCoreError) async throws {
        try Task.checkCancellation()
        try await ErrorFlow(self).runOrRestart(error)
    }
}
