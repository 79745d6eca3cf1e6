// SPDX-License-Identifier: EUPL-1.2

import WalletCore

/// PF2.9: the remote PIN is set up.
struct RegistrationFlow: Flow {
    let name = "registration"

    func prepare(_ user: User) async throws {
        try await user.launch()
    }

    func run(_ user: User) async throws {
        try await user.core().register(pin: user.newPIN(User.right))
    }

    func finish(_ user: User) async throws {
        _ = try await user.opened()
    }
}
