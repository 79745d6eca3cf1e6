// SPDX-License-Identifier: EUPL-1.2

import Crypto
import JOSE
import JSON
import OpenID4VCI
import OpenID4VCIIssuer
import Synchronization
import Testing

/// Key proofs that were made by a wrong clock: the issuer's nonce says how old they are.
struct KeyProofClockTests {
    /// An issuer's nonces, each valid once.
    final class Nonces: Sendable {
        private let left = Mutex<Set<String>>(["n"])
        func use(_ nonce: String) -> Bool { left.withLock { $0.remove(nonce) != nil } }
    }

    /// The order for one proof; an issuer without nonces if `nonces` is nil.
    func order(iat: Int64, nonce: String?, _ nonces: Nonces?) async throws -> CredentialIssuerChecks.Order {
        let claims = KeyProofTests.claims.with("iat", .integer(iat)).with("nonce", nonce.map(JSONValue.string))
        let proof = try forge(KeyProofTests.header, claims, KeyProofTests.key)
        let request = IssuanceRequest(
            method: .post, url: World.url("https://issuer.example/credential"),
            headers: HeaderFields([.init("content-type", "application/json")]),
            body: CredentialRequest(subject: .configuration("pid.sdjwt"), proofs: [proof]).body)
        let checks = CredentialIssuerChecks(metadata: TestServer.metadata())
        guard let nonces else {
            return try await checks.credential(request, grant: KeyProofTests.grant, now: World.now, useNonce: nil)
        }
        return try await checks.credential(request, grant: KeyProofTests.grant, now: World.now) { nonces.use($0) }
    }

    func expect(_ code: EndpointErrorCode, isAboutClock: Bool, when work: () async throws -> Void) async {
        let error = await #expect(throws: EndpointError.self) { try await work() }
        #expect(error?.code == code)
        #expect(error.map { ClockRefusal.isIn($0.response(at: .credential)) } == isAboutClock)
    }

    @Test(arguments: PhoneClockTests.offsets)
    func `with a nonce in force a proof is accepted whatever its clock says, and the nonce only once`(_ offset: Int64) async throws {
        let nonces = Nonces()
        for nonce in [nil, "foreign"] {
            await expect(.invalidNonce, isAboutClock: false) { _ = try await order(iat: World.now + offset, nonce: nonce, nonces) }
        }
        #expect(try await order(iat: World.now + offset, nonce: "n", nonces).keys == [JWK(KeyProofTests.key.publicKey)])
        await expect(.invalidNonce, isAboutClock: false) { _ = try await order(iat: World.now + offset, nonce: "n", nonces) }
    }

    @Test(arguments: PhoneClockTests.offsets)
    func `an issuer without nonces refuses a wrong clock with a description that the wallet can read`(_ offset: Int64) async throws {
        for nonce in [nil, "n"] {
            await expect(.invalidProof, isAboutClock: true) { _ = try await order(iat: World.now + offset, nonce: nonce, nil) }
        }
        for iat in [World.now - 360, World.now, World.now + 60] { #expect(try await order(iat: iat, nonce: nil, nil).keys.count == 1) }
    }
}
