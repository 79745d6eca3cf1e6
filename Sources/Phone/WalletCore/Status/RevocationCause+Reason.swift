// SPDX-License-Identifier: EUPL-1.2

import WalletInterface

extension RevocationCause {
    /// Reads the reason that the provider gives. One that this app does not know is an operator's; whether another wallet may be made then
    /// decides between the two screens that there are for it.
    init(reason: String, canRegisterNewWallet: Bool) {
        switch reason {
        case "user_request": self = .byUser
        case "solution_compromised": self = .solutionByAdmin
        default: self = canRegisterNewWallet ? .walletByAdmin : .recoveryCodeByAdmin
        }
    }
}
