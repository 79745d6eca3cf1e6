// SPDX-License-Identifier: EUPL-1.2

import ProviderProtocol
import WalletCore
import WalletInterface

/// UC2.6: the PIN is changed. At every moment the old or the new PIN unlocks the wallet.
struct PINChangeFlow: Flow {
    let name = "PIN change"

    func prepare(_ user: User) async throws {
        _ = try await user.registered()
    }

    func run(_ user: User) async throws {
        let core = try await user.core()
        await core.preparePINChange()
        let outcome = try await core.changePIN(from: user.pin(User.right), to: user.newPIN(User.new))
        if outcome == .changed { user.remember(User.new) }
    }

    func finish(_ user: User) async throws { try await user.finishPINChange() }
}

/// UC2.6, then UC2.3: a change with a lost outcome is resolved with the old PIN, in the next process.
struct SettlementFlow: Flow {
    let name = "settlement"

    func prepare(_ user: User) async throws { try await user.beginPINChange() }

    func run(_ user: User) async throws {
        try await user.launch()
        _ = try await user.enter(User.right)
    }

    func finish(_ user: User) async throws { try await user.finishPINChange() }
}

extension User {
    static let new = "385172"

    /// A registered wallet with a PIN change that the provider has started and that is not resolved.
    func beginPINChange() async throws {
        let core = try await opened()
        reception.lose(100, .sends(.settlePINChange))
        _ = try await core.changePIN(from: pin(Self.right), to: newPIN(Self.new))
        reception.restore()
        guard case .pending = try await core.pinChangeState() else { throw Stuck("no PIN change is pending") }
        await core.lock()
    }

    /// Finds out which PIN is active, and completes the change if necessary.
    func finishPINChange() async throws {
        let core = try await core()
        if remembers == Self.new {
            // The wallet has confirmed the change.
            await core.lock()
            let outcome = try await enter(Self.new)
            let state = try await core.pinChangeState()
            guard outcome == .valid, state == .none else { throw Stuck("a PIN in force yields \(outcome), a change is \(state)") }
            return
        }
        if try await core.isUnlocked() {
            // The user types the same PINs again.
            let outcome = try await core.changePIN(from: pin(Self.right), to: newPIN(Self.new))
            if outcome == .changed { return remember(Self.new) }
        }
        await core.lock()
        let state = try await core.pinChangeState()
        let isOldCertain = state == .pending(certain: .old)
        let pins = isOldCertain ? [Self.right, Self.new] : [Self.new, Self.right]
        let first = try await enter(pins[0])
        if first == .valid {
            remember(pins[0])
        } else {
            if case .pending(.some) = state { throw Stuck("the PIN that surely works yields \(first)") }
            let second = try await enter(pins[1])
            guard second == .valid else { throw Stuck("\(state): one PIN yields \(first), the other \(second)") }
            remember(pins[1])
        }
        guard try await core.pinChangeState() == .none else { throw Stuck("a PIN that opens settles nothing") }
        guard remembers == Self.right else { return }
        let outcome = try await core.changePIN(from: pin(Self.right), to: newPIN(Self.new))
        guard outcome == .changed else { throw Stuck("a PIN in force is changed: \(outcome)") }
        remember(Self.new)
    }
}
