// SPDX-License-Identifier: EUPL-1.2

import CertificateChain
import Crypto
import Foundation
package import JOSE
package import X509

/// Whose SD-JWTs are accepted. What the token says of itself never widens this.
package enum IssuerTrust: Sendable {
    /// Issuers with a certificate that leads to one of these roots. The token carries the chain as `x5c`, its `kid` is not looked at.
    case certificates(roots: [Certificate])
    /// The issuers' keys by their `kid`, which the token must name; its `x5c` is not looked at.
    case keys([String: JWK])
    /// One key of one issuer; neither `kid` nor `x5c` is looked at.
    case key(JWK)
}

/// Who signed an SD-JWT, as far as ``IssuerTrust`` tells.
package enum SDJWTIssuer: Sendable, Hashable {
    /// The holder of this certificate, verified up to a trusted root.
    case certificate(Certificate)
    /// The owner of the known key; its id where keys are told apart by it.
    case key(id: String?)
}

/// What the header of an issuer's JWT says: `alg` = `ES256`, `typ`, and which key signed.
///
/// Unlike in ``JWTHeader`` further members are allowed, for the header is another party's and RFC 7515 §4 lets them be. Those that change how
/// the token is to be read, or that bring a key along, are refused.
struct IssuerHeader {
    let type: String
    let keyID: String?
    /// `x5c` as it stands there; nil without it.
    let certificates: JSONValue?

    private static let refused = ["crit", "b64", "zip", "jwk", "jku", "x5u"]

    /// - Throws: `SDJWTRejection` with `algorithm` or `header`.
    init(_ object: JSONObject) throws(SDJWTRejection) {
        var known = JSONObject()
        for name in ["alg", "typ", "kid"] {
            if let value = object[name] { known.append(name, value) }
        }
        do throws(JOSEError) {
            let header = try JWTHeader(known)
            type = header.type
            keyID = header.keyID
        } catch {
            throw SDJWTRejection(error.code == .unacceptableAlgorithm ? .algorithm : .header)
        }
        guard Self.refused.allSatisfy({ object[$0] == nil }) else { throw SDJWTRejection(.header) }
        certificates = object["x5c"]
    }
}

extension IssuerTrust {
    /// The key that must have signed, and whose it is.
    ///
    /// - Throws: `SDJWTRejection` with `certificateChain` or `unknownKey`.
    func key(for header: IssuerHeader, at time: Date) async throws(SDJWTRejection) -> (P256.Signing.PublicKey, SDJWTIssuer) {
        switch self {
        case .certificates(let roots):
            guard let value = header.certificates, let chain = try? X5C.decode(value) else { throw SDJWTRejection(.certificateChain) }
            let signer: SignerCertificate
            do throws(UntrustedChain) {
                signer = try await SignerCertificate(chain: chain, roots: roots, at: time)
            } catch {
                throw SDJWTRejection(.certificateChain)
            }
            return (signer.key, .certificate(signer.certificate))
        case .keys(let keys):
            guard let id = header.keyID, let key = keys[id] else { throw SDJWTRejection(.unknownKey) }
            return (key.publicKey, .key(id: id))
        case .key(let key):
            return (key.publicKey, .key(id: nil))
        }
    }
}
