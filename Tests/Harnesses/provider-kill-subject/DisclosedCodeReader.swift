// SPDX-License-Identifier: EUPL-1.2

import Crypto
import Foundation
import KillLink
import WalletProvider

/// A reader that trusts the phone's claim about its PID: `DisclosedPID`. PID verification is tested elsewhere.
struct DisclosedCodeReader: RecoveryCodeReader {
    /// The PID is not bound to a key of the wallet.
    struct NotTheWallets: Error {}

    func recoveryCode(in pid: String, boundToOneOf keys: [P256.Signing.PublicKey], at date: Date) throws -> String {
        let pid = try JSONDecoder().decode(DisclosedPID.self, from: Data(pid.utf8))
        guard keys.contains(where: { $0.rawRepresentation == pid.key }) else { throw NotTheWallets() }
        return pid.code
    }
}
