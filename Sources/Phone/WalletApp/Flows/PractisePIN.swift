// SPDX-License-Identifier: EUPL-1.2

import WalletInterface

/// In addition to the design: a user who unlocks with biometrics is asked now and then to practise the PIN.
///
/// The app cannot check the PIN: only the provider can, and that would count as an attempt. The user types the PIN twice and the app
/// compares the two entries. The entries are not sent, stored or counted.
struct PractisePIN {
    private let context: FlowContext

    init(_ context: FlowContext) {
        self.context = context
    }

    func run() async throws {
        // A user who leaves after the offer is not asked again at once.
        try await context.whenUnlocked { try await $0.notePINPractice() }
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

    /// Asks for a practice PIN (2 and 3). Returns nil when the user stops.
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
        // The lock layer does not report the user's activity automatically.
        await context.wallet.noteActivity()
        return action
    }
}
