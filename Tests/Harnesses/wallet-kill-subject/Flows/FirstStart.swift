// SPDX-License-Identifier: EUPL-1.2

import WalletCore
import WalletInterface

/// The first start: the store and its key are created.
struct FirstStart: Flow {
    let name = "first start"

    func run(_ user: User) async throws {
        try await user.launch()
    }

    func finish(_ user: User) async throws {
        guard try await !user.core().hasRemotePIN() else { throw Stuck("a PIN that nobody has set") }
    }
}
