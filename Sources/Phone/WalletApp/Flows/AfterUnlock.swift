// SPDX-License-Identifier: EUPL-1.2

import WalletCore

/// Beside the design, between UC2.3 and what follows it: what the owner is to know or may do once the wallet is open. It never keeps anybody
/// from the wallet: what the core cannot say is not shown.
struct AfterUnlock {
    private let context: FlowContext
    private let trace: FlowTrace

    init(_ context: FlowContext) {
        self.context = context
        trace = context.trace(of: "tries")
    }

    /// When the app was launched, before it goes on: the PIN is practised only where nothing waits for the person.
    func beforeGoing(to next: UseCase) async throws {
        guard (try? await context.wallet.isUnlocked()) == true else { return }
        try await tellWrongTries()
        guard next == .showAllCards || next == .obtainPID, (try? await context.wallet.isPINPracticeDue()) == true else { return }
        do {
            try await PractisePIN(context).run()
        } catch is WalletCoreError {
            // It is asked another time.
        }
    }

    /// How many wrong PINs there were; also over a use case that goes on afterwards.
    func tellWrongTries() async throws {
        guard let count = try? await context.wallet.wrongTriesToTell(), count > 0 else { return }
        _ = try await context.ui.show(WrongTriesNotice(count: count))
        trace("1a")
        // What is not kept is told once more.
        try? await context.wallet.confirmWrongTriesTold()
    }
}
