// SPDX-License-Identifier: EUPL-1.2

import PlatformSupport
import ProviderProtocol
import WalletInterface

/// Asks the provider for the wallet's status.
final class WalletStatusRefresh {
    private let channel: ProviderChannel
    private let status: WalletStatusRecord
    private let biometrics: BiometricUnlocking
    private let lock: LockKeeper

    init(_ channel: ProviderChannel, _ status: WalletStatusRecord, _ biometrics: BiometricUnlocking, _ lock: LockKeeper) {
        self.channel = channel
        self.status = status
        self.biometrics = biometrics
        self.lock = lock
    }

    /// Asks, in the provider's turn.
    ///
    /// - Throws: `notRegistered`; `noInternet`, `serverUnreachable`, also while the answer to a PIN check is still to be learnt: a later message
    ///   would make it stale; `walletRejected`; a store error; `unexpected`.
    func refresh(timeout: Duration) async throws(WalletCoreError) {
        let registration = try channel.context.registration()
        guard !channel.awaitsAnswer else {
            throw WalletCoreError(.serverUnreachable, "the answer to an earlier message is still to be learnt")
        }
        switch try await channel.send(.deviceOnly(.walletStatus, from: .wallet(registration), timeout: timeout)) {
        case .done(let result):
            guard let result, let account = try? AccountStatus(result) else {
                throw WalletCoreError(.serverUnreachable, "the provider's answer has no status")
            }
            try await note(account)
        case .refused(.certificateRejected), .noChallenge(.certificateRejected):
            throw WalletCoreError(.walletRejected, "the provider does not know this wallet")
        case .refused(let problem), .noChallenge(let problem):
            throw WalletCoreError(.unexpected, "the provider refused to tell the status: \(problem.type)")
        case .unclear:
            throw WalletCoreError(.unexpected, "the provider refused to tell the status")
        }
    }

    private func note(_ account: AccountStatus) async throws(WalletCoreError) {
        switch account {
        case .active, .recovering: status.note(.active, isProven: true)
        case .blocked:
            status.note(.active, isProven: true)
            // A wallet that is blocked for good does not open by face or finger either, nor stay open.
            lock.lock(because: .refused)
            try await biometrics.forget()
        case .revoked(let reason, let canRegisterNewWallet):
            let cause = RevocationCause(reason: reason, canRegisterNewWallet: canRegisterNewWallet)
            status.note(.revoked(cause, canRegisterNewWallet: canRegisterNewWallet), isProven: true)
        }
    }
}
