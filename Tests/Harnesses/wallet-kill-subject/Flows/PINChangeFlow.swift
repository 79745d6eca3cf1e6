// SPDX-License-Identifier: EUPL-1.2

import WalletCore

/// UC2.6: the PIN is changed. At every moment the old or the new one opens the wallet, and a try of the wrong one of them is counted once.
struct PINChangeFlow: Flow {
    let name = "PIN change"
    private static let new = "385172"

    func prepare(_ user: User) async throws {
        try await user.core().register(pin: user.pin(User.right))
    }

    func run(_ user: User) async throws {
        let core = try await user.core()
        await core.preparePINChange()
        _ = try await core.changePIN(from: user.pin(User.right), to: user.pin(Self.new))
    }

    func finish(_ user: User) async throws {
        let core = try await user.core()
        if try await core.isUnlocked() {
            // The user types the same again.
            let outcome = try await core.changePIN(from: user.pin(User.right), to: user.pin(Self.new))
            if outcome == .changed { return user.remember(Self.new) }
        }
        await core.lock()
        let state = try await core.pinChangeState()
        let isOldCertain = state == .pending(certain: .old)
        let pins = isOldCertain ? [User.right, Self.new] : [Self.new, User.right]
        let first = try await user.enter(pins[0])
        if first == .valid {
            user.remember(pins[0])
        } else {
            if case .pending(.some) = state { throw Stuck("the PIN that surely works yields \(first)") }
            let second = try await user.enter(pins[1])
            guard second == .valid else { throw Stuck("\(state): one PIN yields \(first), the other \(second)") }
            user.remember(pins[1])
        }
        guard try await core.pinChangeState() == .none else { throw Stuck("a PIN that opens settles nothing") }
        guard user.remembers == User.right else { return }
        let outcome = try await core.changePIN(from: user.pin(User.right), to: user.pin(Self.new))
        guard outcome == .changed else { throw Stuck("a PIN in force is changed: \(outcome)") }
        user.remember(Self.new)
    }
}
