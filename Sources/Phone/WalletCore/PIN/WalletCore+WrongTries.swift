// SPDX-License-Identifier: EUPL-1.2

import Foundation
import PlatformSupport

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

    /// The user was told of them. Doing it again does nothing.
    ///
    /// - Throws: `notRegistered`, `platformMissing`, `notInitialized`, `versionBlocked`, `walletRevoked`; a store error: then they are told
    ///   once more.
    package func confirmWrongTriesTold() throws(WalletCoreError) {
        let running = try admitted(.confirmWrongTriesTold)
        guard try running.store.value(.untoldTries) != nil else { return }
        try running.store.change { $0.remove(.untoldTries) }
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
