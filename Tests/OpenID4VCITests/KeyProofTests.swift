// SPDX-License-Identifier: EUPL-1.2

import Crypto
import Foundation
import JOSE
import JSON
import OpenID4VCI
import OpenID4VCIIssuer
import OpenID4VCIWallet
import Synchronization
import Testing

/// Key proofs and key attestations (OpenID4VCI appendices D and F; F-J3).
struct KeyProofTests {
    static let key = P256.Signing.PrivateKey()
    static let header: JSONObject = ["typ": "openid4vci-proof+jwt", "alg": "ES256", "jwk": .object(JWK(key.publicKey).json)]
    static let claims: JSONObject = [
        "aud": .string(World.issuer.text), "iat": .integer(World.now), "nonce": "n", "iss": .string(World.clientID),
    ]
    static let grant = AccessGrant(clientID: World.clientID, dpopThumbprint: "x", expiresAt: World.now + 1, configurationIDs: ["pid.sdjwt"])

    /// The order for these proofs; `used` counts the calls to the nonce store.
    func order(
        _ proofs: [String], keyAttestation: KeyAttestationRequirement? = nil, used: Counter = Counter()
    ) async throws -> CredentialIssuerChecks.Order {
        let body = CredentialRequest(subject: .configuration("pid.sdjwt"), proofs: proofs).body
        let request = IssuanceRequest(
            method: .post, url: World.url("https://issuer.example/credential"),
            headers: HeaderFields([.init("content-type", "application/json; charset=utf-8")]),
            body: body)
        return try await CredentialIssuerChecks(metadata: TestServer.metadata(keyAttestation), keyAttestationTrust: World.trust)
            .credential(request, grant: Self.grant, now: World.now) { nonce in
                used.add()
                return nonce == "n"
            }
    }

    final class Counter: Sendable {
        let value = Mutex(0)
        func add() { value.withLock { $0 += 1 } }
    }

    @Test func `the proof of OpenID4VCI appendix F.1 is signed by the key in its header`() throws {
        let text =
            "eyJ0eXAiOiJvcGVuaWQ0dmNpLXByb29mK2p3dCIsImFsZyI6IkVTMjU2IiwiandrIjp7Imt0eSI6IkVDIiwiY3J2IjoiUC0yNTYiLCJ4IjoiblVXQW9BdjNYWml0aDh"
            + "FN2kxOU9kYXhPTFlGT3dNLVoyRXVNMDJUaXJUNCIsInkiOiJIc2tIVThCalVpMVU5WHFpN1N3bWo4Z3dBS18weGtjRGpFV183MVNvc0VZIn19.eyJhdWQiOiJodHRwcz"
            + "ovL2NyZWRlbnRpYWwtaXNzdWVyLmV4YW1wbGUuY29tIiwiaWF0IjoxNzAxOTYwNDQ0LCJub25jZSI6IkxhclJHU2JtVVBZdFJZTzZCUTR5bjgifQ.-a3EDsxClUB4O3L"
            + "eDD5DVGEnNMT01FCQW4P6-2-BNBqc_Zxf0Qw4CWayLEpqkAomlkLb9zioZoipdP-jvh1WlA"
        let jws = try CompactJWS(parsing: text)
        guard case .object(let jwk)? = jws.header["jwk"] else {
            Issue.record("no key")
            return
        }
        let key = try JWK(jwk)
        #expect(jws.isSigned(by: key.publicKey))
        let order = KeyProofOrder(
            configuration: TestServer.metadata().configurations[0], audience: World.url("https://credential-issuer.example.com"),
            clientID: nil,
            nonce: "LarRGSbmUPYtRYO6BQ4yn8", maximumCount: 1)
        #expect(order.unsigned(key: key, issuedAt: 1_701_960_444).signingInput == jws.signingInput)
    }

    struct Fault: Sendable {
        let name: String
        let code: EndpointErrorCode
        let fault: TokenFault
        let header: JSONObject
        let claims: JSONObject

        init(_ name: String, _ code: EndpointErrorCode, _ fault: TokenFault, _ header: JSONObject, _ claims: JSONObject) {
            self.name = name
            self.code = code
            self.fault = fault
            self.header = header
            self.claims = claims
        }
    }

    static let algorithms: [JSONValue] = [nil, "none", "None", "HS256", "ES384", ["ES256"]]
    static let types: [JSONValue] = [nil, "JWT", "dpop+jwt", "openid4vci-proof+JWT"]

    static var faults: [Fault] {
        var faults = single
        faults += algorithms.map { Fault("alg \($0)", .invalidProof, .algorithm, header.with("alg", $0), claims) }
        faults += types.map { Fault("typ \($0)", .invalidProof, .type, header.with("typ", $0), claims) }
        faults += ["crit", "b64", "zip", "jku", "x5u", "kid", "x5c", "trust_chain"].map {
            Fault("header \($0)", .invalidProof, .header, header.with($0, ["x"]), claims)
        }
        return faults
    }

    static let single: [Fault] = [
        Fault("no key", .invalidProof, .header, header.with("jwk", nil), claims),
        Fault("a private key", .invalidProof, .key, header.with("jwk", .object(JWK(key.publicKey).json.with("d", "AA"))), claims),
        Fault("another's key", .invalidProof, .signature, header.with("jwk", .object(JWK(World.dpopKey.publicKey).json)), claims),
        Fault("an attestation that is no text", .invalidProof, .header, header.with("key_attestation", 1), claims),
        Fault("an attestation of nonsense", .invalidProof, .malformed, header.with("key_attestation", "a.b.c"), claims),
        Fault("no aud", .invalidProof, .claims, header, claims.with("aud", nil)),
        Fault("aud an array", .invalidProof, .claims, header, claims.with("aud", [.string(World.issuer.text)])),
        Fault("another aud", .invalidProof, .audience, header, claims.with("aud", "https://evil.example")),
        Fault("the server as aud", .invalidProof, .audience, header, claims.with("aud", .string(World.server.text))),
        Fault("no iat", .invalidProof, .claims, header, claims.with("iat", nil)),
        Fault("iat a text", .invalidProof, .claims, header, claims.with("iat", "2018-09-14T21:19:10Z")),
        Fault("another iss", .invalidProof, .issuer, header, claims.with("iss", "other")),
        Fault("no nonce", .invalidNonce, .nonce, header, claims.with("nonce", nil)),
        Fault("another nonce", .invalidNonce, .nonce, header, claims.with("nonce", "m")),
        Fault("nonce a number", .invalidProof, .claims, header, claims.with("nonce", 1)),
    ]

    @Test(arguments: faults.indices) func `every faulty proof is refused with its own error, alone and in a batch, and uses up no nonce`(
        _ index: Int
    ) async throws {
        let tried = Self.faults[index]
        let (name, code, fault, header, claims) = (tried.name, tried.code, tried.fault, tried.header, tried.claims)
        let bad = try forge(header, claims, Self.key)
        let other = P256.Signing.PrivateKey()
        let good = try forge(Self.header.with("jwk", .object(JWK(other.publicKey).json)), Self.claims, other)
        for proofs in [[bad], [good, bad]] {
            let used = Counter()
            let error = await #expect(throws: EndpointError.self, "\(name)") { _ = try await order(proofs, used: used) }
            if proofs.count == 1 { #expect(error == EndpointError(code, "proof: \(fault.rawValue)"), "\(name)") }
            #expect(used.value.withLock { $0 } == 0 || fault == .nonce, "\(name)")
        }
    }

    @Test func `a batch has different keys, one nonce and at most the announced number of proofs`() async throws {
        let keys = (0..<5).map { _ in P256.Signing.PrivateKey() }
        let proofs = try keys.map { try forge(Self.header.with("jwk", .object(JWK($0.publicKey).json)), Self.claims, $0) }
        let used = Counter()
        #expect(try await order(Array(proofs.prefix(4)), used: used).keys == keys.prefix(4).map { JWK($0.publicKey) })
        #expect(used.value.withLock { $0 } == 1)
        let mixed = try forge(Self.header.with("jwk", .object(JWK(keys[1].publicKey).json)), Self.claims.with("nonce", "m"), keys[1])
        let batches: [([String], EndpointErrorCode)] = [
            (proofs, .invalidProof), ([], .invalidProof), ([proofs[0], proofs[0]], .invalidProof), ([proofs[0], mixed], .invalidNonce),
        ]
        for (batch, code) in batches {
            let error = await #expect(throws: EndpointError.self) { _ = try await order(batch) }
            #expect(error?.code == code)
        }
    }

    @Test func `a key attestation must be trusted, cover the request's keys and meet the requirements`() async throws {
        let required = KeyAttestationRequirement(keyStorage: ["iso_18045_high"])
        func proof(_ attestation: String?) throws -> String {
            try forge(Self.header.with("key_attestation", attestation.map(JSONValue.string)), Self.claims, Self.key)
        }
        let good = try await order([proof(World.keyAttestation([Self.key]))], keyAttestation: required)
        #expect(good.keyAttestation?.keys == good.keys && good.keys == [JWK(Self.key.publicKey)])
        #expect(try await order([proof(World.keyAttestation([Self.key], nonce: "n"))], keyAttestation: required).keys.count == 1)

        let stranger = KeyAttestation(
            keys: [JWK(Self.key.publicKey)], issuedAt: World.now, expiresAt: World.now + 60, keyStorage: ["iso_18045_high"])
        func with(_ change: (inout JSONObject) -> Void) throws -> String {
            let unsigned = stranger.unsigned(certificates: try World.chain)
            var claims = unsigned.claims
            change(&claims)
            return try forge(unsigned.header, claims, World.providerKey)
        }
        let cases: [(String?, TokenFault)] = try [
            (nil, .keyAttestation),
            (World.keyAttestation([World.dpopKey]), .keyAttestation),
            (World.keyAttestation([Self.key], storage: "iso_18045_basic"), .keyAttestation),
            (World.keyAttestation([Self.key], nonce: "m"), .nonce),
            (World.keyAttestation([Self.key] + (0..<4).map { _ in P256.Signing.PrivateKey() }), .keyAttestation),
            (stranger.unsigned(certificates: World.chain).sign(Self.key), .untrusted),
            (stranger.unsigned().sign(World.providerKey), .untrusted),
            (World.attestation(), .type),
            (with { _ = $0.remove("exp") }, .claims),
            (with { $0.set("exp", .integer(World.now - 60)) }, .expired),
            (with { $0.set("iat", .integer(World.now + 61)) }, .time),
            (with { $0.set("attested_keys", []) }, .claims),
            (with { _ = $0.remove("attested_keys") }, .claims),
            (with { $0.set("attested_keys", [.object(JWK(Self.key.publicKey).json.with("d", "AA"))]) }, .key),
            (with { $0.set("attested_keys", [.object(JWK(Self.key.publicKey).json), .object(JWK(Self.key.publicKey).json)]) }, .key),
            (with { $0.set("key_storage", "iso_18045_high") }, .claims),
        ]
        for (index, (attestation, fault)) in cases.enumerated() {
            let error = await #expect(throws: EndpointError.self, "\(index)") {
                _ = try await order([proof(attestation)], keyAttestation: required)
            }
            #expect(error?.reason == "proof: \(fault.rawValue)", "\(index)")
        }
    }
}
