// SPDX-License-Identifier: EUPL-1.2

import WalletCore

/// The first start after an update: the harness has downgraded the registered wallet's store to the previous version.
struct MigrationFlow: Flow {
    let name = "migration"

    func prepare(_ user: User) async throws {
        _ = try await user.registered()
    }

    func run(_ user: User) async throws {
        try await user.launch()
    }

    func finish(_ user: User) async throws {
        _ = try await user.opened()
    }
}
