// SPDX-License-Identifier: EUPL-1.2

import Crypto
import Foundation
import JOSE
import OpenID4VCI
import Synchronization
import Testing

/// DPoP proofs: RFC 9449's own, and everything that must be refused (F-J3).
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

    static let faults: [(String, TokenFault, JSONObject, JSONObject)] =
        ([nil, "none", "None", "HS256", "ES384", "es256", "RS256", ["ES256"], 1] as [JSONValue]).map {
            ("alg \($0)", .algorithm, header.with("alg", $0), claims)
        }
        + ([nil, "JWT", "DPOP+JWT", "dpop", "jwt", ["dpop+jwt"]] as [JSONValue]).map {
            ("typ \($0)", .type, header.with("typ", $0), claims)
        }
        + ["crit", "b64", "zip", "jku", "x5u", "x5c", "kid"].map { ("header \($0)", .header, header.with($0, ["x"]), claims) }
        + [
            ("no jwk", .header, header.with("jwk", nil), claims),
            ("jwk a text", .key, header.with("jwk", "x"), claims),
            ("a private key", .key, header.with("jwk", .object(JWK(World.dpopKey.publicKey).json.with("d", "AA"))), claims),
            ("a symmetric key", .key, header.with("jwk", ["kty": "oct", "k": "AA"]), claims),
            ("another curve", .key, header.with("jwk", .object(JWK(World.dpopKey.publicKey).json.with("crv", "P-384"))), claims),
            ("another's key", .signature, header.with("jwk", .object(JWK(World.instanceKey.publicKey).json)), claims),
        ]
        + ["jti", "htm", "htu", "iat"].flatMap { name in
            ([Optional<JSONValue>.none, .some(nil), .some([]), .some("")] as [JSONValue?]).map {
                ("\(name) \(String(describing: $0))", TokenFault.claims, header, claims.with(name, $0))
            }
        }
        + ([.decimal(1.8e9), "1800000000", -1, .integer(.max), true] as [JSONValue]).map {
            ("iat \($0)", .claims, header, claims.with("iat", $0))
        }
        + ([World.now + 61, World.now - 361, 0, World.now * 1000] as [Int64]).map {
            ("iat \($0)", .time, header, claims.with("iat", .integer($0)))
        }
        + (["GET", "post", "PUT"] as [JSONValue]).map { ("htm \($0)", .method, header, claims.with("htm", $0)) }
        + ([
            "http://server.example/token", "https://server.example/token/", "https://server.example/Token", "https://server.example",
            "https://server.example:8443/token", "https://evil.example/token", "https://server.example/token?a=b",
            "https://server.example/token#a",
            "https://server.example@evil.example/token", "/token",
        ] as [JSONValue]).map { ("htu \($0)", .address, header, claims.with("htu", $0)) }
        + [
            ("no ath", .accessToken, header, claims.with("ath", nil)),
            ("ath of another token", .accessToken, header, claims.with("ath", .string(hash("other")))),
            ("no nonce", .nonce, header, claims.with("nonce", nil)),
            ("another nonce", .nonce, header, claims.with("nonce", "m")),
            ("a long jti", .claims, header, claims.with("jti", .string(String(repeating: "a", count: 257)))),
        ]

    @Test(arguments: faults.indices) func `every faulty proof is refused for its reason`(_ index: Int) async throws {
        let (name, fault, header, claims) = Self.faults[index]
        await expect(fault, "\(name)") { try await verify(forge(header, claims, World.dpopKey)) }
    }

    @Test func `a good proof passes once, also when its address is spelled otherwise`() async throws {
        let server = TestServer(asksForNonces: true)
        server.state.withLock { _ = $0.dpopNonces.insert("n") }
        let good = try forge(Self.header, Self.claims, World.dpopKey)
        try await verify(good, checks: server.checks)
        await expect(.replayed) { try await verify(good, checks: server.checks) }
        try await verify(
            forge(Self.header, Self.claims.with("jti", "two").with("htu", "https://SERVER.example:443/%74oken"), World.dpopKey),
            checks: server.checks)
        // A proof that was refused for its nonce costs nothing: mended, it passes.
        await expect(.nonce) {
            try await verify(forge(Self.header, Self.claims.with("jti", "3").with("nonce", "x"), World.dpopKey), checks: server.checks)
        }
        try await verify(forge(Self.header, Self.claims.with("jti", "3"), World.dpopKey), checks: server.checks)
    }

    @Test func `two at the same time with one identifier pass once`() async throws {
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

    @Test func `none, several, and a key that the token is not bound to are refused`() async throws {
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
