// SPDX-License-Identifier: EUPL-1.2

import ObservedValues
import WalletInterface

/// UC9.4 Wipe all app data: erases the wallet from this phone and deregisters its account at the provider.
struct WipeAllAppData {
    enum Result: Sendable, Equatable {
        /// Return to the screen that asked.
        case cancelled
        /// The app is as at a first start: continue with UC1.1.
        case wiped
    }

    private let context: FlowContext

    init(_ context: FlowContext) {
        self.context = context
    }

    /// 1.1: asks for confirmation first.
    func run() async throws -> Result {
        switch try await context.ui.show(WipeAppData()) {
        case .delete:
            try await erase()
            return .wiped
        case .cancel:
            return .cancelled
        }
    }

    /// 1.1 within a partial flow: after a wipe everything ends and UC1.1 starts; otherwise the caller continues.
    ///
    /// - Throws: `GoTo` UC1.1.
    func runOrReturn() async throws {
        if try await run() == .wiped { throw GoTo(.introduceTheApp(.addingCards)) }
    }

    /// Erases without confirmation. An error is shown and a retry repeats the wipe, because a wipe once begun must be finished. The lock
    /// does not cover it.
    func erase() async throws {
        try await context.supervision.cover.withheld {
            while true {
                do {
                    try await context.ui.show(WipingAppData(), during: { try await context.wallet.wipe() })
                    context.trace(of: "wipe")("1a")
                    // A new registration gets a new status.
                    return context.supervision.judgements.made.change { $0.status = nil }
                } catch let error as WalletCoreError {
                    // A killed process must not trace a row.
                    try Task.checkCancellation()
                    try await ErrorFlow(context).runOrRestart(error)
                }
            }
        }
    }
}
