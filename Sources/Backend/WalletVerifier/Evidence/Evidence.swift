// SPDX-License-Identifier: EUPL-1.2

import Crypto
import Foundation
import JOSE
import JSON
import OAuthMessages
import OpenID4VP
import SwiftASN1
import X509

/// A signed presentation that a party keeps for audits: request and presentations as sent, and what the server knew then.
///
/// The file is a JWS in the flattened JSON form (RFC 7515 §7.2.2), signed with the key of the access certificate, so that time and statuses
/// cannot be changed later. Holds personal data: never log it.
struct Evidence: Sendable {
    /// The signed request object.
    let request: String
    /// `wallet_nonce` of the wallet; nil if it sent none.
    let walletNonce: String?
    /// The presentations.
    let token: VPToken
    /// When the answer was received, in seconds since 1970.
    let receivedAt: Int64
    /// SHA-256 of the trusted roots of issuers of SD-JWTs, in lower-case hexadecimal.
    let sdJWTRoots: [String]
    /// The same of issuers of mdocs.
    let mdocRoots: [String]
    /// The types that types extend.
    let types: [String: [String]]
    /// The statuses that the server found, in the order of the credentials: `valid`, `none` or `unknown`.
    let statuses: [String]

    /// `typ` of the JWS.
    static let type = "presentation-evidence+jwt"
    /// Maximum size of a file in bytes.
    static let maximumBytes = StoredSession.maximumContentBytes

    /// SHA-256 of a certificate in lower-case hexadecimal.
    static func fingerprint(_ certificate: Certificate) -> String {
        var serializer = DER.Serializer()
        guard (try? serializer.serialize(certificate)) != nil else { return "" }
        return SHA256.hash(data: serializer.serializedBytes).map(\.hexDigits).joined()
    }

    /// The file.
    func signed(by party: Party) throws -> JSONObject {
        let header: JSONObject = ["alg": "ES256", "typ": .string(Self.type), "x5c": X5C.encode(party.certificates)]
        let jws = try CompactJWS.sign(header: header, payload: json.encode(), with: party.key)
        let parts = jws.serialized.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        return ["payload": .string(parts[1]), "protected": .string(parts[0]), "signature": .string(parts[2])]
    }

    private var json: JSONObject {
        let types = self.types.sorted { $0.key < $1.key }.map { ($0.key, JSONValue.texts($0.value)) }
        var json: JSONObject = ["version": 1, "received_at": .integer(receivedAt), "request": .string(request)]
        json.append("wallet_nonce", ifAny: walletNonce.map(JSONValue.string))
        json.append("vp_token", .object(JSONObject(token.entries.map { ($0.id, JSONValue.texts($0.texts)) })))
        json.append("state", ifAny: token.state.map(JSONValue.string))
        json.append("statuses", .texts(statuses))
        json.append("sd_jwt_roots", .texts(sdJWTRoots))
        json.append("mdoc_roots", .texts(mdocRoots))
        json.append("types", .object(JSONObject(types)))
        return json
    }
}
