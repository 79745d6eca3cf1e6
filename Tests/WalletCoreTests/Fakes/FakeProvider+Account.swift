// SPDX-License-Identifier: EUPL-1.2

import JSON
import PlatformSupport
import ProviderProtocol
import Synchronization

@testable import WalletCore

/// The instructions without a PIN, as the protocol defines them.
extension FakeProvider {
    func status(of walletID: WalletID) -> AccountStatus {
        state.withLock { state in
            guard case .accountRevoked(let reason, let canRegisterNewWallet) = state.revoked[walletID.text] else { return state.status }
            return .revoked(reason: reason, canRegisterNewWallet: canRegisterNewWallet)
        }
    }

    /// Deregisters an account, unless it is revoked.
    func deregister(_ walletID: WalletID) -> JSONObject? {
        state.withLock { state in
            if state.revoked[walletID.text] == nil { state.wallets[walletID.text] = nil }
        }
        return nil
    }

    /// Revokes every wallet.
    func revoke(_ reason: String = "user_request", canRegisterNewWallet: Bool = true) {
        state.withLock { state in
            for wallet in state.wallets.keys {
                state.revoked[wallet] = .accountRevoked(reason: reason, canRegisterNewWallet: canRegisterNewWallet)
            }
        }
    }

    /// Fails every request until `goOnline`.
    func goOffline(_ error: NetworkError = .offline) { network.outage = error }

    /// Lets requests arrive again.
    func goOnline() { network.outage = nil }

    /// The number of active accounts.
    var accountCount: Int { state.withLock { $0.wallets.count } }

    /// Returns the number of requests for an instruction.
    func count(of instruction: Instruction) -> Int { bodies(to: .instruction(instruction)).count }

    /// Waits until that many requests for an instruction were sent. A cancelled caller also stops waiting.
    func hasCount(_ count: Int, of instruction: Instruction) async {
        await network.hasSent(count, to: Endpoint.instruction(instruction).path)
    }
}

extension FakeProvider.State {
    /// Returns the error for a revoked wallet.
    func refusal(of walletID: WalletID, for instruction: Instruction) -> ProviderProblem? {
        instruction == .walletStatus || instruction == .deregister ? nil : revoked[walletID.text]
    }
}
