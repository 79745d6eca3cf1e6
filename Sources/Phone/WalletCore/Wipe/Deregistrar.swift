// SPDX-License-Identifier: EUPL-1.2

import Foundation
import JSON
import PlatformSupport
import ProviderProtocol
import WalletInterface

/// Deregisters erased wallets at the provider.
final class Deregistrar {
    private let context: WalletContext
    private let channel: ProviderChannel

    init(_ channel: ProviderChannel) {
        context = channel.context
        self.channel = channel
    }

    /// Deregisters every wallet that can be deregistered now.
    ///
    /// - Returns: true if no account is left.
    func endAll() async -> Bool {
        let pending: [PendingDeregistration]
        do throws(WalletCoreError) {
            pending = try context.store.value(.pendingDeregistrations) ?? []
        } catch {
            return false
        }
        var isDone = true
        // The next wallet may be erased during a request. The new store then has the remaining accounts, and its start wakes this task.
        for account in pending where context.isPresent {
            if !(await end(account)) { isDone = false }
        }
        return isDone
    }

    /// Deregisters one wallet.
    ///
    /// - Returns: true if nothing is left to do.
    private func end(_ account: PendingDeregistration) async -> Bool {
        let outcome = await deregister(account)
        // An answer for an erased store is requested again, because the new store now has the account.
        guard context.isPresent else { return false }
        switch outcome {
        case .ended: break
        // An unreachable provider is asked again without a time limit, because the wall clock can be set by anyone.
        case .none: return false
        case .refused: guard context.now.timeIntervalSince(account.since) >= PendingDeregistration.patience else { return false }
        }
        // The key is deleted first: without it, the next attempt finds that nothing is left to do.
        await context.bridges.attestedKey.delete(account.identity.deviceKeyID)
        do throws(WalletCoreError) {
            try replace(account, by: nil)
            return true
        } catch {
            return false
        }
    }

    private enum Outcome {
        /// The account has ended, or no key can sign for its wallet any more.
        case ended
        /// The provider refuses to end the account.
        case refused
    }

    /// Sends the deregistration. An erased wallet has its own sequence numbers, so that no other message waits for the deregistration.
    ///
    /// - Returns: nil without an answer, or if the account is at another provider.
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
            // Without its device key that wallet can sign no messages.
            case nil, .done?, .refused(.certificateRejected)?, .refused(.accountRevoked)?:
                return .ended
            case .refused?, .unclear?: return .refused
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
