// SPDX-License-Identifier: EUPL-1.2

package import Crypto
package import Foundation

/// Reads the recovery code out of a PID, having checked everything that makes it one.
package protocol RecoveryCodeReader: Sendable {
    /// The recovery code that the PID's issuer gave the person.
    ///
    /// - Parameters:
    ///   - pid: as the wallet sent it.
    ///   - keys: the PID must be bound to one of them.
    ///   - date: the time at which it must be valid.
    /// - Throws: when it is not a valid PID of a trusted issuer, is bound to another key, or discloses no recovery code.
    func recoveryCode(in pid: String, boundToOneOf keys: [P256.Signing.PublicKey], at date: Date) async throws -> String
}
