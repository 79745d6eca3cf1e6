// SPDX-License-Identifier: EUPL-1.2

import Crypto
import Foundation
import JOSE
import PlatformSupport
import ProviderProtocol
import WalletInterface

/// A change of the PIN: `change_pin_start` brings the new PIN's key, `change_pin_settle` decides which of the two PINs is in force.
final class PINChange {
    let context: WalletContext
    let channel: ProviderChannel
    /// Whether the provider has rejected a check. A PIN change that this phone does not know is one possible reason: the next PIN settles.
    var wasCheckRejected = false

    init(_ channel: ProviderChannel) {
        context = channel.context
        self.channel = channel
    }

    /// Whether a change that this phone has begun is not settled.
    func isPending() throws(WalletCoreError) -> Bool { try context.store.value(.pendingPINChange) != nil }

    /// Whether the next PIN is to settle: a change is pending or may be, or a settlement has no answer yet, which must not be counted again.
    func mustSettle() throws(WalletCoreError) -> Bool {
        if wasCheckRejected || channel.repeatable(.settlePINChange) != nil { return true }
        return try isPending()
    }

    /// Notes that one PIN is in force for certain: nothing that an earlier PIN has signed is of use any more.
    func noteSettled() {
        channel.forgetAll()
        wasCheckRejected = false
    }

    /// Fetches the challenges of the next change ahead, unless a start has no answer yet: a later message would make it stale.
    func prepare() async throws(WalletCoreError) {
        guard channel.repeatable(.startPINChange) == nil else { return }
        try await channel.prepareChallenge(for: .startPINChange, timeout: .seconds(10))
        try await channel.prepareChallenge(for: .settlePINChange, timeout: .seconds(10))
    }

    /// Changes the PIN, in the provider's turn: goes on with a change that has no answer yet, or settles it first.
    ///
    /// - Throws: as `WalletCore.changePIN`.
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

    /// Completes a change that the provider has begun.
    private func commit(_ new: PIN) async throws(WalletCoreError) -> PINChangeOutcome {
        switch try await settle(with: new, try context.registration(), as: .commit) {
        case .settled(.new): .changed
        case .settled(.current): throw WalletCoreError(.unexpected, "the provider took the change back")
        // The start was answered, so none of these refusals is about the new PIN: another copy of this wallet was faster.
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
