// SPDX-License-Identifier: EUPL-1.2

import Foundation
import ObservedValues
import PlatformSupport
import ProviderProtocol
import WalletConfiguration
package import WalletInterface

extension WalletCore {
    /// Observes the wallet's status: what is known now, then every change.
    ///
    /// - Throws: `observerPresent`, `platformMissing`, `notInitialized`, a store error.
    package func setWalletStatusStream() throws(WalletCoreError) -> AsyncStream<WalletStatus> {
        try admit(.setWalletStatusStream)
        return try walletStatus.observe()
    }

    /// Ends the wallet status stream, if there is one. May be called in any state.
    package func clearWalletStatusStream() {
        walletStatus.clear()
    }

    /// PF2.10/1.1: the wallet's status, from what is stored. No network. That it is revoked is told also while it is being erased.
    ///
    /// A wallet that its user has deleted from elsewhere stays `revoked(.byUser, …)` here after its data is gone, until
    /// `confirmRevocationShown`.
    ///
    /// - Throws: `platformMissing`, `notInitialized`, a store error.
    package func determineWalletStatus() throws(WalletCoreError) -> WalletStatus {
        if !walletStatus.value.isRevoked { try admit(.determineWalletStatus) }
        return walletStatus.value
    }

    /// Asks the provider for the wallet's status. The core does so by itself; nobody has to wait for it.
    ///
    /// - Throws: `notRegistered`; `noInternet`, `serverUnreachable`, also while the answer to a PIN check is still to be learnt: a later
    ///   message would make it stale; `walletRejected` when the provider does not know the wallet; `platformMissing`, `notInitialized`, a
    ///   store error, `unexpected`. What was known stays known.
    package func refreshWalletStatus() async throws(WalletCoreError) -> WalletStatus {
        try await refreshWalletStatus(timeout: .seconds(10))
    }

    /// The user has seen why the wallet is gone (PF2.10/2.1). The phone is then as at a first start, once the wallet's data is erased. Any
    /// other status stays as it is.
    ///
    /// - Throws: `platformMissing`; `notInitialized`, also when erasing the data has just failed; a store error. It is then to be shown again.
    package func confirmRevocationShown() async throws(WalletCoreError) {
        // Erasing may be under way, and the core not initialised as long: it is admitted in its turn.
        try await providerMutex.run { () async throws(WalletCoreError) in
            let running = try admitted(.confirmRevocationShown)
            guard var stored = try running.store.value(.walletStatus), stored.revocation?.cause == .byUser else { return }
            if try running.store.value(.registration) == nil {
                try running.store.change { $0.remove(.walletStatus) }
                walletStatus.set(.active)
            } else {
                stored.revocation?.isTold = true
                let told = stored
                try running.store.change { changes throws(WalletCoreError) in try changes.set(.walletStatus, to: told) }
            }
        }
    }

    // MARK: Inside

    /// How old the status may be, in seconds.
    var maximumStatusAge: TimeInterval { TimeInterval(configuration.features.walletStatusMaximumAgeSeconds) }

    /// Sends to the provider. That it says that the wallet is revoked is remembered, whatever was asked.
    func exchange(
        _ body: [UInt8], to endpoint: Endpoint, _ running: Running, timeout: Duration = .seconds(10)
    ) async throws(WalletCoreError) -> ProviderReply {
        switch await deliver(body, to: endpoint, running, timeout: timeout) {
        case .answered(let reply): return reply
        case .notSent(let error), .unanswered(let error): throw error
        }
    }

    /// Sends to the provider, as `exchange` does, and tells apart what did not leave the phone from what may have arrived.
    func deliver(_ body: [UInt8], to endpoint: Endpoint, _ running: Running, timeout: Duration = .seconds(10)) async -> Delivery {
        let delivery = await running.provider.deliver(body, to: endpoint, timeout: timeout)
        if case .answered(.refused(let problem)) = delivery { noteRevocation(in: problem, running) }
        return delivery
    }

    /// Remembers a revocation that a problem tells of. It is not signed, so it locks, and nothing is erased before a result says the same.
    func noteRevocation(in problem: ProviderProblem, _ running: Running) {
        guard case .accountRevoked(let reason, let canRegisterNewWallet) = problem else { return }
        // Without a wallet it is about one that never was, unless no wallet may be made at all.
        guard (try? running.store.value(.registration)) != nil || !canRegisterNewWallet else { return }
        let cause = RevocationCause(reason: reason, canRegisterNewWallet: canRegisterNewWallet)
        note(.revoked(cause, canRegisterNewWallet: canRegisterNewWallet), isProven: false, running)
    }

    /// Remembers what was learnt of the wallet that is there now. A revocation locks it.
    func note(_ status: WalletStatus, isProven: Bool, _ running: Running) {
        // The wallet that it is about may have been erased meanwhile.
        guard isPresent(running) else { return }
        let known = try? running.store.value(.walletStatus)
        let next = StoredWalletStatus.merging(known, status, isProven: isProven, at: running.bridges.clock.now)
        countStatusAge(next, by: running.bridges.clock)
        // A disk that is full does not make it active again: it counts in memory, and is learnt anew at the next start.
        try? running.store.change { changes throws(WalletCoreError) in try changes.set(.walletStatus, to: next) }
        guard !walletStatus.value.isRevoked || next.status.isRevoked else { return }
        if next.status.isRevoked { lock(because: .refused) }
        walletStatus.set(next.status)
        walletStatusTimer.wake()
    }
}
