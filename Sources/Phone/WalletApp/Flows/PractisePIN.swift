// SPDX-License-Identifier: EUPL-1.2

import WalletInterface

/// Beside the design: who opens the wallet by face or finger is asked now and then to practise the PIN, so that it is there when it is needed.
///
/// Nothing here can tell whether the PIN is right: only the provider can, and that would be an attempt. So it is typed twice and the two are
/// compared; they are not sent, kept or counted.
struct PractisePIN {
    private let context: FlowContext

    init(_ context: FlowContext) {
        self.context = context
    }

    func run() async throws {
        // Who is asked and then leaves is not asked again at once.
        try await context.wallet.notePINPractice()
        switch try await show(PracticeOffer()) {
        case .practise: break
        case .notNow: return
        }
        while true {
            guard let first = try await pin(isSecond: false), let second = try await pin(isSecond: true) else { return }
            if first == second {
                _ = try await show(PracticeSame())
                return
            }
            switch try await show(PracticeDiffers()) {
            case .again: break
            case .notNow: return
            }
        }
    }

    /// 2 and 3; nil when the person stops.
    private func pin(isSecond: Bool) async throws -> PIN? {
        switch try await show(PracticePIN(isSecond: isSecond)) {
        case .pin(let pin):
            return pin
        case .notNow:
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
