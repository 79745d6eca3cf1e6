// SPDX-License-Identifier: EUPL-1.2

import Foundation
import ObservedValues
import PlatformSupport
import ProviderProtocol
import WalletInterface

/// The signals of the wallet's status. They outlive every wallet.
struct WalletStatusSignals: Sendable {
    let status = ObservedValue(WalletStatus.active)
    /// Wakes the task that refreshes the status.
    let timer = RestartableTimer()
    /// The status request at a launch and during a scan, which callers await.
    let question: TimedQuestion

    init(answerBudget: TimeInterval) { question = TimedQuestion(budget: answerBudget) }
}

/// The last known status of the wallet, and its age. A revocation locks the wallet and is never forgotten.
final class WalletStatusRecord {
    let signals: WalletStatusSignals
    /// True if the status must be requested regardless of its age.
    var isWanted = false
    /// Runs when a revocation becomes known.
    var onRevocation: () -> Void = {}

    private let context: WalletContext
    private let lock: LockKeeper
    /// The time of the last update of the status: wall-clock time, as stored, and monotonic time.
    private var updated: (shown: Date, steady: Date)?

    init(_ context: WalletContext, _ signals: WalletStatusSignals, _ lock: LockKeeper) {
        self.context = context
        self.signals = signals
        self.lock = lock
    }

    // MARK: Updates

    /// Stores a revocation that a problem reports. A problem is not signed: the revocation locks the wallet, but nothing is erased before a
    /// signed result confirms it.
    func noteRevocation(in problem: ProviderProblem) {
        guard case .accountRevoked(let reason, let canRegisterNewWallet) = problem else { return }
        // Without a registration, the problem matters only if the provider accepts no new wallets at all.
        guard (try? context.store.value(.registration)) != nil || !canRegisterNewWallet else { return }
        let cause = RevocationCause(reason: reason, canRegisterNewWallet: canRegisterNewWallet)
        note(.revoked(cause, canRegisterNewWallet: canRegisterNewWallet), isProven: false)
    }

    /// Stores a status. A revocation locks the wallet.
    func note(_ status: WalletStatus, isProven: Bool) {
        // The wallet may have been erased during the request.
        guard context.isPresent else { return }
        let known = try? context.store.value(.walletStatus)
        let next = StoredWalletStatus.merging(known, status, isProven: isProven, at: context.now)
        countAge(of: next)
        // A full disk does not undo a revocation: the revocation is kept in memory, and the next start learns of it again from the
        // provider.
        try? context.store.change { changes throws(WalletCoreError) in try changes.set(.walletStatus, to: next) }
        guard !signals.status.value.isRevoked || next.status.isRevoked else { return }
        // Before the lock, so that a session of sharing ends by the revocation and not by the lock.
        if next.status.isRevoked, !signals.status.value.isRevoked { onRevocation() }
        if next.status.isRevoked { lock.lock(because: .refused) }
        signals.status.set(next.status)
        signals.timer.wake()
    }

    // MARK: Age

    /// Starts to count the age of a stored status in monotonic time.
    func countAge(of stored: StoredWalletStatus) {
        let age = max(context.now.timeIntervalSince(stored.updatedAt), 0)
        updated = (stored.updatedAt, context.clock.steadyNow.addingTimeInterval(-age))
    }

    /// True if the stored status is young enough for a biometric unlock.
    func isFresh() throws(WalletCoreError) -> Bool {
        guard let stored = try context.store.value(.walletStatus) else { return false }
        return isFresh(stored, maximumAge: context.maximumStatusAge)
    }

    /// True if a stored status is younger than a maximum age, in seconds, in wall-clock time and, within one process, in monotonic time.
    /// The latest wall-clock time is stored, so that a clock that is set back later does not make a status young again.
    func isFresh(_ stored: StoredWalletStatus, maximumAge: TimeInterval) -> Bool {
        let now = context.now
        if updated?.shown != stored.updatedAt { countAge(of: stored) }
        let isFresh = stored.isFresh(at: now, maximumAge: maximumAge)
        if let seen = stored.seen(at: now) {
            // If the disk is full, unlocking still works: this process keeps the time in memory.
            try? context.store.change { changes throws(WalletCoreError) in try changes.set(.walletStatus, to: seen) }
        }
        guard let updated else { return false }
        return isFresh && context.clock.steadyNow.timeIntervalSince(updated.steady) < maximumAge
    }

    // MARK: Asking

    /// Requests the status during a scan, so that the answer is known when the scan ends.
    func askDuringScan() {
        guard signals.question.askUnlessOpen(at: context.clock.steadyNow) else { return }
        isWanted = true
        signals.timer.wake()
    }

    /// The status to refresh; nil if there is no wallet or if its revocation is proven and final.
    ///
    /// - Throws: a store error.
    func statusToRefresh() throws(WalletCoreError) -> StoredWalletStatus? {
        guard try context.store.value(.registration) != nil else { return nil }
        // The default is used only if no value is stored. The status is written later and must not replace a value that could not be read.
        let stored = try context.store.value(.walletStatus) ?? StoredWalletStatus(revocation: nil, updatedAt: .distantPast)
        guard let revocation = stored.revocation, revocation.isProven, !stored.demandsWipe else { return stored }
        return nil
    }
}
