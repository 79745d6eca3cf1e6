// SPDX-License-Identifier: EUPL-1.2

import Foundation
import ObservedValues
import PlatformSupport
import ProviderProtocol
import WalletInterface

/// The signals of the wallet's status. They outlive every wallet.
struct WalletStatusSignals: Sendable {
    /// The status that is known.
    let status = ObservedValue(WalletStatus.active)
    /// Wakes the task that refreshes the status.
    let timer = RestartableTimer()
    /// The question for the status that callers wait for at a launch and after a scan.
    let question = TimedQuestion()
}

/// The last known status of the wallet, and its age. A revocation locks the wallet and is never forgotten.
final class WalletStatusRecord {
    let signals: WalletStatusSignals
    /// Whether the status is to be asked for, however young it is.
    var isWanted = false

    private let context: WalletContext
    private let lock: LockKeeper
    /// When the status was learnt: by the phone's clock, as it is stored, and in steady time.
    private var learnt: (shown: Date, steady: Date)?

    init(_ context: WalletContext, _ signals: WalletStatusSignals, _ lock: LockKeeper) {
        self.context = context
        self.signals = signals
        self.lock = lock
    }

    // MARK: Learning

    /// Remembers a revocation that a problem tells of. A problem is not signed: the revocation locks the wallet, and nothing is erased before a
    /// signed result confirms it.
    func noteRevocation(in problem: ProviderProblem) {
        guard case .accountRevoked(let reason, let canRegisterNewWallet) = problem else { return }
        // Without a registration the problem concerns a wallet that never was, unless no wallet may be registered at all.
        guard (try? context.store.value(.registration)) != nil || !canRegisterNewWallet else { return }
        let cause = RevocationCause(reason: reason, canRegisterNewWallet: canRegisterNewWallet)
        note(.revoked(cause, canRegisterNewWallet: canRegisterNewWallet), isProven: false)
    }

    /// Remembers a status. A revocation locks the wallet.
    func note(_ status: WalletStatus, isProven: Bool) {
        // The wallet may have been erased during the request.
        guard context.isPresent else { return }
        let known = try? context.store.value(.walletStatus)
        let next = StoredWalletStatus.merging(known, status, isProven: isProven, at: context.now)
        countAge(of: next)
        // A full disk does not undo a revocation: it counts in memory, and is learnt again after the next start.
        try? context.store.change { changes throws(WalletCoreError) in try changes.set(.walletStatus, to: next) }
        guard !signals.status.value.isRevoked || next.status.isRevoked else { return }
        if next.status.isRevoked { lock.lock(because: .refused) }
        signals.status.set(next.status)
        signals.timer.wake()
    }

    // MARK: Age

    /// Counts the age of a stored status in steady time from now on.
    func countAge(of stored: StoredWalletStatus) {
        let age = max(context.now.timeIntervalSince(stored.learntAt), 0)
        learnt = (stored.learntAt, context.clock.steadyNow.addingTimeInterval(-age))
    }

    /// Whether the stored status is young enough for a biometric unlock.
    func isFresh() throws(WalletCoreError) -> Bool {
        guard let stored = try context.store.value(.walletStatus) else { return false }
        return isFresh(stored, maximumAge: context.maximumStatusAge)
    }

    /// Whether a stored status is younger than a maximum age, in seconds, by the phone's clock and, within one process, in steady time. How far
    /// the clock has come is stored, so that a clock that is turned back later makes nothing young again.
    func isFresh(_ stored: StoredWalletStatus, maximumAge: TimeInterval) -> Bool {
        let now = context.now
        if learnt?.shown != stored.learntAt { countAge(of: stored) }
        let isFresh = stored.isFresh(at: now, maximumAge: maximumAge)
        if let seen = stored.seen(at: now) {
            // A full disk locks nobody out; this process remembers all the same.
            try? context.store.change { changes throws(WalletCoreError) in try changes.set(.walletStatus, to: seen) }
        }
        guard let learnt else { return false }
        return isFresh && context.clock.steadyNow.timeIntervalSince(learnt.steady) < maximumAge
    }

    // MARK: Asking

    /// Asks for the status while the user is scanned, so that the answer is there when the scan ends.
    func askDuringScan() {
        guard signals.question.askUnlessOpen(at: context.clock.steadyNow) else { return }
        isWanted = true
        signals.timer.wake()
    }

    /// The status that is to be refreshed; nil when there is no wallet or its revocation is proven and final.
    ///
    /// - Throws: a store error.
    func statusToRefresh() throws(WalletCoreError) -> StoredWalletStatus? {
        guard try context.store.value(.registration) != nil else { return nil }
        // Only where there is none: looking at it writes, and must not write over a value that could not be read.
        let stored = try context.store.value(.walletStatus) ?? StoredWalletStatus(revocation: nil, learntAt: .distantPast)
        guard let revocation = stored.revocation, revocation.isProven, !stored.demandsWipe else { return stored }
        return nil
    }
}
