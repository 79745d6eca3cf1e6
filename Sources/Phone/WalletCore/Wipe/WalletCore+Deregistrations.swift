// SPDX-License-Identifier: EUPL-1.2

import Foundation
import PlatformSupport
import ProviderProtocol
import WalletInterface

extension WalletCore {
    /// Has the accounts of erased wallets ended at the provider: at once, then less and less often, until each is answered or given up. Until
    /// the task is cancelled.
    func retryDeregistrations(by clock: any ClockBridge) async {
        var schedule = PollSchedule()
        while !Task.isCancelled {
            deregistrationTimer.clearWake()
            var next: Date?
            if case .running(let running) = life {
                let isAllSaid = await sendDeregistrations(running)
                isAllSaid ? schedule.noteSuccess() : schedule.noteFailure()
                if !isAllSaid { next = clock.steadyNow.addingTimeInterval(schedule.delay(interval: PendingDeregistration.interval, chance: chance())) }
            }
            await deregistrationTimer.wait(untilSteady: next, by: clock)
        }
    }

    /// Has each account ended that can be.
    ///
    /// - Returns: whether nothing is left to be done.
    private func sendDeregistrations(_ running: Running) async -> Bool {
        let pendingDeregistrations: [PendingDeregistration]
        do throws(WalletCoreError) {
            pendingDeregistrations = try running.store.value(.pendingDeregistrations) ?? []
        } catch {
            return false
        }
        var isAllSaid = true
        // The next wallet may be erased while one is said: the new store has those that are left, and its start rings.
        for deregistration in pendingDeregistrations where isPresent(running) {
            if !(await say(deregistration, running)) { isAllSaid = false }
        }
        return isAllSaid
    }

    /// Has one account ended.
    ///
    /// - Returns: whether nothing is left to be done.
    private func say(_ deregistration: PendingDeregistration, _ running: Running) async -> Bool {
        let answer = await answer(to: deregistration, running)
        // What was learnt for a store that is gone is asked again for the one that has the farewell now.
        guard isPresent(running) else { return false }
        switch answer {
        case .ended: break
        // Whoever was not heard is told again, however late it is by a clock that anybody can set.
        case .none: return false
        case .refused: guard running.bridges.clock.now.timeIntervalSince(deregistration.since) >= PendingDeregistration.patience else { return false }
        }
        // The key first: without it the next try finds that there is nothing left to be done.
        await running.bridges.attestedKey.delete(deregistration.identity.deviceKeyID)
        do throws(WalletCoreError) {
            try change(deregistration, to: nil, running)
            return true
        } catch {
            return false
        }
    }

    /// What the provider or the hardware says of a farewell.
    private enum DeregistrationReply {
        /// The account has ended, or nobody can speak for its wallet.
        case ended
        /// The provider does not do it, for whatever reason.
        case refused
    }

    /// Tells the provider. Messages of another wallet have numbers of their own, so nothing waits for them.
    ///
    /// - Returns: nil when nobody has answered, or it is another provider's.
    private func answer(to deregistration: PendingDeregistration, _ running: Running) async -> DeregistrationReply? {
        guard deregistration.audience == running.provider.audience else { return nil }
        do throws(WalletCoreError) {
            var said = deregistration
            let reply = try await performIfKeyIsHeld(.deregister, as: deregistration.identity, running, timeout: .seconds(10)) {
                () throws(WalletCoreError) in
                said.sequenceNumber = max(said.sequenceNumber + 1, Int64(running.bridges.clock.now.timeIntervalSince1970))
                try change(deregistration, to: said, running)
                return said.sequenceNumber
            }
            return switch reply {
            // Without its key nobody can speak for that wallet.
            case nil, .done?, .refused(.certificateRejected)?, .refused(.accountRevoked)?: .ended
            case .refused?: .refused
            }
        } catch {
            return nil
        }
    }

    /// Replaces what is stored of one, or removes it.
    private func change(_ deregistration: PendingDeregistration, to next: PendingDeregistration?, _ running: Running) throws(WalletCoreError) {
        let stored = try running.store.value(.pendingDeregistrations) ?? []
        let changed = stored.compactMap { $0.identity.walletID == deregistration.identity.walletID ? next : $0 }
        try running.store.change { changes throws(WalletCoreError) in
            if changed.isEmpty { changes.remove(.pendingDeregistrations) } else { try changes.set(.pendingDeregistrations, to: changed) }
        }
    }
}
