// SPDX-License-Identifier: EUPL-1.2

import Crypto
import Foundation
import KillLink
import WalletProvider

/// Believes what a phone says that its PID says: `ToldPID`. What makes a PID one is tested where it is read.
struct ToldCodes: RecoveryCodeReader {
    /// It is bound to none of the wallet's keys.
    struct NotTheWallets: Error {}

    func recoveryCode(in pid: String, boundToOneOf keys: [P256.Signing.PublicKey], at date: Date) throws -> String {
        let pid = try JSONDecoder().decode(ToldPID.self, from: Data(pid.utf8))
        guard keys.contains(where: { $0.rawRepresentation == pid.key }) else { throw NotTheWallets() }
        return pid.code
    }
}
