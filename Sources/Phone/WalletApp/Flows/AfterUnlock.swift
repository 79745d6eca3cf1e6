// SPDX-License-Identifier: EUPL-1.2

import ObservedValues
import WalletInterface

/// Notices after an unlock, in addition to the design: between UC2.3 and the next use case. They never block access to the wallet; a notice
/// is skipped when the core cannot answer.
struct AfterUnlock {
    private let context: FlowContext

    init(_ context: FlowContext) {
        self.context = context
    }

    /// Runs at launch, before the next use case. The PIN practice is offered only when no other task waits.
    func beforeGoing(to next: UseCase) async throws {
        guard (try? await context.wallet.isUnlocked()) == true else { return }
        try await reportWrongTries()
        try await reportExpiredLink()
        // A login's code ends within a minute.
        let isBackFromLogin = context.supervision.loginReturn.value != nil
        if next.isAtRest || next == .obtainPID && !isBackFromLogin { try await practise() }
    }

    /// Runs above a suspended use case, before it is visible again.
    func beforeResuming(_ suspended: UseCase) async throws {
        // At a launch this flow itself was suspended, and continues.
        guard suspended != .unlockTheApp else { return }
        try await reportWrongTries()
        try await reportExpiredLink()
        if suspended.isAtRest { try await practise() }
    }

    /// Reports the wrong PINs since the last unlock and over some weeks, including any that are added while the notice is open.
    private func reportWrongTries() async throws {
        var reported = 0
        while let count = try? await context.whenUnlocked({ try await $0.unreportedWrongTries() }), count > reported {
            _ = try await context.ui.show(WrongTriesNotice(count: count))
            reported = count
        }
        let recent = try? await context.whenUnlocked { try await $0.unreportedRecentWrongTries() }
        if let recent {
            _ = try await context.ui.show(WrongTriesNotice(count: recent.count, days: recent.days))
        }
        // If this cannot be stored, the notice appears again.
        if reported > 0 || recent != nil { try? await context.wallet.confirmWrongTriesShown() }
    }

    /// link/2: reports once that a link has expired before the unlock. If this cannot be stored, the notice appears again.
    private func reportExpiredLink() async throws {
        guard (try? await context.whenUnlocked { try await $0.hasExpiredLink() }) == true else { return }
        _ = try await context.ui.show(LinkExpired())
        try? await context.wallet.confirmExpiredLinkShown()
    }

    private func practise() async throws {
        guard (try? await context.whenUnlocked { try await $0.isPINPracticeDue() }) == true else { return }
        do {
            try await PractisePIN(context).run()
        } catch is WalletCoreError {
            // The practice is offered again later.
        }
    }
}
