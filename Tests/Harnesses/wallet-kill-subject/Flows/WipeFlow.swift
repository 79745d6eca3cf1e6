// SPDX-License-Identifier: EUPL-1.2

import WalletCore

/// UC9.4: the wallet is erased, and its account is ended at the provider. Cut anywhere it is whole or gone, never half, and the account goes, too.
struct WipeFlow: Flow {
    let name = "wipe"

    func prepare(_ user: User) async throws {
        try await user.core().register(pin: user.pin(User.right))
    }

    func run(_ user: User) async throws {
        try await user.core().wipe()
    }

    func finish(_ user: User) async throws {
        // What was begun is finished by the start. A wallet that is whole is erased as its user asks once more.
        let core = try await user.core()
        if try await core.hasRemotePIN() { try await core.wipe() }
        guard try await !core.hasRemotePIN() else { throw Stuck("a wallet that was erased has a PIN") }
        // The core ends the account by itself; the device key goes when that is done.
        await withTaskGroup { group in
            group.addTask { try? await core.run() }
            group.addTask { while (try? user.deviceKeys()) != 0, !Task.isCancelled { await Task.yield() } }
            await group.next()
            group.cancelAll()
        }
    }
}
