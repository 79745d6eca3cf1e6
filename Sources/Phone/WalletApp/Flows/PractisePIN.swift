// SPDX-License-Identifier: EUPL-1.2

import WalletCore

/// Beside the design: who opens the wallet by face or finger is asked now and then to practise the PIN, so that it is there when it is needed.
///
/// Nothing here can tell whether the PIN is right: only the provider can, and that would be an attempt. So it is typed twice and the two are
/// compared; they are not sent, kept or counted.
struct PractisePIN {
    private let context: FlowContext
    private let trace: FlowTrace

    init(_ context: FlowContext) {
        self.context = context
        trace = context.trace(of: "practice")
    }

    func run() async throws {
        // Who is asked and then leaves is not asked again at once.
        try await context.wallet.notePINPractice()
        switch try await show(PracticeOffer()) {
        case .practise: trace("1a")
        case .notNow: return trace("1b")
        }
        while true {
            guard let first = try await pin(isSecond: false), let second = try await pin(isSecond: true) else { return }
            if first == second {
                _ = try await show(PracticeSame())
                return trace("4a")
            }
            switch try await show(PracticeDiffers()) {
            case .again: trace("5a")
            case .notNow: return trace("5b")
            }
        }
    }

    /// 2 and 3; nil when the person stops.
    private func pin(isSecond: Bool) async throws -> PIN? {
        let step = isSecond ? "3" : "2"
        switch try await show(PracticePIN(isSecond: isSecond)) {
        case .pin(let pin):
            trace(step + "a")
            return pin
        case .notNow:
            trace(step + "b")
            return nil
        }
    }

    private func show<S: Screen>(_ screen: S) async throws -> S.Action {
        let action = try await context.ui.show(screen)
        // On the lock layer the glass tells nobody that the person is there.
        await context.wallet.noteActivity()
        return action
    }
}
