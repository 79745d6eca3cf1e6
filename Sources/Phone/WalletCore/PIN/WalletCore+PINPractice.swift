// SPDX-License-Identifier: EUPL-1.2

import Foundation
import PlatformSupport
import WalletConfiguration
package import WalletInterface

extension WalletCore {
    /// Whether the user, who opens the wallet by face or finger, is to be asked to practise the PIN: after as many scans and as many days
    /// since the PIN was entered as are configured, and never while a link waits.
    ///
    /// - Throws: `locked`, `notRegistered`, `platformMissing`, `notInitialized`, `versionBlocked`, `walletRevoked`; a store error.
    package func isPINPracticeDue() throws(WalletCoreError) -> Bool {
        let running = try admitted(.isPINPracticeDue)
        let features = configuration.features
        guard features.pinPractice, let practice = try running.store.value(.pinPractice), try running.store.value(.biometrics) != nil,
            try isRevocationCodeConfirmed(), try pendingLink() == nil
        else { return false }
        let days = running.bridges.clock.now.timeIntervalSince(practice.since) / 86_400
        return practice.scans >= features.pinPracticeAfterScans && days >= Double(features.pinPracticeAfterDays)
    }

    /// The user was asked, whatever came of it; it is due again after as many scans and days. Nothing of what was practised is known here.
    ///
    /// - Throws: as `isPINPracticeDue`.
    package func notePINPractice() throws(WalletCoreError) {
        let running = try admitted(.notePINPractice)
        try begin(StoredPINPractice(scans: 0, since: running.bridges.clock.now), running)
    }

    // MARK: Inside

    /// Face or finger has opened the wallet. A store that cannot keep it is no reason to leave it locked.
    func noteScan(_ running: Running) {
        guard let known = try? running.store.value(.pinPractice) ?? StoredPINPractice(scans: 0, since: running.bridges.clock.now) else {
            return
        }
        try? begin(StoredPINPractice(scans: known.scans + 1, since: known.since), running)
    }

    /// The right PIN was entered: there is nothing to practise.
    func noteRightPIN(_ running: Running) {
        rightPINAt = running.bridges.clock.steadyNow
        guard (try? running.store.value(.pinPractice)) != nil else { return }
        try? running.store.change { $0.remove(.pinPractice) }
    }

    private func begin(_ practice: StoredPINPractice, _ running: Running) throws(WalletCoreError) {
        try running.store.change { changes throws(WalletCoreError) in try changes.set(.pinPractice, to: practice) }
    }
}
