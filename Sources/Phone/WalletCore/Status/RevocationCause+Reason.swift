// SPDX-License-Identifier: EUPL-1.2

import WalletInterface

extension RevocationCause {
    /// Maps the provider's reason. A reason that this app does not know counts as an operator's revocation: of the wallet if a new wallet
    /// may be registered, otherwise of the recovery code.
    init(reason: String, canRegisterNewWallet: Bool) {
        switch reason {
        case "user_request": self = .byUser
        case "solution_compromised": self = .solutionByAdmin
        default: self = canRegisterNewWallet ? .walletByAdmin : .recoveryCodeByAdmin
        }
    }
}
