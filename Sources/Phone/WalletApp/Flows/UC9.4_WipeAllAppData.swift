// SPDX-License-Identifier: EUPL-1.2

import WalletInterface

/// UC9.4 Wipe all app data: everything of the wallet goes from this phone, and its account at the provider is ended.
struct WipeAllAppData {
    /// Possible results.
    enum Result: Sendable, Equatable {
        /// To the screen that asked.
        case cancelled
        /// The phone is as at a first start: go to UC1.1.
        case wiped
    }

    private let context: FlowContext

    init(_ context: FlowContext) {
        self.context = context
    }

    /// 1.1: asks first.
    func run() async throws -> Result {
        switch try await context.ui.show(WipeAppData()) {
        case .delete:
            try await erase()
            return .wiped
        case .cancel:
            return .cancelled
        }
    }

    /// 1.1 from within a partial flow: afterwards everything ends and UC1.1 begins, or it goes on where it was.
    ///
    /// - Throws: `GoTo` UC1.1.
    func runOrReturn() async throws {
        if try await run() == .wiped { throw GoTo(.introduceTheApp(.addingCards)) }
    }

    /// Erases without asking. An error is shown, and a retry does it again: begun, it is only ever finished. No lock covers that.
    func erase() async throws {
        try await context.supervision.cover.withheld {
            while true {
                do {
                    try await context.ui.show(WipingAppData(), during: { try await context.wallet.wipe() })
                    context.trace(of: "wipe")("1a")
                    // Whoever registers anew is judged anew.
                    return context.supervision.standing.change { $0.status = nil }
                } catch let error as WalletCoreError {
                    // A process that is killed takes no row.
                    try Task.checkCancellation()
                    if try await ErrorFlow(context).run(error) == .restart { throw GoTo(.openTheApp) }
                }
            }
        }
    }
}
