// SPDX-License-Identifier: EUPL-1.2

import Foundation
import JOSE
import PlatformSupport
import ProviderProtocol
import WalletInterface

/// Ends the accounts of erased wallets at the provider.
final class Deregistrations {
    private let context: WalletContext
    private let channel: ProviderChannel

    init(_ channel: ProviderChannel) {
        context = channel.context
        self.channel = channel
    }

    /// Ends every account that can be ended now.
    ///
    /// - Returns: whether no account is left to be ended.
    func endAll() async -> Bool {
        let pending: [PendingDeregistration]
        do throws(WalletCoreError) {
            pending = try context.store.value(.pendingDeregistrations) ?? []
        } catch {
            return false
        }
        var isDone = true
        // The next wallet may be erased during a request: the new store then has the accounts that are left, and its start wakes this task.
        for account in pending where context.isPresent {
            if !(await end(account)) { isDone = false }
        }
        return isDone
    }

    /// Ends one account.
    ///
    /// - Returns: whether nothing is left to be done.
    private func end(_ account: PendingDeregistration) async -> Bool {
        let outcome = await deregister(account)
        // An answer for a store that was erased is asked for again: the new store has the account now.
        guard context.isPresent else { return false }
        switch outcome {
        case .ended: break
        // A provider that was not reached is asked again, however late it is by a clock that anybody can set.
        case .none: return false
        case .refused: guard context.now.timeIntervalSince(account.since) >= PendingDeregistration.patience else { return false }
        }
        // The key first: without it the next try finds that there is nothing left to be done.
        await context.bridges.attestedKey.delete(account.identity.deviceKeyID)
        do throws(WalletCoreError) {
            try replace(account, by: nil)
            return true
        } catch {
            return false
        }
    }

    private enum Outcome {
        /// The account has ended, or nothing can speak for its wallet any more.
        case ended
        /// The provider does not end the account, for whatever reason.
        case refused
    }

    /// Sends the deregistration. An erased wallet has sequence numbers of its own, so no other message waits for it.
    ///
    /// - Returns: nil when there was no answer, or when the account is another provider's.
    private func deregister(_ account: PendingDeregistration) async -> Outcome? {
        guard account.audience == context.provider.audience else { return nil }
        var counted = account
        let sender = InstructionOrder<JSONObject?>.Sender.erasedWallet(account.identity) { () throws(WalletCoreError) in
            counted.sequenceNumber = max(counted.sequenceNumber + 1, Int64(self.context.now.timeIntervalSince1970))
            try self.replace(account, by: counted)
            return counted.sequenceNumber
        }
        do throws(WalletCoreError) {
            switch try await channel.sendIfKeyIsHeld(.deviceOnly(.deregister, from: sender)) {
            // Without its key nothing can speak for that wallet.
            case nil, .done?, .refused(.certificateRejected)?, .refused(.accountRevoked)?, .noChallenge(.certificateRejected)?,
                .noChallenge(.accountRevoked)?:
                return .ended
            case .refused?, .noChallenge?, .unclear?: return .refused
            }
        } catch {
            return nil
        }
    }

    /// Replaces or removes a stored account.
    private func replace(_ account: PendingDeregistration, by next: PendingDeregistration?) throws(WalletCoreError) {
        let stored = try context.store.value(.pendingDeregistrations) ?? []
        let changed = stored.compactMap { $0.identity.walletID == account.identity.walletID ? next : $0 }
        try context.store.change { changes throws(WalletCoreError) in
            if changed.isEmpty { changes.remove(.pendingDeregistrations) } else { try changes.set(.pendingDeregistrations, to: changed) }
        }
    }
}
