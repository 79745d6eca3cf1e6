// SPDX-License-Identifier: EUPL-1.2

import CertificateChain
import Crypto
import Foundation
public import JOSE
import JSON
public import X509

/// The issuers whose SD-JWTs are accepted. The token's contents never extend this set.
@nonexhaustive public enum IssuerTrust: Sendable {
    /// Issuers with a certificate that leads to one of these roots. The token carries the chain as `x5c`; its `kid` is ignored.
    case certificates(roots: [Certificate])
    /// The issuers' keys by `kid`, which the token must contain; its `x5c` is ignored.
    case keys([String: JWK])
    /// One issuer's only key; `kid` and `x5c` are ignored.
    case key(JWK)
}

/// The verified signer of an SD-JWT.
@nonexhaustive public enum SDJWTIssuer: Sendable, Hashable {
    /// The holder of this certificate, whose chain leads to a trusted root.
    case certificate(Certificate)
    /// The owner of a known key; `id` is its `kid` if keys are selected by `kid`.
    case key(id: String?)
}

/// The header of an issuer's JWT: `alg` = `ES256`, `typ`, and the reference to the signing key.
///
/// Unlike `JWTHeader` it accepts further members, because other parties write these headers and RFC 7515 §4 requires receivers to ignore
/// unknown members. Members that carry a key or change the interpretation of the token are refused.
struct IssuerHeader {
    let type: String
    let keyID: String?
    /// The value of `x5c`; nil if absent.
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
    /// Selects the key that must have signed, and identifies its owner.
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
