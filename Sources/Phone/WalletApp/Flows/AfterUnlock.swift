// SPDX-License-Identifier: EUPL-1.2

import WalletInterface

/// Beside the design, between UC2.3 and what follows it: what the owner is to know or may do once the wallet is open. It never keeps anybody
/// from the wallet: what the core cannot say is not shown.
struct AfterUnlock {
    private let context: FlowContext

    init(_ context: FlowContext) {
        self.context = context
    }

    /// When the app was launched, before it goes on: the PIN is practised only where nothing waits for the person.
    func beforeGoing(to next: UseCase) async throws {
        guard (try? await context.wallet.isUnlocked()) == true else { return }
        try await tellWrongTries()
        if next.isAtRest || next == .obtainPID { try await practise() }
    }

    /// Over a use case that was suspended, before it is seen again.
    func beforeResuming(_ suspended: UseCase) async throws {
        // What was suspended is this very flow at a launch, which goes on with it.
        guard suspended != .unlockTheApp else { return }
        try await tellWrongTries()
        if suspended.isAtRest { try await practise() }
    }

    /// How many wrong PINs there were, since the last unlock and over weeks. More of them while that is read are told, too.
    private func tellWrongTries() async throws {
        var told = 0
        while let count = try? await context.wallet.wrongTriesToTell(), count > told {
            _ = try await context.ui.show(WrongTriesNotice(count: count))
            told = count
        }
        let recent = try? await context.wallet.recentWrongTriesToTell()
        if let recent {
            _ = try await context.ui.show(WrongTriesNotice(count: recent.count, days: recent.days))
        }
        // What is not kept is told once more.
        if told > 0 || recent != nil { try? await context.wallet.confirmWrongTriesTold() }
    }

    private func practise() async throws {
        guard (try? await context.wallet.isPINPracticeDue()) == true else { return }
        do {
            try await PractisePIN(context).run()
        } catch is WalletCoreError {
            // It is asked another time.
        }
    }
}
