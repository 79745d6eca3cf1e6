// SPDX-License-Identifier: EUPL-1.2

import Foundation
import PlatformSupport
import ProviderProtocol
package import WalletInterface

extension WalletCore {
    /// Within this time, in seconds, wrong PINs are those of the person who then opens the wallet, and who knows of them, if the app was on
    /// the glass all the while. It is enough for the first wait, of a minute, and the typing around it.
    static let ownTriesAge: TimeInterval = 120

    /// How many wrong PINs the user is to be told of, who may not have entered them (threat T-N6): those before the newest unlock that were
    /// entered in an earlier process, before the app left the glass, or too long before it to be the same person's slip. 0 when there are none.
    ///
    /// It counts what the provider has answered; what was never checked is not in it. It outlives a kill until it is confirmed.
    ///
    /// - Throws: `locked`, `notRegistered`, `platformMissing`, `notInitialized`, `versionBlocked`, `walletRevoked`; a store error.
    package func wrongTriesToTell() throws(WalletCoreError) -> Int {
        try admitted(.wrongTriesToTell).store.value(.untoldTries) ?? 0
    }

    /// The wrong PINs of the last weeks that the user is to be told of, whatever right PINs came between them (threat T-N6); nil when there are
    /// none. The provider counts them and says so from a number on that its operator has set.
    ///
    /// They are told again when the number has grown.
    ///
    /// - Throws: as `wrongTriesToTell()`.
    package func recentWrongTriesToTell() throws(WalletCoreError) -> RecentWrongTries? {
        guard let recent = try admitted(.wrongTriesToTell).store.value(.recentTries), recent.count > recent.told else { return nil }
        return RecentWrongTries(count: recent.count, days: recent.days)
    }

    /// The user was told of both numbers. Doing it again does nothing.
    ///
    /// - Throws: `notRegistered`, `platformMissing`, `notInitialized`, `versionBlocked`, `walletRevoked`; a store error: then they are told
    ///   once more.
    package func confirmWrongTriesTold() throws(WalletCoreError) {
        let running = try admitted(.confirmWrongTriesTold)
        let recent = try running.store.value(.recentTries)
        let isRecentUntold = recent.map { $0.told < $0.count } ?? false
        guard try running.store.value(.untoldTries) != nil || isRecentUntold else { return }
        try running.store.change { changes throws(WalletCoreError) in
            changes.remove(.untoldTries)
            if let recent {
                try changes.set(.recentTries, to: StoredRecentTries(count: recent.count, days: recent.days, told: recent.count))
            }
        }
    }

    // MARK: Inside

    /// Keeps a refused PIN. A store that cannot is no reason to keep the provider's answer from the user.
    func noteTry(_ check: PINCheck, _ running: Running) {
        guard let known = try? running.store.value(.wrongTries) ?? StoredWrongTries(count: 0, firstAt: running.bridges.clock.now) else {
            return
        }
        var tries = known
        switch check {
        case .valid, .outcomeUnknown: return
        case .invalid(let attemptsLeft, _): tries.attemptsLeft = attemptsLeft
        // The provider says the same of the last attempt of a round and of one that came while a wait ran, which it did not check.
        case .temporarilyBlocked, .permanentlyBlocked:
            guard tries.attemptsLeft == 1 else { return }
            tries.attemptsLeft = nil
        }
        tries.count += 1
        wrongTriesHere += 1
        let counted = tries
        try? running.store.change { changes throws(WalletCoreError) in try changes.set(.wrongTries, to: counted) }
    }

    /// Keeps what the provider says of the last weeks. A store that cannot is no reason to keep the wallet shut.
    ///
    /// The number falls when days have passed; what was told then counts as told up to that number only, so that new tries are told.
    func noteReport(_ report: WrongPINReport?, _ running: Running) {
        guard let known = try? running.store.value(.recentTries) else {
            if let report { keep(StoredRecentTries(count: report.count, days: report.days, told: 0), running) }
            return
        }
        keep(report.map { StoredRecentTries(count: $0.count, days: $0.days, told: min(known.told, $0.count)) }, running)
    }

    private func keep(_ recent: StoredRecentTries?, _ running: Running) {
        try? running.store.change { changes throws(WalletCoreError) in
            if let recent { try changes.set(.recentTries, to: recent) } else { changes.remove(.recentTries) }
        }
    }

    /// The wallet is open: what was tried before is over, and is told unless its owner has just done it.
    func closeTries(_ running: Running) {
        defer { wrongTriesHere = 0 }
        guard let tries = try? running.store.value(.wrongTries) else { return }
        let age = running.bridges.clock.now.timeIntervalSince(tries.firstAt)
        let isOwn = tries.count <= wrongTriesHere && (0...Self.ownTriesAge).contains(age)
        let untold = (try? running.store.value(.untoldTries)) ?? 0
        try? running.store.change { changes throws(WalletCoreError) in
            changes.remove(.wrongTries)
            if !isOwn { try changes.set(.untoldTries, to: untold + tries.count) }
        }
    }
}
