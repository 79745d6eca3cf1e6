// SPDX-License-Identifier: EUPL-1.2

import PlatformSupport
import ProviderProtocol
import WalletInterface

/// Requests the wallet's status from the provider.
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

    /// Requests the status, in the provider's mutex.
    ///
    /// - Throws: `notRegistered`; `noInternet`; `serverUnreachable`, also while a PIN check is unanswered: a later message would prevent
    ///   its retry; `walletRejected`; a store error; `unexpected`.
    func refresh(timeout: Duration) async throws(WalletCoreError) {
        let registration = try channel.context.registration()
        guard !channel.awaitsAnswer else {
            throw WalletCoreError(.serverUnreachable, "the answer to an earlier message is still awaited")
        }
        switch try await channel.send(.deviceOnly(.walletStatus, from: .wallet(registration), timeout: timeout)) {
        case .done(let result):
            guard let result, let account = try? AccountStatus(result) else {
                throw WalletCoreError(.serverUnreachable, "the provider's answer has no status")
            }
            try await note(account)
        case .refused(.certificateRejected):
            throw WalletCoreError(.walletRejected, "the provider does not know this wallet")
        case .refused(let problem):
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
            // A permanently blocked wallet is locked, and biometrics must not unlock it either.
            lock.lock(because: .refused)
            try await biometrics.forget()
        case .revoked(let reason, let canRegisterNewWallet):
            let cause = RevocationCause(reason: reason, canRegisterNewWallet: canRegisterNewWallet)
            status.note(.revoked(cause, canRegisterNewWallet: canRegisterNewWallet), isProven: true)
        }
    }
}
