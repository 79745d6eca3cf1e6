// SPDX-License-Identifier: EUPL-1.2

import WalletCore
import WalletInterface

/// The first start after a reinstallation: the harness has removed the files, and an iPhone has kept the keys.
struct ReinstallationFlow: Flow {
    let name = "reinstallation"

    func prepare(_ user: User) async throws {
        let core = try await user.registered()
        guard try await core.enableBiometricUnlock(prompt: .harness) == .proven, try await core.confirmBiometricUnlock() else {
            throw Stuck("no face opens the wallet")
        }
        await core.lock()
        _ = try await user.opened()
    }

    func run(_ user: User) async throws {
        try await user.launch()
    }

    func finish(_ user: User) async throws {
        guard try await !user.core().hasRemotePIN() else { throw Stuck("the wallet of an earlier installation") }
    }
}
