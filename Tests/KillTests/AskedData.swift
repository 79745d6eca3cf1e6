// SPDX-License-Identifier: EUPL-1.2

import JSON
import PIDIssuer

/// The data for which a request asks: both formats of the PID, each with some of the person's names. Every request of a wallet asks for
/// others, so that an answer and an event belong to one request only.
struct AskedData: Sendable, Hashable {
    /// The claims of the SD-JWT, sorted; at least one.
    let claims: [String]
    /// The claims that correspond to the elements of the mdoc, sorted; at least one.
    let elementClaims: [String]

    /// All claims, sorted: texts that differ from each other.
    private static let all = ["birth_family_name", "family_name", "given_name"]
    /// The elements with other names than their claims.
    private static let elements = ["birth_family_name": "family_name_birth"]

    /// - Parameter number: the number of the request among those of a wallet, from 0; different for up to 49 requests.
    init(number: Int) {
        claims = Self.chosen(by: number % 7 + 1)
        elementClaims = Self.chosen(by: (number / 7 + number) % 7 + 1)
    }

    private static func chosen(by bits: Int) -> [String] {
        all.enumerated().filter { (bits >> $0.offset) & 1 == 1 }.map(\.element)
    }

    /// The names as an event lists them, by card.
    var names: [[String]] { [claims, elementClaims] }

    /// `dcql_query`: first the SD-JWT, then the mdoc.
    var query: JSONObject {
        let paths = claims.map { name -> JSONValue in ["path": [.string(name)]] }
        let places = elementClaims.map { name -> JSONValue in
            ["path": [.string(PIDKind.documentType), .string(Self.elements[name] ?? name)]]
        }
        let sdJWT: JSONObject = [
            "id": "sd_jwt", "format": "dc+sd-jwt", "meta": ["vct_values": [.string(PIDKind.credentialType)]], "claims": .array(paths),
        ]
        let mdoc: JSONObject = [
            "id": "mdoc", "format": "mso_mdoc", "meta": ["doctype_value": .string(PIDKind.documentType)], "claims": .array(places),
        ]
        return ["credentials": .array([.object(sdJWT), .object(mdoc)])]
    }
}
