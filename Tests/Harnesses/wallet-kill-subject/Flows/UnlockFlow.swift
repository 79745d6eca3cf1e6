// SPDX-License-Identifier: EUPL-1.2

import WalletCore

/// UC2.3: a later start, with the right PIN.
struct UnlockFlow: Flow {
    let name = "unlock"

    func prepare(_ user: User) async throws {
        _ = try await user.registered()
    }

    func run(_ user: User) async throws {
        let core = try await user.launch()
        await core.prepareUnlock()
        _ = try await core.unlock(pin: user.pin(User.right))
    }

    func finish(_ user: User) async throws {
        _ = try await user.opened()
    }
}
