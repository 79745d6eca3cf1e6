// SPDX-License-Identifier: EUPL-1.2

package import Crypto
package import Foundation
import JOSE
import JSON
import ProviderProtocol
import SDJWT
package import X509

/// A reader of recovery codes in PIDs. It accepts an SD-JWT VC of a trusted issuer, bound to a key of the wallet, that discloses only this
/// claim.
///
/// - SeeAlso: provider-protocol.md, *Change, recovery, states*.
package struct PIDRecoveryCode: RecoveryCodeReader {
    /// The claim's name in a PID.
    package static let claim = "recovery_code"

    private let verifier: SDJWTVerifier

    /// Creates a reader for the PIDs of trusted issuers.
    ///
    /// - Parameters:
    ///   - roots: the trusted roots of the issuers' certificates; at least one.
    ///   - types: the credential types (`vct`) of PIDs; at least one.
    /// - Throws: `ConfigurationError` if there is no root or no type.
    package init(roots: [Certificate], types: Set<String>) throws {
        guard !roots.isEmpty else { throw ConfigurationError("at least one root for PID issuers is needed") }
        guard !types.isEmpty else { throw ConfigurationError("at least one credential type of a PID is needed") }
        verifier = SDJWTVerifier(trust: .certificates(roots: roots), kind: .credential(types: types))
    }

    /// Verifies the PID and returns its recovery code, a text of 16 to 256 bytes.
    ///
    /// The PID must not contain a key binding. None is needed: the bound key is in this provider's own HSM and was created for this wallet,
    /// and the device signs the message that contains the PID.
    package func recoveryCode(in pid: String, boundToOneOf keys: [P256.Signing.PublicKey], at date: Date) async throws -> String {
        let verified = try await verifier.verify(pid, keyBinding: .absent, at: date)
        guard verified.disclosed.map(\.path) == [[.name(Self.claim)]] else {
            throw ProtocolViolation("the recovery code alone is disclosed")
        }
        guard let holder = verified.holderKey, keys.contains(where: { JWK($0) == holder }) else {
            throw ProtocolViolation("the PID is bound to another key")
        }
        guard case .string(let code) = verified.payload[Self.claim], (16...256).contains(code.utf8.count) else {
            throw ProtocolViolation("a recovery code is a text of 16 to 256 bytes")
        }
        return code
    }
}
