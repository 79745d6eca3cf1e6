// SPDX-License-Identifier: EUPL-1.2

import Crypto
import Foundation
import JSON
import PlatformSupport
import ProviderProtocol
import WalletInterface

/// A change of the PIN: `change_pin_start` sends the new PIN's key, `change_pin_settle` decides which of the two PINs is in force.
final class PINChange {
    let context: WalletContext
    let channel: ProviderChannel
    /// True if the provider has rejected a check. A PIN change that this phone does not know of may be the reason, so the next PIN sends a
    /// settlement.
    var wasCheckRejected = false

    init(_ channel: ProviderChannel) {
        context = channel.context
        self.channel = channel
    }

    /// True if a change that this phone has started is unresolved.
    func isPending() throws(WalletCoreError) -> Bool { try context.store.value(.pendingPINChange) != nil }

    /// True if the next PIN must send a settlement: a change is or may be pending, or a settlement is unanswered and must not be counted
    /// twice.
    func mustSettle() throws(WalletCoreError) -> Bool {
        if wasCheckRejected || channel.repeatable(.settlePINChange) != nil { return true }
        return try isPending()
    }

    /// Notes that the PIN in force is certain. Messages that an earlier PIN has signed are dropped.
    func noteSettled() {
        channel.forgetAll()
        wasCheckRejected = false
    }

    /// Prefetches a beacon for the next change.
    func prepare() async throws(WalletCoreError) {
        try await channel.prepareBeacon(timeout: .seconds(10))
    }

    /// Changes the PIN, in the provider's mutex. Repeats an unanswered start, or resolves an earlier change first.
    ///
    /// - Throws: as `Core.changePIN`.
    func change(from old: PIN, to new: PIN) async throws(WalletCoreError) -> PINChangeOutcome {
        do throws(WalletCoreError) {
            let earlier = try repeatableStart(from: old, to: new)
            if earlier == nil, try mustSettle(), case .refused(let check) = try await settle(with: old, try context.registration()) {
                return PINChangeOutcome(check)
            }
            if let check = try await start(from: old, to: new, repeating: earlier) { return PINChangeOutcome(check) }
            return try await commit(new)
        } catch {
            guard error.code == .noInternet || error.code == .serverUnreachable, try isPending() else { throw error }
            return .outcomeUnknown
        }
    }

    /// Completes a change that the provider has started.
    private func commit(_ new: PIN) async throws(WalletCoreError) -> PINChangeOutcome {
        switch try await settle(with: new, try context.registration(), as: .commit) {
        case .settled(.new): .changed
        case .settled(.current): throw WalletCoreError(.unexpected, "the provider took the change back")
        // The start was answered, so these refusals do not concern the new PIN: a second copy of this wallet was faster.
        case .refused: .outcomeUnknown
        }
    }
}

extension PINChangeOutcome {
    /// The outcome of a change whose old PIN was checked.
    fileprivate init(_ check: PINCheck) {
        self =
            switch check {
            case .valid: .changed
            case .invalid(let attemptsLeftInRound, let isFinalRound):
                .wrongOldPIN(attemptsLeftInRound: attemptsLeftInRound, isFinalRound: isFinalRound)
            case .temporarilyBlocked(let until): .temporarilyBlocked(until: until)
            case .permanentlyBlocked: .permanentlyBlocked
            case .outcomeUnknown: .outcomeUnknown
            }
    }
}
