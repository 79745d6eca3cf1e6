// SPDX-License-Identifier: EUPL-1.2

import Crypto
import Foundation
import JOSE
import JSON
import OpenID4VCI
import OpenID4VCIIssuer
import OpenID4VCIWallet
import SDJWT
import StatusList
import Synchronization
import Testing

/// Wallet attestations and their proofs (F-J3, F-J4).
struct AttestationTests {
    static let verifier = ClientAttestationVerifier(trust: World.trust, audience: World.server)

    static func header(_ change: (inout JSONObject) -> Void = { _ in }) throws -> JSONObject {
        var header: JSONObject = ["alg": "ES256", "typ": "oauth-client-attestation+jwt", "x5c": X5C.encode(try World.chain)]
        change(&header)
        return header
    }

    static var claims: JSONObject { World.attestationClaims().unsigned().claims }
    static let proofHeader: JSONObject = ["typ": "oauth-client-attestation-pop+jwt", "alg": "ES256"]
    static let proofClaims: JSONObject = [
        "iss": .string(World.clientID), "aud": .string(World.server.text), "jti": "one", "iat": .integer(World.now), "challenge": "c",
    ]

    func verify(_ attestations: [String], _ proofs: [String], clientID: String? = World.clientID) async throws -> WalletAttestation {
        let server = TestServer(asksForNonces: true)
        server.state.withLock { _ = $0.challenges.insert("c") }
        let headers = HeaderFields(
            attestations.map { .init("OAuth-Client-Attestation", $0) } + proofs.map { .init("oauth-client-attestation-pop", $0) })
        return try await Self.verifier.verify(headers, clientID: clientID, now: World.now, checks: server.checks)
    }

    func expect(_ fault: TokenFault, _ comment: Comment? = nil, when work: () async throws -> Void) async {
        let error = await #expect(throws: TokenFault.self, comment) { try await work() }
        #expect(error == fault, comment)
    }

    @Test func `an attestation of a trusted provider and its proof identify the wallet`() async throws {
        let status = try StatusListReference(index: 7, uri: "https://provider.example/status")
        let attestation = WalletAttestation(
            issuer: "https://provider.example", clientID: World.clientID, key: JWK(World.instanceKey.publicKey), issuedAt: World.now,
            notBefore: World.now, expiresAt: World.now + 3600, walletName: "Wallet", walletLink: "https://wallet.example", status: status)
        let text = try attestation.unsigned(certificates: World.chain).sign(World.providerKey)
        #expect(try await verify([text], [forge(Self.proofHeader, Self.proofClaims, World.instanceKey)]) == attestation)
        #expect(try WalletAttestation(unverified: text) == attestation)
    }

    @Test func `the attestation in the draft's example is read`() async throws {
        let attestation =
            "eyJ0eXAiOiJvYXV0aC1jbGllbnQtYXR0ZXN0YXRpb24rand0IiwiYWxnIjoiRVMyNTYiLCJraWQiOiIxMSJ9.eyJpc3MiOiJodHRwczovL2F0dGVzdGVyLmV4YW1wbGUuY29tIiw"
            + "ic3ViIjoiaHR0cHM6Ly9jbGllbnQuZXhhbXBsZS5jb20iLCJuYmYiOjEzMDA4MTU3ODAsImV4cCI6MTMwMDgxOTM4MCwiY25mIjp7Imp3ayI6eyJrdHkiOiJFQyIsInVzZSI6InN"
            + "pZyIsImNydiI6IlAtMjU2IiwieCI6IjE4d0hMZUlnVzl3Vk42VkQxVHhncHF5MkxzellrTWY2SjhualZBaWJ2aE0iLCJ5IjoiLVY0ZFM0VWFMTWdQXzRmWTRqOGlyN2NsMVRYbEZ"
            + "kQWdjeDU1bzdUa2NTQSJ9fX0.4bCswkgmUHw06kKdiS2KEySRgjj73yCEIcrz3Mv7Bgns4Bm1tCQ9FAqMLtgzb5NthwJT9AhAEBogbiD5DtxV1g"
        let read = try WalletAttestation(unverified: attestation)
        #expect(read.issuer == "https://attester.example.com" && read.clientID == "https://client.example.com")
        #expect(read.notBefore == 1_300_815_780 && read.expiresAt == 1_300_819_380 && read.issuedAt == nil)
    }

    typealias Change = @Sendable (inout JSONObject) -> Void

    /// A faulty attestation and the expected fault.
    struct Fault: Sendable {
        let name: String
        let fault: TokenFault
        let header: Change
        let claims: Change

        init(_ name: String, _ fault: TokenFault, header: @escaping Change = { _ in }, claims: @escaping Change = { _ in }) {
            self.name = name
            self.fault = fault
            self.header = header
            self.claims = claims
        }

        init(header name: String, _ value: JSONValue, _ fault: TokenFault) {
            self.init("header \(name) \(value)", fault, header: { $0.set(name, value) })
        }

        init(claim name: String, _ value: JSONValue, _ fault: TokenFault) {
            self.init("claim \(name) \(value)", fault, claims: { $0.set(name, value) })
        }
    }

    static let algorithms: [JSONValue] = [nil, "none", "HS256", "ES384"]
    static let types: [JSONValue] = ["JWT", "oauth-client-attestation-pop+jwt", nil]
    static let single: [Fault] = [
        Fault(header: "jwk", .object(JWK(World.providerKey.publicKey).json), .header),
        Fault("no x5c", .untrusted, header: { _ = $0.remove("x5c") }),
        Fault(header: "x5c", [], .untrusted),
        Fault(header: "x5c", ["AAAA"], .untrusted),
        Fault("no cnf", .claims, claims: { _ = $0.remove("cnf") }),
        Fault(claim: "cnf", ["kid": "x"], .claims),
        Fault(claim: "cnf", ["jwk": .object(JWK(World.instanceKey.publicKey).json.with("d", "AA"))], .key),
        Fault(claim: "cnf", ["jwk": .object(JWK(World.dpopKey.publicKey).json)], .signature),
        Fault(claim: "sub", "other", .subject),
        Fault(claim: "exp", .integer(World.now - 60), .expired),
        Fault(claim: "iat", .integer(World.now + 61), .time),
        Fault(claim: "nbf", .integer(World.now + 61), .time),
        Fault(claim: "exp", .integer(World.now + 86_401), .lifetime),
        Fault(
            "valid for too long without iat", .lifetime,
            claims: {
                _ = $0.remove("iat")
                $0.set("exp", .integer(World.now + 86_401))
            }),
        Fault(claim: "exp", .decimal(1.9e9), .lifetime),
        Fault(claim: "exp", .decimal(Double(World.now) - 59.5), .expired),
        Fault(claim: "exp", .decimal(-1.5), .claims),
        Fault(claim: "cnf", ["jwk": .object(JWK(World.instanceKey.publicKey).json.with("use", "enc"))], .key),
        Fault(claim: "cnf", ["jwk": .object(JWK(World.instanceKey.publicKey).json.with("alg", "ES512"))], .key),
        Fault(claim: "cnf", ["jwk": .object(JWK(World.instanceKey.publicKey).json.with("key_ops", ["sign"]))], .key),
        Fault(claim: "wallet_name", "W\u{202E}allet", .claims),
        Fault(claim: "status", "valid", .claims),
    ]

    static var faults: [Fault] {
        var faults = single
        faults += algorithms.map { Fault(header: "alg", $0, .algorithm) }
        faults += types.map { Fault(header: "typ", $0, .type) }
        faults += ["crit", "b64", "zip", "jku", "x5u"].map { Fault(header: $0, ["x"], .header) }
        for name in ["iss", "sub", "exp"] {
            if name != "iss" { faults.append(Fault("no \(name)", .claims, claims: { _ = $0.remove(name) })) }
            faults.append(Fault(claim: name, nil, .claims))
            faults.append(Fault(claim: name, [], .claims))
        }
        return faults
    }

    @Test(arguments: faults.indices) func `every faulty attestation is refused with its own error`(_ index: Int) async throws {
        let fault = Self.faults[index]
        var claims = Self.claims
        fault.claims(&claims)
        let text = try forge(Self.header(fault.header), claims, World.providerKey)
        await expect(fault.fault, "\(fault.name)") {
            _ = try await verify([text], [forge(Self.proofHeader, Self.proofClaims, World.instanceKey)])
        }
    }

    typealias ProofFault = (String, TokenFault, JSONObject, JSONObject)
    static let proofAlgorithms: [ProofFault] = algorithms.map { ("alg \($0)", .algorithm, proofHeader.with("alg", $0), proofClaims) }
    static let proofFaults: [ProofFault] =
        proofAlgorithms + [
            ("typ of an attestation", .type, proofHeader.with("typ", "oauth-client-attestation+jwt"), proofClaims),
            ("typ of a DPoP proof", .type, proofHeader.with("typ", "dpop+jwt"), proofClaims),
            ("crit", .header, proofHeader.with("crit", ["exp"]), proofClaims),
            ("another iss", .issuer, proofHeader, proofClaims.with("iss", "other")),
            ("another aud", .audience, proofHeader, proofClaims.with("aud", "https://other.example")),
            ("aud with a slash", .audience, proofHeader, proofClaims.with("aud", "https://login.example/")),
            ("aud several", .audience, proofHeader, proofClaims.with("aud", [.string(World.server.text), "https://other.example"])),
            ("no aud", .audience, proofHeader, proofClaims.with("aud", nil)),
            ("no jti", .claims, proofHeader, proofClaims.with("jti", nil)),
            ("no iat", .claims, proofHeader, proofClaims.with("iat", nil)),
            ("nbf long after iat", .time, proofHeader, proofClaims.with("nbf", .integer(World.now + 61))),
            ("no challenge", .nonce, proofHeader, proofClaims.with("challenge", nil)),
            ("another challenge", .nonce, proofHeader, proofClaims.with("challenge", "d")),
            ("the challenge as a nonce", .nonce, proofHeader, proofClaims.with("challenge", nil).with("nonce", "c")),
        ]

    @Test(arguments: proofFaults.indices) func `every faulty attestation proof is refused with its own error`(_ index: Int) async throws {
        let (name, fault, header, claims) = Self.proofFaults[index]
        await expect(fault, "\(name)") { _ = try await verify([World.attestation()], [forge(header, claims, World.instanceKey)]) }
    }

    @Test func `missing, multiple, foreign and replayed attestations are refused`() async throws {
        let attestation = try World.attestation()
        let proof = try forge(Self.proofHeader, Self.proofClaims, World.instanceKey)
        for (attestations, proofs) in [
            ([], [proof]), ([attestation], []), ([attestation, attestation], [proof]), ([attestation], [proof, proof]),
        ] {
            await expect(.missing) { _ = try await verify(attestations, proofs) }
        }
        await expect(.malformed) { _ = try await verify([attestation + "," + attestation], [proof]) }
        await expect(.subject) { _ = try await verify([attestation], [proof], clientID: "other") }
        await expect(.untrusted) {
            _ = try await verify([World.attestationClaims().unsigned(certificates: World.chain).sign(World.rootKey)], [proof])
        }
        await expect(.signature) { _ = try await verify([attestation], [forge(Self.proofHeader, Self.proofClaims, World.dpopKey)]) }
        let checks = TestServer().checks
        let headers = HeaderFields([.init("OAuth-Client-Attestation", attestation), .init("OAuth-Client-Attestation-PoP", proof)])
        _ = try await Self.verifier.verify(headers, clientID: nil, now: World.now, checks: checks)
        await expect(.replayed) { _ = try await Self.verifier.verify(headers, clientID: nil, now: World.now, checks: checks) }
    }
}
