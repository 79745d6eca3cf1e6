// SPDX-License-Identifier: EUPL-1.2

import Foundation
import PlatformSupport
import ProviderProtocol
import WalletConfiguration
import WalletInterface

/// The record of right and wrong PINs: wrong PINs that the user is to be told of (threat T-N6), and when the PIN is to be practised.
final class PINAttempts {
    /// Within this time, in seconds, wrong PINs are those of the person who then opens the wallet, and who knows of them, if the app was on
    /// the glass all the while. It is enough for the first wait, of a minute, and the typing around it.
    static let ownTriesAge: TimeInterval = 120

    /// When the right PIN was entered last in this process, in steady time.
    private(set) var rightPINAt: Date?
    /// How many wrong PINs were entered in this process since the wallet was opened last.
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
        // The provider answers the same to the last attempt of a round and to one that came while a wait ran, which it did not check.
        case .temporarilyBlocked, .permanentlyBlocked:
            guard tries.attemptsLeft == 1 else { return }
            tries.attemptsLeft = nil
        }
        tries.count += 1
        wrongTriesHere += 1
        let counted = tries
        try? context.store.change { changes throws(WalletCoreError) in try changes.set(.wrongTries, to: counted) }
    }

    /// Stores the provider's report about the last weeks. If the store fails, the wallet opens all the same.
    ///
    /// The number falls as days pass; the number that was told falls with it, so that new tries are told.
    func noteReport(_ report: WrongPINReport?) {
        guard let known = try? context.store.value(.recentTries) else {
            if let report { store(StoredRecentTries(count: report.count, days: report.days, told: 0)) }
            return
        }
        store(report.map { StoredRecentTries(count: $0.count, days: $0.days, told: min(known.told, $0.count)) })
    }

    private func store(_ recent: StoredRecentTries?) {
        try? context.store.change { changes throws(WalletCoreError) in
            if let recent { try changes.set(.recentTries, to: recent) } else { changes.remove(.recentTries) }
        }
    }

    /// Closes the count of wrong PINs: the wallet is open. The user is told of them, unless they are the user's own.
    func closeTries() {
        defer { wrongTriesHere = 0 }
        guard let tries = try? context.store.value(.wrongTries) else { return }
        let age = context.now.timeIntervalSince(tries.firstAt)
        let isOwn = tries.count <= wrongTriesHere && (0...Self.ownTriesAge).contains(age)
        let untold = (try? context.store.value(.untoldTries)) ?? 0
        try? context.store.change { changes throws(WalletCoreError) in
            changes.remove(.wrongTries)
            if !isOwn { try changes.set(.untoldTries, to: untold + tries.count) }
        }
    }

    /// Notes that the phone may have changed hands: earlier wrong PINs in this process may be another person's.
    func noteAbsence() { wrongTriesHere = 0 }

    /// Marks both numbers as told. Doing it again does nothing.
    ///
    /// - Throws: a store error.
    func confirmTold() throws(WalletCoreError) {
        let recent = try context.store.value(.recentTries)
        let isRecentUntold = recent.map { $0.told < $0.count } ?? false
        guard try context.store.value(.untoldTries) != nil || isRecentUntold else { return }
        try context.store.change { changes throws(WalletCoreError) in
            changes.remove(.untoldTries)
            if let recent {
                try changes.set(.recentTries, to: StoredRecentTries(count: recent.count, days: recent.days, told: recent.count))
            }
        }
    }

    // MARK: Practice

    /// Notes an unlock by face or finger. A store that cannot keep it is no reason to leave the wallet locked.
    func noteScan() {
        guard let known = try? context.store.value(.pinPractice) ?? StoredPINPractice(scans: 0, since: context.now) else { return }
        try? beginPractice(StoredPINPractice(scans: known.scans + 1, since: known.since))
    }

    /// Notes that the right PIN was entered: there is nothing to practise.
    func noteRightPIN() {
        rightPINAt = context.clock.steadyNow
        guard (try? context.store.value(.pinPractice)) != nil else { return }
        try? context.store.change { $0.remove(.pinPractice) }
    }

    /// Counts scans and days from zero again.
    ///
    /// - Throws: a store error.
    func restartPractice() throws(WalletCoreError) { try beginPractice(StoredPINPractice(scans: 0, since: context.now)) }

    /// Whether as many scans and days have passed since the PIN was entered as are configured.
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
