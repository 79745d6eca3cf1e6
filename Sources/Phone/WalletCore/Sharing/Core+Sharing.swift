// SPDX-License-Identifier: EUPL-1.2

import OpenID4VP
import OpenID4VPWallet
package import WalletInterface

/// Sharing data and logging in (UC5.1, UC5.2). There is at most one session. Before there is an answer it lives in memory, survives a lock
/// and ends with the process, and what was signed in it also ends with a lock; an answer is stored until its outcome is known.
extension Core {
    /// The state of the session, with the cards as they are now. Uses no network. An offer that differs from the one shown before has a
    /// different identifier.
    ///
    /// - Throws: `locked`, also if the wallet was locked during the call; `notRegistered`, `platformMissing`, `notInitialized`, a store
    ///   error.
    package func sharingState() async throws(WalletCoreError) -> SharingState {
        let state = try await admitted(.sharingState).sharing.state()
        try requireUnlocked()
        return state
    }

    /// Fetches the request of a link, checks it, and finds the cards that answer it (UC5.1/1.1). The same link again continues its session
    /// and fetches nothing.
    ///
    /// - Parameter arrival: `sameDevice` for a link from the operating system, `crossDevice` for one that the scanner read.
    /// - Throws: `sharing` with `notConfigured`, `busy` (the present session stays), `wrongDevice`, `sessionOver`; `noInternet`,
    ///   `serverUnreachable`: there is no session. `locked`, also if the wallet was locked during the call: the session then remains.
    ///   `notRegistered`, `platformMissing`, `notInitialized`, `walletRevoked`, `versionBlocked`, a store error, `unexpected`.
    package func startSharing(_ link: UniversalLink, arrivedBy arrival: SharingArrival) async throws(WalletCoreError) -> SharingState {
        try await admitted(.startSharing, in: shared.sharingMutex) { (wallet) async throws(WalletCoreError) in
            try await wallet.sharing.start(link, SessionType(arrival))
            // A wallet that was locked during the requests shows nothing; the session remains.
            try requireUnlocked()
            let state = try await wallet.sharing.state()
            try requireUnlocked()
            return state
        }
    }

    /// Has the provider check the PIN and sign what was approved, in one instruction (UC5.1/1.5). The answer is computed from the approval
    /// and from nothing else. It waits in memory for `sendSharing`; a lock, a stop, another approval and the end of its time drop it.
    ///
    /// - Returns: `valid` if `sendSharing` can send the answer. Any other check leaves the offer, except `permanentlyBlocked`, which ends
    ///   the session as a stop does.
    /// - Throws: `sharing` with `approvalVoid`, `unfitChoice`, `sessionOver`, `noSession`; `noInternet`, `serverUnreachable`, `clockWrong`
    ///   from the provider: the offer stays. `locked`, also if the wallet was locked during the call; `walletRevoked`, `versionBlocked`,
    ///   `policyExpired`, `walletRejected`, `notRegistered`, `platformMissing`, `notInitialized`, a store error, `unexpected`. Nothing was
    ///   shared.
    package func approveSharing(_ approval: SharingApproval, pin: PIN) async throws(WalletCoreError) -> PINCheck {
        try await admitted(.approveSharing, in: shared.sharingMutex) { (wallet) async throws(WalletCoreError) in
            let (stops, session) = (wallet.sharing.stops, wallet.sharing.live)
            switch try await signed(approval, pin, wallet) {
            case .refused(let check):
                if check == .permanentlyBlocked {
                    // Biometrics must not unlock a permanently blocked wallet either.
                    do throws(WalletCoreError) {
                        try await wallet.biometrics.forget()
                    } catch {
                        _ = await wallet.sharing.decline(.blocked, as: .blocked)
                        throw error
                    }
                    _ = await wallet.sharing.decline(.blocked, as: .blocked)
                }
                return check
            case .signed(let answer):
                // The lock, the wallet's status and the update policy may have changed during the PIN's check.
                do throws(WalletCoreError) {
                    try admit(.approveSharing)
                } catch {
                    if error.code == .locked { wallet.sharing.noteVoid(Sharing.void(.locked), of: session) }
                    throw error
                }
                guard wallet.sharing.stops == stops else {
                    throw WalletCoreError(.sharing(.noSession), "the person stopped during the call")
                }
                try wallet.sharing.keep(answer)
                return .valid
            }
        }
    }

    /// Sends the answer (UC5.1/1.7). The first time, everything that the approval is bound to counts once more; then the copies are spent,
    /// event and answer are stored, and it is sent. Afterwards it sends the same bytes again, for an answer that may have arrived or has not
    /// left the phone (14.1a).
    ///
    /// - Throws: `sharing` with `noSession`; `approvalVoid`: the first time, and nothing was shared; `sessionOver`: nothing was shared, or
    ///   of a stored answer only `stopSharing` is left; `notConfigured`. `policyExpired` the first time. `locked`, `walletRevoked`,
    ///   `versionBlocked`, `notRegistered`, `platformMissing`, `notInitialized`, a store error. After an error the state tells whether there
    ///   is an answer.
    package func sendSharing() async throws(WalletCoreError) -> SharingOutcome {
        try await admitted(.sendSharing, in: shared.sharingMutex) { (wallet) async throws(WalletCoreError) in
            if let stored = try wallet.store.value(.sharing) { return try await wallet.sharing.resend(stored) }
            let answer = try wallet.sharing.kept()
            // The first attempt answers an organization, so it is admitted as the approval is.
            try admit(.approveSharing)
            let stored = try wallet.sharing.store(answer)
            return try await wallet.sharing.send(stored, isFirst: true)
        }
    }

    /// Ends the session in any state; a call that fetches the request or signs an answer does not finish its work. Before there is an
    /// answer, a known verifier is told the same whatever the cause, and the history what was asked; a full store does not prevent the stop.
    /// An answer that may have arrived stays in the history. Without a session it does nothing.
    ///
    /// - Returns: where the person goes on.
    /// - Throws: `locked`, `notRegistered`, `platformMissing`, `notInitialized`, or a store error.
    package func stopSharing() async throws(WalletCoreError) -> SharingReturn {
        // Before the wait: a start goes on without the network, and an answer that is being signed is not sent.
        try admitted(.stopSharing).sharing.noteStop()
        return try await admitted(.stopSharing, in: shared.sharingMutex) { (wallet) async throws(WalletCoreError) in
            try await wallet.sharing.stop()
        }
    }

    /// Ends a session before there is an answer: without its PIN the wallet answers nobody (UC2.3.2). A known verifier is told the same as
    /// after a stop, in the background, so that nothing waits for it or fails with it.
    func endSharingWithoutPIN(of wallet: OpenWallet) {
        wallet.sharing.endWithoutPIN()
        shared.farewellTimer.wake()
    }

    /// Signs an answer. A wallet that turns out to be revoked ends the session as a stop does.
    ///
    /// - Throws: as `approveSharing`.
    private func signed(
        _ approval: SharingApproval, _ pin: PIN, _ wallet: OpenWallet
    ) async throws(WalletCoreError) -> Sharing.Signing {
        let session = wallet.sharing.live
        do throws(WalletCoreError) {
            return try await wallet.sharing.sign(approval, pin)
        } catch {
            if case .walletRevoked = error.code {
                _ = await wallet.sharing.decline(.blocked, as: .refusedByWallet, because: "wallet_revoked")
                await wallet.sharing.tellAll()
            }
            wallet.sharing.noteVoid(error, of: session)
            throw error
        }
    }
}
