// SPDX-License-Identifier: EUPL-1.2

import PlatformSupport
import ProviderProtocol
package import WalletInterface

extension WalletCore {
    /// Whether a PIN change is to be settled, and which PIN surely works meanwhile. No network.
    ///
    /// - Throws: `notRegistered`, `platformMissing`, `notInitialized`, or a store error.
    package func pinChangeState() throws(WalletCoreError) -> PINChangeState {
        guard let change = try admitted(.pinChangeState).store.value(.pendingPINChange) else { return .none }
        return .pending(certain: change.certain)
    }

    /// Fetches what the next `changePIN` needs ahead, while the PINs are typed: the last digit then costs the start of the change and its
    /// settlement, one round trip each. Failures are silent: the change then fetches its own challenges. A locked wallet fetches nothing, nor
    /// an app in the background, nor a wallet whose start has no answer yet: a later message would make it stale.
    package func preparePINChange() async {
        guard !isInBackground, let running = try? admitted(.preparePINChange) else { return }
        try? await providerMutex.run { () async throws(WalletCoreError) in
            // It may have been locked meanwhile.
            try admit(.preparePINChange)
            guard stillUnanswered(.startPINChange, running) == nil else { return }
            try await prepareChallenge(for: .startPINChange, running)
            try await prepareChallenge(for: .settlePINChange, running)
        }
    }

    /// Changes the PIN (UC2.6/1.2): the provider checks the old one and takes the key of the new one beside it, and then the new one settles
    /// the change. The lock stays as it is; a `lock()` meanwhile does not stop a change that has begun.
    ///
    /// At every moment one of the two PINs works. When the outcome is unknown the same call sends the same bytes again; with other PINs, or
    /// later, the earlier change is settled with `old` first. No PIN is ever sent under a fresh challenge that the provider may have judged
    /// before, unless its user enters it again.
    ///
    /// - Parameters:
    ///   - old: the PIN in force; while a change is pending the old or the new one of that.
    ///   - new: one that `policyViolation(of:)` has nothing against.
    /// - Returns: the outcome. After `outcomeUnknown` `pinChangeState()` is pending, unless another process has settled the change meanwhile.
    /// - Throws: `locked`, `notRegistered`, `platformMissing`, `notInitialized`; `versionBlocked`, `policyExpired`; `noInternet`,
    ///   `serverUnreachable` when nothing came of it;
    ///   `walletRejected`, `walletRevoked`; a store error, after which `pinChangeState()` tells what is so; `unexpected`, also for a PIN that the policy
    ///   refuses.
    package func changePIN(from old: PIN, to new: PIN) async throws(WalletCoreError) -> PINChangeOutcome {
        let running = try admitted(.changePIN)
        guard policyViolation(of: new) == nil else { throw WalletCoreError(.unexpected, "the PIN is too simple") }
        // The design has no row for it, and a settlement could not say which of the two PINs it has found.
        guard new != old else { return .unchanged }
        let outcome = try await providerMutex.run { () async throws(WalletCoreError) in
            // It may have been locked meanwhile.
            try admit(.changePIN)
            do throws(WalletCoreError) {
                return try await change(from: old, to: new, running)
            } catch {
                guard error.code == .noInternet || error.code == .serverUnreachable, try isPINChangePending(running) else { throw error }
                return .outcomeUnknown
            }
        }
        // A wallet that is blocked for good does not open by face or finger either.
        if outcome == .permanentlyBlocked { try await forgetBiometrics(running) }
        return outcome
    }

    /// Goes on with a change that has no answer yet, or settles it, and changes.
    private func change(from old: PIN, to new: PIN, _ running: Running) async throws(WalletCoreError) -> PINChangeOutcome {
        var repeated = try repeatableStart(from: old, to: new, running)
        if repeated == nil, try mustSettle(running), let outcome = try await settleBefore(old, running) { return outcome }
        // A challenge that died on the way is replaced: that of a start from before, and a fresh one.
        for _ in 1...3 {
            let isRepeated = repeated != nil
            let start: PendingInstruction
            if let repeated {
                start = repeated
            } else {
                switch try await prepareStart(from: old, to: new, running) {
                case .ready(let fresh): start = fresh
                case .refused(let problem): return PINChangeOutcome(try outcome(of: problem, running))
                }
            }
            repeated = nil
            switch try await sendStart(start, isRepeated: isRepeated, running) {
            case .started: return try await commit(new, running)
            case .ended(let check): return PINChangeOutcome(check)
            case .staleChallenge: continue
            }
        }
        throw WalletCoreError(.serverUnreachable, "the provider refused three starts")
    }

    /// Settles what is pending with the PIN that is said to be in force.
    ///
    /// - Returns: why it is not settled; nil when it is.
    private func settleBefore(_ old: PIN, _ running: Running) async throws(WalletCoreError) -> PINChangeOutcome? {
        switch try await settle(with: old, try registration(running), running) {
        case .settled: nil
        case .refused(let check): PINChangeOutcome(check)
        }
    }

    /// Completes a change that the provider has begun.
    private func commit(_ new: PIN, _ running: Running) async throws(WalletCoreError) -> PINChangeOutcome {
        switch try await settle(with: new, try registration(running), running, as: .commit) {
        case .settled(.new): return .changed
        case .settled(.current): throw WalletCoreError(.unexpected, "the provider took the change back")
        // The start was answered, so none of these is about the new PIN: somebody else was faster, with another copy of this wallet.
        case .refused: return .outcomeUnknown
        }
    }

    /// The registration, by which the wallet is known.
    ///
    /// - Throws: `notRegistered` or a store error.
    func registration(_ running: Running) throws(WalletCoreError) -> Registration {
        guard let registration = try running.store.value(.registration) else {
            throw WalletCoreError(.notRegistered, "there is no remote PIN")
        }
        return registration
    }
}

extension PINChangeOutcome {
    /// What a check of the old PIN means for the change.
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
