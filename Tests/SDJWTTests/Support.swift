// SPDX-License-Identifier: EUPL-1.2

import Crypto
import Foundation
import JOSE
import JSON
import SDJWT
import Testing

/// Expects a rejection with exactly this reason.
func expectRejection(
    _ reason: SDJWTRejection.Reason, _ comment: Comment? = nil, sourceLocation: SourceLocation = #_sourceLocation,
    when work: () async throws -> Void
) async {
    let error = await #expect(throws: SDJWTRejection.self, comment, sourceLocation: sourceLocation) { try await work() }
    #expect(error?.reason == reason, comment, sourceLocation: sourceLocation)
}

extension JSONValue {
    /// The value with all objects sorted by member name, for comparison without regard to order.
    var sorted: JSONValue {
        switch self {
        case .object(let object): .object(JSONObject(object.members.map { ($0.name, $0.value.sorted) }.sorted { $0.0 < $1.0 }))
        case .array(let elements): .array(elements.map(\.sorted))
        default: self
        }
    }
}

extension JSONObject {
    var sorted: JSONValue { JSONValue.object(self).sorted }

    func with(_ name: String, _ value: JSONValue) -> JSONObject {
        var object = self
        object.set(name, value)
        return object
    }
}

extension P256.Signing.PrivateKey {
    /// Signs with a key in memory; asynchronous, as an HSM would be.
    func sign(_ input: [UInt8]) throws -> [UInt8] { Array(try signature(for: input).rawRepresentation) }
}

/// A source of counting instead of random bytes: reproducible salts, all different.
func countingBytes() -> (Int) -> [UInt8] {
    var counter: UInt64 = 0
    return { count in
        counter += 1
        return Array(SHA256.hash(data: withUnsafeBytesOf(counter)).prefix(count))
    }
}

private func withUnsafeBytesOf(_ counter: UInt64) -> [UInt8] { (0..<8).map { UInt8(truncatingIfNeeded: counter >> ($0 * 8)) } }

enum Sample {
    static let issuerKey = P256.Signing.PrivateKey()
    static let holderKey = P256.Signing.PrivateKey()
    /// Seconds since 1970.
    static let now: Int64 = 1_800_000_000
    static let time = Date(timeIntervalSince1970: 1_800_000_000)
    static let binding = KeyBindingExpectation(nonce: "nonce-1", audience: "https://verifier.example")
    static let vct = "urn:eudi:pid:nl:1"

    static let claims: JSONObject = [
        "iss": "https://issuer.example", "vct": .string(vct), "iat": .integer(now - 100), "nbf": .integer(now - 100),
        "exp": .integer(now + 1000), "cnf": ["jwk": .object(JWK(holderKey.publicKey).json)],
    ]

    static let verifier = SDJWTVerifier(trust: .key(JWK(issuerKey.publicKey)), kind: .credential(types: [vct]))

    /// A PID in which every claim that may be hidden is hidden, in all possible ways.
    static let person: JSONObject = [
        "given_name": "Zoë", "family_name": "van der Berg", "birthdate": "1990-01-02",
        "address": ["street_address": "Plein 1", "locality": "Den Haag", "country": "NL"],
        "nationalities": ["NL", "BE"], "places": [["city": "Ieper", "year": 1980], "Gent", nil],
        "age": ["over_18": true, "over_65": false],
    ]

    static let hidden: [ClaimPath] = [
        ["given_name"], ["family_name"], ["birthdate"], ["address"], ["address", "street_address"], ["address", "locality"],
        ["nationalities", nil], ["places"], ["places", 0], ["places", 0, "city"], ["places", 2], ["age", "over_18"], ["age", "over_65"],
    ]

    static let all = JSONObject(claims.members.map { ($0.name, $0.value) } + person.members.map { ($0.name, $0.value) })

    static func issued(minimumDigests: Int = 0) async throws -> CompactSDJWT {
        let unsigned = try UnsignedSDJWT(
            claims: all, disclosable: hidden, minimumDigests: minimumDigests, random: countingBytes())
        return try await unsigned.signed { try issuerKey.sign($0) }
    }
}
