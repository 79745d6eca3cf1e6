// SPDX-License-Identifier: EUPL-1.2

import WalletCore
import WalletInterface

/// UC2.3.2: a forgotten PIN is replaced. At every moment the old or the new PIN unlocks the wallet, and its card stays. At the end the new PIN
/// unlocks it.
struct RecoveryFlow: Flow {
    let name = "PIN recovery"

    func prepare(_ user: User) async throws {
        try await user.obtainCard()
        try await user.core().lock()
    }

    func run(_ user: User) async throws {
        let core = try await user.core()
        guard case .awaitingAuthentication(let url, _) = try await core.startPINRecovery(), let link = try await user.logIn(at: url) else {
            return
        }
        try await core.continuePINRecovery(link)
        if try await core.completePINRecovery(new: user.newPIN(User.new)) == .recovered { user.remember(User.new) }
    }

    func finish(_ user: User) async throws {
        let core = try await user.core()
        guard try await core.hasPID() else { throw Stuck("the card is lost") }
        if user.remembers != User.new {
            await core.lock()
            if try await user.enter(User.new) == .valid { user.remember(User.new) }
        }
        if user.remembers != User.new {
            let outcome = try await user.enter(User.right)
            guard outcome == .valid else { throw Stuck("neither PIN opens: \(outcome)") }
            guard try await core.pinChangeState() == .none else { throw Stuck("a PIN that opens settles nothing") }
            await core.lock()
            try await recover(user)
        }
        await core.lock()
        let outcome = try await user.enter(User.new)
        guard outcome == .valid else { throw Stuck("the new PIN yields \(outcome)") }
        let kinds = try await core.events().map(\.kind)
        guard kinds.filter({ $0 != .newPIN }) == [.issued] else { throw Stuck("the card's events have changed") }
        guard kinds.contains(.newPIN) else { throw Stuck("no event tells of the new PIN") }
    }

    /// Recovers the PIN from any state; a session that cannot continue is restarted, at most twice.
    private func recover(_ user: User) async throws {
        let core = try await user.core()
        for _ in 1...8 {
            do {
                switch try await core.pinRecoveryState() {
                case .none: _ = try await core.startPINRecovery()
                case .retrieving: try await core.resumePINRecovery()
                case .awaitingAuthentication(let url, _):
                    guard let link = try await user.logIn(at: url) else {
                        try await core.cancelPINRecovery()
                        continue
                    }
                    try await core.continuePINRecovery(link)
                case .awaitingNewPIN:
                    guard try await core.completePINRecovery(new: user.newPIN(User.new)) == .recovered else { continue }
                    return user.remember(User.new)
                }
            } catch let error as WalletCoreError {
                guard case .issuance = error.code else { throw error }
            }
        }
        throw Stuck("the PIN cannot be recovered")
    }
}
