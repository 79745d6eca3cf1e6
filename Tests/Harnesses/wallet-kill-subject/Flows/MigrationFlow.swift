// SPDX-License-Identifier: EUPL-1.2

import WalletCore

/// The first start after an update: the harness has downgraded the store of a wallet with a card to the previous version.
struct MigrationFlow: Flow {
    let name = "migration"

    func prepare(_ user: User) async throws {
        try await user.obtainCard()
    }

    func run(_ user: User) async throws {
        try await user.launch()
    }

    func finish(_ user: User) async throws {
        guard try await user.opened().hasPID() else { throw Stuck("the card is lost") }
        // This also checks the card.
        try await user.obtainCard()
    }
}
