// SPDX-License-Identifier: EUPL-1.2

import JOSE
import PlatformSupport
import ProviderProtocol
import Synchronization

@testable import WalletCore

/// The instructions without a PIN, as the protocol has them.
extension FakeProvider {
    /// How an account is.
    func status(of walletID: WalletID) -> AccountStatus {
        state.withLock { state in
            guard case .accountRevoked(let reason, let canRegisterNewWallet) = state.revoked[walletID.text] else { return state.status }
            return .revoked(reason: reason, canRegisterNewWallet: canRegisterNewWallet)
        }
    }

    /// Ends an account, unless it was revoked.
    func deregister(_ walletID: WalletID) -> JSONObject? {
        state.withLock { state in
            if state.revoked[walletID.text] == nil { state.wallets[walletID.text] = nil }
        }
        return nil
    }

    /// Revokes every wallet that there is.
    func revoke(_ reason: String = "user_request", canRegisterNewWallet: Bool = true) {
        state.withLock { state in
            for wallet in state.wallets.keys {
                state.revoked[wallet] = .accountRevoked(reason: reason, canRegisterNewWallet: canRegisterNewWallet)
            }
        }
    }

    /// Every request fails until `goOnline`.
    func goOffline(_ error: NetworkError = .offline) { state.withLock { $0.outage = error } }

    /// Requests arrive again.
    func goOnline() { state.withLock { $0.outage = nil } }

    /// How many accounts have not ended.
    var accountCount: Int { state.withLock { $0.wallets.count } }

    /// How often an instruction was sent.
    func count(of instruction: Instruction) -> Int { bodies(to: .instruction(instruction)).count }
}

extension FakeProvider.State {
    /// What a revoked wallet is told.
    func refusal(of walletID: WalletID, for instruction: Instruction) -> ProviderProblem? {
        instruction == .walletStatus || instruction == .deregister ? nil : revoked[walletID.text]
    }
}
