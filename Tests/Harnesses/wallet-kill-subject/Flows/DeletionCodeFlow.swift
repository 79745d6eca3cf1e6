// SPDX-License-Identifier: EUPL-1.2

import WalletCore

/// UC2.1/1.6: the deletion code is written down.
struct DeletionCodeFlow: Flow {
    let name = "deletion code"

    func prepare(_ user: User) async throws {
        _ = try await user.registered()
    }

    func run(_ user: User) async throws {
        let core = try await user.core()
        _ = try await core.revocationCode()
        try await core.confirmRevocationCode()
    }

    func finish(_ user: User) async throws {
        let core = try await user.opened()
        if try await !core.isRevocationCodeConfirmed() { try await core.confirmRevocationCode() }
        guard try await core.isRevocationCodeConfirmed() else { throw Stuck("the code is confirmed and is not") }
    }
}
