// SPDX-License-Identifier: EUPL-1.2

import Foundation
import PlatformSupport
import ProviderProtocol
import WalletConfiguration
import WalletInterface

/// The record of right and wrong PINs: wrong PINs to report to the user (threat T-N6), and the due date of PIN practice.
final class PINAttempts {
    /// The maximum age, in seconds, of wrong PINs that count as the unlocking user's own and are not reported, if the app stayed in the
    /// foreground. The time suffices for the first delay of one minute and for typing before and after it.
    static let ownTriesAge: TimeInterval = 120
    /// The maximum age, in seconds, of the right PIN, for the calls that need one for themselves. A lock ends it before.
    static let longestPINAge: TimeInterval = 60

    /// The monotonic time at which the right PIN was last entered in this process; nil after a lock, and once a call has taken it.
    private(set) var rightPINAt: Date?
    /// The number of wrong PINs in this process since the last unlock.
    private(set) var wrongTriesHere = 0
    private let context: WalletContext

    init(_ context: WalletContext) { self.context = context }

    // MARK: Wrong PINs

    /// Stores a refused PIN. If the store fails, the user still gets the provider's answer.
    func noteTry(_ check: PINCheck) {
        guard let known = try? context.store.value(.wrongTries) ?? StoredWrongTries(count: 0, firstAt: context.now) else { return }
        var tries = known
        switch check {
        case .valid, .outcomeUnknown: return
        case .invalid(let attemptsLeft, _): tries.attemptsLeft = attemptsLeft
        // The provider gives the same answer to the last attempt of a round and to an attempt during a delay, which it does not check.
        case .temporarilyBlocked, .permanentlyBlocked:
            guard tries.attemptsLeft == 1 else { return }
            tries.attemptsLeft = nil
        }
        tries.count += 1
        wrongTriesHere += 1
        let counted = tries
        try? context.store.change { changes throws(WalletCoreError) in try changes.set(.wrongTries, to: counted) }
    }

    /// Stores the provider's report about the last weeks. If the store fails, the wallet is unlocked nevertheless.
    ///
    /// The count decreases as days pass. The count that the user has seen decreases too, so that new wrong PINs are reported.
    func noteReport(_ report: WrongPINReport?) {
        guard let known = try? context.store.value(.recentTries) else {
            if let report { store(StoredRecentTries(count: report.count, days: report.days, reported: 0)) }
            return
        }
        store(report.map { StoredRecentTries(count: $0.count, days: $0.days, reported: min(known.reported, $0.count)) })
    }

    private func store(_ recent: StoredRecentTries?) {
        try? context.store.change { changes throws(WalletCoreError) in
            if let recent { try changes.set(.recentTries, to: recent) } else { changes.remove(.recentTries) }
        }
    }

    /// Ends the count of wrong PINs after an unlock. They are reported to the user unless they are the user's own.
    func closeTries() {
        defer { wrongTriesHere = 0 }
        guard let tries = try? context.store.value(.wrongTries) else { return }
        let age = context.now.timeIntervalSince(tries.firstAt)
        let isOwn = tries.count <= wrongTriesHere && (0...Self.ownTriesAge).contains(age)
        let unreported = (try? context.store.value(.unreportedTries)) ?? 0
        try? context.store.change { changes throws(WalletCoreError) in
            changes.remove(.wrongTries)
            if !isOwn { try changes.set(.unreportedTries, to: unreported + tries.count) }
        }
    }

    /// Notes that the phone may have changed hands: a different person may have entered the earlier wrong PINs of this process.
    func noteAbsence() { wrongTriesHere = 0 }

    /// Marks both numbers as reported. Idempotent.
    ///
    /// - Throws: a store error.
    func confirmReported() throws(WalletCoreError) {
        let recent = try context.store.value(.recentTries)
        let isRecentUnreported = recent.map { $0.reported < $0.count } ?? false
        guard try context.store.value(.unreportedTries) != nil || isRecentUnreported else { return }
        try context.store.change { changes throws(WalletCoreError) in
            changes.remove(.unreportedTries)
            if let recent {
                try changes.set(.recentTries, to: StoredRecentTries(count: recent.count, days: recent.days, reported: recent.count))
            }
        }
    }

    // MARK: Practice

    /// Counts an unlock by biometrics. If the store fails, the wallet is unlocked nevertheless.
    func noteScan() {
        guard let known = try? context.store.value(.pinPractice) ?? StoredPINPractice(scans: 0, since: context.now) else { return }
        try? beginPractice(StoredPINPractice(scans: known.scans + 1, since: known.since))
    }

    /// Records that the right PIN was entered, so that no practice is due.
    func noteRightPIN() {
        rightPINAt = context.clock.steadyNow
        guard (try? context.store.value(.pinPractice)) != nil else { return }
        try? context.store.change { $0.remove(.pinPractice) }
    }

    /// Takes the right PIN for a call that needs it. One PIN serves one call.
    ///
    /// - Parameter seconds: the maximum age of the PIN by the monotonic clock.
    /// - Throws: `unexpected` if the right PIN was not entered in that time, or if another call has taken it.
    func takeRightPIN(within seconds: TimeInterval) throws(WalletCoreError) {
        let now = context.clock.steadyNow
        guard let enteredAt = rightPINAt, (0...seconds).contains(now.timeIntervalSince(enteredAt)) else {
            throw WalletCoreError(.unexpected, "the right PIN was not entered for this call")
        }
        rightPINAt = nil
    }

    /// Takes the right PIN for a call that needs it, if it was entered at this monotonic time or later.
    ///
    /// - Throws: `unexpected` if it was not, or if another call has taken it.
    func takeRightPIN(since earliest: Date) throws(WalletCoreError) {
        guard let enteredAt = rightPINAt, enteredAt >= earliest else {
            throw WalletCoreError(.unexpected, "the right PIN was not entered for this call")
        }
        rightPINAt = nil
    }

    /// Lets the time of the right PIN begin again, unless a lock or a call has ended it.
    func renewRightPIN() { if rightPINAt != nil { rightPINAt = context.clock.steadyNow } }

    /// Forgets the right PIN at a lock: after the next unlock, it must be entered again for a call that needs it.
    func dropRightPIN() { rightPINAt = nil }

    /// Restarts the count of scans and days.
    ///
    /// - Throws: a store error.
    func restartPractice() throws(WalletCoreError) { try beginPractice(StoredPINPractice(scans: 0, since: context.now)) }

    /// True if the configured numbers of scans and days have passed since the PIN was entered.
    ///
    /// - Throws: a store error.
    func isPracticeDue() throws(WalletCoreError) -> Bool {
        let features = context.features
        guard features.pinPractice, let practice = try context.store.value(.pinPractice), try context.store.value(.biometrics) != nil
        else { return false }
        let days = context.now.timeIntervalSince(practice.since) / 86_400
        return practice.scans >= features.pinPracticeAfterScans && days >= Double(features.pinPracticeAfterDays)
    }

    private func beginPractice(_ practice: StoredPINPractice) throws(WalletCoreError) {
        try context.store.change { changes throws(WalletCoreError) in try changes.set(.pinPractice, to: practice) }
    }
}
