// SPDX-License-Identifier: EUPL-1.2

package import Crypto
package import Foundation

/// A reader that verifies a PID and extracts its recovery code.
package protocol RecoveryCodeReader: Sendable {
    /// Returns the recovery code that the PID's issuer assigned to the person.
    ///
    /// - Parameters:
    ///   - pid: the PID as the wallet sent it.
    ///   - keys: the keys of the wallet; the PID must be bound to one of them.
    ///   - date: the time at which the PID must be valid.
    /// - Throws: if the PID is invalid, its issuer is not trusted, it is bound to a different key, or it discloses no recovery code.
    func recoveryCode(in pid: String, boundToOneOf keys: [P256.Signing.PublicKey], at date: Date) async throws -> String
}
