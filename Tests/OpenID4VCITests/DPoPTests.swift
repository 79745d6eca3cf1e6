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

/// DPoP proofs: the examples of RFC 9449, and proofs that must be refused (F-J3).
struct DPoPTests {
    static let tokenRequest =
        "eyJ0eXAiOiJkcG9wK2p3dCIsImFsZyI6IkVTMjU2IiwiandrIjp7Imt0eSI6IkVDIiwieCI6Imw4dEZyaHgtMzR0VjNoUklDUkRZOXpDa0RscEJoRjQyVVFVZldWQVdCRnMiLCJ5I"
        + "joiOVZFNGpmX09rX282NHpiVFRsY3VOSmFqSG10NnY5VERWclUwQ2R2R1JEQSIsImNydiI6IlAtMjU2In19.eyJqdGkiOiItQndDM0VTYzZhY2MybFRjIiwiaHRtIjoiUE9TVCI"
        + "sImh0dSI6Imh0dHBzOi8vc2VydmVyLmV4YW1wbGUuY29tL3Rva2VuIiwiaWF0IjoxNTYyMjYyNjE2fQ.2-GxA6T8lP4vfrg8v-FdWP0A0zdrj8igiMLvqRMUvwnQg4PtFLbdLXi"
        + "OSsX0x7NVY-FNyJK70nfbV37xRZT3Lg"
    static let resourceRequest =
        "eyJ0eXAiOiJkcG9wK2p3dCIsImFsZyI6IkVTMjU2IiwiandrIjp7Imt0eSI6IkVDIiwieCI6Imw4dEZyaHgtMzR0VjNoUklDUkRZOXpDa0RscEJoRjQyVVFVZldWQVdCRnMiLCJ5I"
        + "joiOVZFNGpmX09rX282NHpiVFRsY3VOSmFqSG10NnY5VERWclUwQ2R2R1JEQSIsImNydiI6IlAtMjU2In19.eyJqdGkiOiJlMWozVl9iS2ljOC1MQUVCIiwiaHRtIjoiR0VUIiw"
        + "iaHR1IjoiaHR0cHM6Ly9yZXNvdXJjZS5leGFtcGxlLm9yZy9wcm90ZWN0ZWRyZXNvdXJjZSIsImlhdCI6MTU2MjI2MjYxOCwiYXRoIjoiZlVIeU8ycjJaM0RaNTNFc05yV0JiMHh"
        + "XWG9hTnk1OUlpS0NBcWtzbVFFbyJ9.2oW9RP35yRqzhrtNP86L-Ey71EOptxRimPPToA1plemAgR6pxHF8y6-yqyVnmcw6Fy1dqd-jfxSYoMxhAJpLjA"
    static let accessToken = "Kz~8mXK1EalYznwH-LC-1fBAo.4Ljp~zsPE_NeO.gxU"
    static let thumbprint = "0ZcOCORZNYy-DWpqq30jZyJGHTN0d2HglBV3uiguA4I"

    static func request(_ proofs: [String], _ method: IssuanceRequest.Method, _ url: String) -> IssuanceRequest {
        IssuanceRequest(method: method, url: World.url(url), headers: HeaderFields(proofs.map { .init("dpop", $0) }))
    }

    @Test func `the proofs of RFC 9449 figures 2 and 13 are accepted, with the thumbprint of figure 9`() async throws {
        let checks = TestServer().checks
        var key = try await DPoPVerifier().verify(
            Self.request([Self.tokenRequest], .post, "https://server.example.com/token"), now: 1_562_262_616, checks: checks)
        #expect(key.thumbprint == Self.thumbprint)
        key = try await DPoPVerifier().verify(
            Self.request([Self.resourceRequest], .get, "https://resource.example.org/protectedresource?a=b"), accessToken: Self.accessToken,
            boundTo: Self.thumbprint, now: 1_562_262_618, checks: checks)
        #expect(key.thumbprint == Self.thumbprint)
        await expect(.replayed) {
            _ = try await DPoPVerifier().verify(
                Self.request([Self.tokenRequest], .post, "https://server.example.com/token"), now: 1_562_262_617, checks: checks)
        }
    }

    func expect(_ fault: TokenFault, _ comment: Comment? = nil, when work: () async throws -> Void) async {
        let error = await #expect(throws: TokenFault.self, comment) { try await work() }
        #expect(error == fault, comment)
    }

    static let header: JSONObject = ["typ": "dpop+jwt", "alg": "ES256", "jwk": .object(JWK(World.dpopKey.publicKey).json)]
    static let claims: JSONObject = [
        "jti": "one", "htm": "POST", "htu": "https://server.example/token", "iat": .integer(World.now), "nonce": "n",
        "ath": .string(hash("access")),
    ]

    static func hash(_ text: String) -> String { Base64URL.encode(SHA256.hash(data: Array(text.utf8))) }

    func verify(_ proof: String, checks: OneTimeChecks? = nil, now: Int64 = World.now) async throws {
        let server = TestServer(asksForNonces: true)
        server.state.withLock { _ = $0.dpopNonces.insert("n") }
        _ = try await DPoPVerifier().verify(
            Self.request([proof], .post, "https://server.example/token"), accessToken: "access",
            boundTo: JWK(World.dpopKey.publicKey).thumbprint,
            now: now, checks: checks ?? server.checks)
    }

    /// A faulty proof and the expected fault.
    struct Fault: Sendable {
        let name: String
        let fault: TokenFault
        let header: JSONObject
        let claims: JSONObject

        init(_ name: String, header: JSONObject, _ fault: TokenFault) {
            self.name = name
            self.fault = fault
            self.header = header
            claims = DPoPTests.claims
        }

        init(header name: String, _ value: JSONValue?, _ fault: TokenFault) {
            self.name = "header \(name) \(String(describing: value))"
            self.fault = fault
            header = DPoPTests.header.with(name, value)
            claims = DPoPTests.claims
        }

        init(_ name: String, _ value: JSONValue?, _ fault: TokenFault) {
            self.name = "\(name) \(String(describing: value))"
            self.fault = fault
            header = DPoPTests.header
            claims = DPoPTests.claims.with(name, value)
        }
    }

    static let jwk = JWK(World.dpopKey.publicKey).json
    static let algorithms: [JSONValue] = [nil, "none", "None", "HS256", "ES384", "es256", "RS256", ["ES256"], 1]
    static let types: [JSONValue] = [nil, "JWT", "DPOP+JWT", "dpop", "jwt", ["dpop+jwt"]]
    static let noValues: [JSONValue?] = [Optional.none, .some(.null), .some([]), .some("")]
    static let noTimes: [JSONValue] = [.decimal(-0.5), .decimal(1e300), "1800000000", -1, .integer(.max), true]
    static let addresses: [JSONValue] = [
        "http://server.example/token", "https://server.example/token/", "https://server.example/Token", "https://server.example",
        "https://server.example:8443/token", "https://evil.example/token", "https://server.example@evil.example/token",
        "/token", "https://server.example?/token", "https://server.example/#/token", "https://evil.example/?https://server.example/token",
        "httpsx://server.example/token", "https:/server.example/token", "https://server.example/token/?a=b", "?", "#",
    ]
    static let single: [Fault] = [
        Fault(header: "jwk", Optional.none, .header),
        Fault("a kid alone", header: header.with("jwk", nil).with("kid", .string(JWK(World.dpopKey.publicKey).thumbprint)), .header),
        Fault("a kid beside x5c", header: header.with("kid", "k").with("x5c", ["x"]), .header),
        Fault(
            "a kid beside a key that did not sign",
            header: header.with("jwk", .object(JWK(World.instanceKey.publicKey).json)).with("kid", "k"), .signature),
        Fault(header: "jwk", "x", .key),
        Fault(header: "jwk", .object(jwk.with("d", "AA")), .key),
        Fault(header: "jwk", .object(jwk.with("use", "enc")), .key),
        Fault(header: "jwk", .object(jwk.with("alg", "ES384")), .key),
        Fault(header: "jwk", .object(jwk.with("key_ops", ["sign"])), .key),
        Fault(header: "jwk", ["kty": "oct", "k": "AA"], .key),
        Fault(header: "jwk", .object(jwk.with("crv", "P-384")), .key),
        Fault(header: "jwk", .object(JWK(World.instanceKey.publicKey).json), .signature),
        Fault("htm", "GET", .method),
        Fault("htm", "post", .method),
        Fault("htm", "PUT", .method),
        Fault("ath", Optional.none, .accessToken),
        Fault("ath", .string(hash("other")), .accessToken),
        Fault("nonce", Optional.none, .nonce),
        Fault("nonce", "m", .nonce),
        Fault("jti", .string(String(repeating: "a", count: 257)), .claims),
    ]

    static var faults: [Fault] {
        var faults = single
        faults += algorithms.map { Fault(header: "alg", $0, .algorithm) }
        faults += types.map { Fault(header: "typ", $0, .type) }
        faults += ["crit", "b64", "zip", "jku", "x5u", "x5c"].map { Fault(header: $0, ["x"], .header) }
        for name in ["jti", "htm", "htu", "iat"] { faults += noValues.map { Fault(name, $0, .claims) } }
        faults += noTimes.map { Fault("iat", $0, .claims) }
        faults += addresses.map { Fault("htu", $0, .address) }
        return faults
    }

    @Test(arguments: faults.indices) func `every faulty proof is refused with its own error`(_ index: Int) async throws {
        let fault = Self.faults[index]
        await expect(fault.fault, "\(fault.name)") { try await verify(forge(fault.header, fault.claims, World.dpopKey)) }
    }

    @Test func `a valid proof is accepted once, also with its URL in another spelling`() async throws {
        let server = TestServer(asksForNonces: true)
        server.state.withLock { _ = $0.dpopNonces.insert("n") }
        let good = try forge(Self.header, Self.claims, World.dpopKey)
        try await verify(good, checks: server.checks)
        await expect(.replayed) { try await verify(good, checks: server.checks) }
        try await verify(
            forge(Self.header, Self.claims.with("jti", "two").with("htu", "https://SERVER.example:443/%74oken"), World.dpopKey),
            checks: server.checks)
        let spellings = [
            "HTTPS://server.example/token", "https://server.example/token?a=b", "https://server.example/token#a",
            "hTTps://SERVER.example:443/token?a=b#c", "https://server.example/token?", "https://server.example/token#",
        ]
        for (index, address) in spellings.enumerated() {
            let claims = Self.claims.with("jti", .string("spelling \(index)")).with("htu", .string(address))
            try await verify(forge(Self.header, claims, World.dpopKey), checks: server.checks)
        }
        // A proof refused for its nonce is not used up: corrected, it is accepted.
        await expect(.nonce) {
            try await verify(forge(Self.header, Self.claims.with("jti", "3").with("nonce", "x"), World.dpopKey), checks: server.checks)
        }
        try await verify(forge(Self.header, Self.claims.with("jti", "3"), World.dpopKey), checks: server.checks)
    }

    @Test func `a proof with a fraction of a second and a key as WebCrypto writes it is accepted`() async throws {
        let key = Self.jwk.with("ext", true).with("key_ops", ["verify"]).with("iat", 1)
        let claims = Self.claims.with("iat", .decimal(Double(World.now) - 0.25))
        try await verify(forge(Self.header.with("jwk", .object(key)), claims, World.dpopKey))
        // Fractions are truncated.
        let edge = Self.claims.with("iat", .decimal(Double(World.now) + 60.9))
        let checks = TestServer().checks
        try await verify(forge(Self.header, edge, World.dpopKey), checks: checks)
        await expect(.clock) {
            let late = edge.with("iat", .decimal(Double(World.now) + 61)).with("jti", "two")
            try await verify(forge(Self.header, late, World.dpopKey), checks: checks)
        }
    }

    /// The proofs are in `Tests/Fixtures/Field`.
    @Test(arguments: ["dpop-base.jwt", "dpop-kid.jwt", "dpop-kid-in-jwk.jwt"])
    func `a kid beside the key or inside it is ignored`(_ name: String) async throws {
        let file = URL(filePath: #filePath).appending(path: "../../Fixtures/Field/\(name)").standardizedFileURL
        let proof = try String(contentsOf: file, encoding: .utf8).trimmingCharacters(in: .whitespacesAndNewlines)
        let checks = TestServer().checks
        let request = Self.request([proof], .post, "https://issuer.example/token")
        let key = try await DPoPVerifier().verify(request, now: 1_796_126_400, checks: checks)
        #expect(key.thumbprint == "YWZZIoI5nS6drOQ86IEjmPHv6Ts278ZhJ9Mrhd1KOEU")
        await expect(.replayed) { _ = try await DPoPVerifier().verify(request, now: 1_796_126_400, checks: checks) }
    }

    @Test func `a kid that names another key changes nothing: the key in the header counts`() async throws {
        let header = Self.header.with("kid", .string(JWK(World.instanceKey.publicKey).thumbprint))
        try await verify(forge(header, Self.claims, World.dpopKey))
        await expect(.signature) { try await verify(forge(header, Self.claims.with("jti", "2"), World.instanceKey)) }
    }

    @Test func `of two concurrent proofs with the same identifier only one is accepted`() async throws {
        let server = TestServer(asksForNonces: true)
        server.state.withLock { _ = $0.dpopNonces.insert("n") }
        let good = try forge(Self.header, Self.claims, World.dpopKey)
        let passed = await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<16 {
                group.addTask { (try? await DPoPTests().verify(good, checks: server.checks)) != nil }
            }
            return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(passed == 1)
    }

    @Test func `missing and multiple proofs and an unbound key are refused`() async throws {
        let good = try forge(Self.header, Self.claims.with("ath", nil), World.dpopKey)
        let checks = TestServer().checks
        for proofs in [[], [good, good], [good + "," + good], [""], ["a.b.c"], [String(repeating: "a", count: 20_000)]] {
            let fault: TokenFault = proofs.count == 1 ? .malformed : .missing
            await expect(fault) {
                _ = try await DPoPVerifier().verify(
                    Self.request(proofs, .post, "https://server.example/token"), now: World.now, checks: checks)
            }
        }
        await expect(.binding) {
            _ = try await DPoPVerifier().verify(
                Self.request([good], .post, "https://server.example/token"), boundTo: JWK(World.instanceKey.publicKey).thumbprint,
                now: World.now,
                checks: checks)
        }
        await expect(.accessToken) {
            _ = try await DPoPVerifier().verify(
                Self.request([good], .post, "https://server.example/token"), accessToken: "access", now: World.now, checks: checks)
        }
        let withHash = try forge(Self.header, Self.claims, World.dpopKey)
        await expect(.accessToken) {
            _ = try await DPoPVerifier().verify(
                Self.request([withHash], .post, "https://server.example/token"), now: World.now, checks: checks)
        }
    }
}
