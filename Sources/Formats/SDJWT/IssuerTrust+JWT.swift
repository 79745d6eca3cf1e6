// SPDX-License-Identifier: EUPL-1.2

package import Foundation
package import JOSE

extension IssuerTrust {
    /// Who signed a JWT that is no SD-JWT, once that is known to be somebody who is trusted: a status list, a wallet or a key attestation.
    ///
    /// Only header and signature are looked at. Members that would change how the token is read, or bring a key along, are refused.
    ///
    /// - Parameters:
    ///   - type: the `typ` that it must have.
    ///   - time: the time for which certificates must be valid.
    /// - Throws: ``SDJWTRejection`` with `algorithm`, `header`, `type`, `certificateChain`, `unknownKey` or `signature`.
    package func signer(of jws: CompactJWS, type: String, at time: Date) async throws(SDJWTRejection) -> SDJWTIssuer {
        let header = try IssuerHeader(jws.header)
        guard header.type.utf8.elementsEqual(type.utf8) else { throw SDJWTRejection(.type) }
        let (key, signer) = try await key(for: header, at: time)
        guard jws.isSigned(by: key) else { throw SDJWTRejection(.signature) }
        return signer
    }
}
