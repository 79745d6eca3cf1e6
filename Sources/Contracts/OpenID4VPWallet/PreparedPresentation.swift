// SPDX-License-Identifier: EUPL-1.2

import COSE
import Crypto
import DCQL
import Foundation
import JOSE
import JSON
import MDoc
import OAuthMessages
import OpenID4VP
import SDJWT

/// A presentation that lacks only the holder's signature.
struct PreparedPresentation: Sendable {
    let queryID: String
    private let form: Form
    /// The key in the copy: only its signature is accepted.
    private let holder: JWK

    private enum Form: Sendable {
        case sdJWT(UnsignedKeyBinding)
        case mdoc(UnsignedPresentation)
    }

    /// Prepares a presentation for one request.
    ///
    /// - Parameter issuedAt: seconds since 1970, at least 0.
    /// - Throws: ``PresentationFailure/unfitChoice``.
    init(_ chosen: ChosenPresentation, for request: PresentationRequest, issuedAt: Int64) throws(PresentationFailure) {
        guard let query = request.query.credentials.first(where: { $0.id.isExactly(chosen.queryID) }),
            request.metadata.supports(query.format)
        else { throw .unfitChoice }
        queryID = query.id
        switch (chosen.copy, query.format) {
        case (.sdJWT(let copy, let paths), .sdJWT):
            guard query.asks(for: paths), let key = copy.holderKey, let disclosed = try? copy.disclosing(paths) else {
                throw .unfitChoice
            }
            holder = key
            form = .sdJWT(disclosed.keyBinding(nonce: request.nonce, audience: request.clientID.text, issuedAt: issuedAt))
        case (.mdoc(let copy, let elements), .mdoc(let documentType)):
            guard query.asks(for: elements.paths), let object = try? copy.mobileSecurityObject(),
                documentType?.isExactly(object.docType.text) ?? true,
                let unsigned = try? copy.presentation(disclosing: elements, for: request.transcript)
            else { throw .unfitChoice }
            holder = JWK(object.deviceKey.publicKey)
            form = .mdoc(unsigned)
        default: throw .unfitChoice
        }
    }

    /// The bytes that the holder's key signs.
    var signingInput: [UInt8] {
        switch form {
        case .sdJWT(let unsigned): unsigned.signingInput
        case .mdoc(let unsigned): unsigned.toBeSigned
        }
    }

    /// True if the key is that of the copy and has signed the input.
    ///
    /// - Parameters:
    ///   - signature: r ‖ s, 64 bytes.
    ///   - key: the key that signed.
    func isSigned(_ signature: [UInt8], by key: JWK) -> Bool {
        guard key == holder, let proof = try? P256.Signing.ECDSASignature(rawRepresentation: signature) else { return false }
        return holder.publicKey.isValidSignature(proof, for: signingInput)
    }

    /// 64 zero bytes in place of a signature: the presentation then has its final size.
    static let blankSignature = [UInt8](repeating: 0, count: 64)

    /// Adds a signature, which is not verified, and returns the presentation as `vp_token` carries it (annexes B.2.5, B.3.6).
    ///
    /// - Parameter signature: r ‖ s.
    /// - Throws: errors of the format if it does not have 64 bytes.
    func presented(with signature: [UInt8]) throws -> String {
        switch form {
        case .sdJWT(let unsigned): try unsigned.signed(with: signature).serialized
        case .mdoc(let unsigned): try Base64URL.encode(DeviceResponse(documents: [unsigned.signed(with: signature)]).encode())
        }
    }
}

extension PresentationRequest {
    /// The session of an mdoc's device signature.
    fileprivate var transcript: SessionTranscript {
        .openID4VP(clientID: clientID.text, nonce: nonce, encryptionKey: encryptionKey, responseURI: responseURI.text)
    }
}

extension CredentialQuery {
    /// True if each path lies in a claim that the query asks for, with claim sets in a claim of the same set: a wallet never discloses
    /// more (OpenID4VP §6.4.1).
    fileprivate func asks(for paths: [ClaimPath]) -> Bool {
        let asked = claims ?? []
        return (claimSets ?? [Array(asked.indices)]).contains { set in
            paths.allSatisfy { path in set.contains { asked[$0].path.covers(path) } }
        }
    }
}

extension [NameSpace: Set<ElementIdentifier>] {
    /// The elements as paths of a query.
    fileprivate var paths: [ClaimPath] {
        flatMap { space, elements in elements.map { ClaimPath([.name(space.text), .name($0.text)]) } }
    }
}

extension CompactSDJWT {
    /// `cnf.jwk`, which no disclosure can hold; nil without a usable key.
    fileprivate var holderKey: JWK? {
        guard let claims = try? JSONObject(parsing: issuerSigned.payload, limits: SDJWTLimits.default.json),
            case .object(let confirmation)? = claims["cnf"], case .object(let key)? = confirmation["jwk"]
        else { return nil }
        return try? JWK(forVerifying: key)
    }
}
