// SPDX-License-Identifier: EUPL-1.2

import CBOR
import COSE
import JOSE
import JSON
import MDoc
import OpenID4VP
import SDJWT

/// A copy as a verifier has received it.
struct PresentedCopy: Sendable {
    /// The key to which it is bound, which no other copy has.
    let key: JWK
    /// The disclosed texts, sorted.
    let values: [String]

    /// The presentation has no key, or not one document.
    struct Malformed: Error {}

    /// Returns the copies of an answer, in its order.
    static func all(in token: VPToken) throws -> [PresentedCopy] {
        try token.entries.flatMap { entry in
            try entry.texts.map { text in
                try text.contains("~") ? PresentedCopy(sdJWT: text) : PresentedCopy(mdoc: text)
            }
        }
    }

    private init(sdJWT text: String) throws {
        let token = try CompactSDJWT(parsing: text)
        let payload = try JSONObject(parsing: token.issuerSigned.payload)
        guard case .object(let confirmation)? = payload["cnf"], case .object(let members)? = confirmation["jwk"] else {
            throw Malformed()
        }
        key = try JWK(members)
        values = token.disclosures.map { disclosure -> String in
            if case .string(let text) = disclosure.value { text } else { "a value that is no text" }
        }.sorted()
    }

    private init(mdoc text: String) throws {
        let response = try DeviceResponse(decoding: Base64URL.decode(text))
        guard response.documents.count == 1 else { throw Malformed() }
        let issued = response.documents[0].issuerSigned
        key = JWK(try issued.mobileSecurityObject().deviceKey.publicKey)
        values = issued.nameSpaces.flatMap(\.items).map { item -> String in
            if case .text(let text) = item.value { text } else { "a value that is no text" }
        }.sorted()
    }
}
