// SPDX-License-Identifier: EUPL-1.2

public import Foundation
public import JOSE

extension IssuerTrust {
    /// Verifies the signer of a plain JWT, such as a status list, a wallet attestation or a key attestation.
    ///
    /// Checks only header and signature. Header members that carry a key or change the interpretation of the token are refused.
    ///
    /// - Parameters:
    ///   - type: the required `typ`.
    ///   - time: the time at which certificates must be valid.
    /// - Throws: ``SDJWTRejection`` with `algorithm`, `header`, `type`, `certificateChain`, `unknownKey` or `signature`.
    public func signer(of jws: CompactJWS, type: String, at time: Date) async throws(SDJWTRejection) -> SDJWTIssuer {
        let header = try IssuerHeader(jws.header)
        guard header.type.utf8.elementsEqual(type.utf8) else { throw SDJWTRejection(.type) }
        let (key, signer) = try await key(for: header, at: time)
        guard jws.isSigned(by: key) else { throw SDJWTRejection(.signature) }
        return signer
    }
}
