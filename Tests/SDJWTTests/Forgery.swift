// SPDX-License-Identifier: EUPL-1.2

import Crypto
import JOSE
import JSON
import SDJWT
import Testing

/// A token whose parts can be changed independently; without changes it must be accepted.
struct Forgery {
    static let givenName = Disclosure(salt: "salt-1", name: "given_name", value: "Zoë")
    static let locality = Disclosure(salt: "salt-2", name: "locality", value: "Den Haag")
    static let address = Disclosure(salt: "salt-3", name: "address", value: ["_sd": [digest(locality), decoy(1)], "country": "NL"])
    static let belgium = Disclosure(salt: "salt-4", name: nil, value: "BE")

    var header: JSONObject = ["alg": "ES256", "typ": "dc+sd-jwt"]
    var payload = Sample.claims
        .with("_sd", [digest(givenName), digest(address), decoy(2)]).with(
            "nationalities", ["NL", ["...": digest(belgium)], ["...": decoy(3)]]
        )
        .with("_sd_alg", "sha-256")
    /// The payload's bytes, if they differ from the encoded payload.
    var payloadBytes: [UInt8]?
    var disclosures = [givenName, address, locality, belgium].map(\.text)
    var key = Sample.issuerKey

    var isBound = false
    var bindingHeader: JSONObject = ["alg": "ES256", "typ": "kb+jwt"]
    var bindingKey = Sample.holderKey
    /// Changes the key binding's claims, including `sd_hash`, before signing.
    var changeBinding: (inout JSONObject) -> Void = { _ in }
    /// Changes the complete text.
    var changeText: (inout String) -> Void = { _ in }

    static func digest(_ disclosure: Disclosure) -> JSONValue { .string(Base64URL.encode(disclosure.digest)) }

    /// A decoy digest, different for each number.
    static func decoy(_ number: Int) -> JSONValue { .string(Base64URL.encode(SHA256.hash(data: Array("decoy \(number)".utf8)))) }

    /// Hides a claim of the payload and adds its disclosure to the token.
    mutating func hide(_ disclosure: Disclosure) {
        guard case .array(let digests) = payload["_sd"] else {
            Issue.record("the payload to forge hides no claims")
            return
        }
        payload.set("_sd", .array(digests + [Self.digest(disclosure)]))
        disclosures.append(disclosure.text)
    }

    func text() throws -> String {
        let jws = try CompactJWS.sign(header: header, payload: payloadBytes ?? payload.encode(), with: key)
        var text = ([jws.serialized] + disclosures).joined(separator: "~") + "~"
        if isBound {
            var claims: JSONObject = [
                "iat": .integer(Sample.now), "aud": .string(Sample.binding.audience), "nonce": .string(Sample.binding.nonce),
                "sd_hash": .string(Base64URL.encode(SHA256.hash(data: Array(text.utf8)))),
            ]
            changeBinding(&claims)
            text += try CompactJWS.sign(header: bindingHeader, payload: claims.encode(), with: bindingKey).serialized
        }
        changeText(&text)
        return text
    }
}

/// A token with one error, and the expected reason for refusal.
struct ForgeryCase: Sendable {
    let name: String
    let reason: SDJWTRejection.Reason
    let change: @Sendable (inout Forgery) -> Void

    init(_ reason: SDJWTRejection.Reason, _ name: String, _ change: @escaping @Sendable (inout Forgery) -> Void) {
        self.name = name
        self.reason = reason
        self.change = change
    }

    func text(isBound: Bool = false) throws -> String {
        var forgery = Forgery(isBound: isBound)
        change(&forgery)
        return try forgery.text()
    }
}
