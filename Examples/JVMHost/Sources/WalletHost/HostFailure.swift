// SPDX-License-Identifier: EUPL-1.2

package import CWalletHost

/// The failure of a function of the C interface.
package struct HostFailure: Error {
    package let status: wallet_status

    private init(_ status: Int) {
        self.status = wallet_status(status)
    }

    package static let badArgument = HostFailure(WALLET_BAD_ARGUMENT)
    package static let badJSON = HostFailure(WALLET_BAD_JSON)
    package static let badConfiguration = HostFailure(WALLET_BAD_CONFIGURATION)
    package static let unknownWallet = HostFailure(WALLET_UNKNOWN_WALLET)
    package static let wrongState = HostFailure(WALLET_WRONG_STATE)
    package static let unknownToken = HostFailure(WALLET_UNKNOWN_TOKEN)
    package static let notTaken = HostFailure(WALLET_NOT_TAKEN)
}

/// The status of an attempt.
package func status(_ attempt: () throws(HostFailure) -> Void) -> wallet_status {
    do {
        try attempt()
        return wallet_status(WALLET_OK)
    } catch {
        return error.status
    }
}
