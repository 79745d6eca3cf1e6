// SPDX-License-Identifier: EUPL-1.2

import Crypto
import Foundation
import JSON
import OpenID4VCI
import OpenID4VCIIssuer
import Synchronization
import Testing

/// DPoP proofs and attestation proofs of a phone whose clock is wrong: the time of the server's nonce decides (RFC 9449 §11.1).
struct PhoneClockTests {
    /// The phone's clock minus the server's, in seconds.
    static let offsets: [Int64] = [90, 180, 3600, -3600, -600, 86_400]

    enum Kind: CaseIterable, Sendable {
        case dpop, attestation
    }

    /// A server's nonces, in force for 300 seconds, and its used identifiers, kept no longer than needed.
    final class Stores: Sendable {
        private static let nonces = ["n": World.now, "expired": World.now - 300]
        private let used = Mutex<[String: Int64]>([:])

        private static func time(of nonce: String, at now: Int64) -> Int64? {
            guard let time = nonces[nonce], now < time + 300 else { return nil }
            return time
        }

        private func use(_ identifier: String, until: Int64, at now: Int64) -> Bool {
            used.withLock { used in
                used = used.filter { $0.value > now }
                guard used[identifier] == nil else { return false }
                used[identifier] = until
                return true
            }
        }

        func checks(at now: Int64, usesNonces: Bool = true) -> OneTimeChecks {
            guard usesNonces else { return OneTimeChecks { self.use($0, until: $1, at: now) } }
            return OneTimeChecks(
                use: { self.use($0, until: $1, at: now) }, dpopNonceTime: { Self.time(of: $0, at: now) },
                challengeTime: { Self.time(of: $0, at: now) })
        }
    }

    /// Verifies a proof; `iat` is the phone's time.
    func verify(
        _ kind: Kind, iat: Int64, nonce: String?, jti: String = "one", _ more: JSONObject = [:], checks: OneTimeChecks,
        now: Int64 = World.now
    ) async throws {
        let nonce = nonce.map(JSONValue.string)
        var claims =
            switch kind {
            case .dpop: DPoPTests.claims.with("ath", nil).with("nonce", nonce)
            case .attestation: AttestationTests.proofClaims.with("challenge", nonce)
            }
        claims.set("iat", .integer(iat))
        claims.set("jti", .string(jti))
        for name in ["nbf", "exp"] { if let value = more[name] { claims.set(name, value) } }
        switch kind {
        case .dpop:
            let proof = try forge(DPoPTests.header, claims, World.dpopKey)
            let request = DPoPTests.request([proof], .post, "https://server.example/token")
            _ = try await DPoPVerifier().verify(request, now: now, checks: checks)
        case .attestation:
            let proof = try forge(AttestationTests.proofHeader, claims, World.instanceKey)
            let headers = HeaderFields([
                .init("OAuth-Client-Attestation", try World.attestation()), .init("OAuth-Client-Attestation-PoP", proof),
            ])
            _ = try await AttestationTests.verifier.verify(headers, clientID: World.clientID, now: now, checks: checks)
        }
    }

    func expect(_ fault: TokenFault, _ comment: Comment? = nil, when work: () async throws -> Void) async {
        let error = await #expect(throws: TokenFault.self, comment) { try await work() }
        #expect(error == fault, comment)
    }

    @Test(arguments: Kind.allCases, offsets)
    func `with a nonce in force a proof is accepted whatever the phone's clock says, but only once`(
        _ kind: Kind, _ offset: Int64
    ) async throws {
        let stores = Stores()
        let iat = World.now + offset
        try await verify(kind, iat: iat, nonce: "n", checks: stores.checks(at: World.now))
        for now in [World.now, World.now + 299] {
            await expect(.replayed) { try await verify(kind, iat: iat, nonce: "n", checks: stores.checks(at: now), now: now) }
        }
        let end = World.now + 300
        await expect(.nonce) { try await verify(kind, iat: iat, nonce: "n", checks: stores.checks(at: end), now: end) }
    }

    @Test(arguments: Kind.allCases, offsets)
    func `without a nonce in force a nonce is demanded, whatever the phone's clock says, and the proof is not used up`(
        _ kind: Kind, _ offset: Int64
    ) async throws {
        let checks = Stores().checks(at: World.now)
        for nonce in [nil, "foreign", "expired"] {
            await expect(.nonce, "\(nonce ?? "none")") { try await verify(kind, iat: World.now + offset, nonce: nonce, checks: checks) }
        }
        // Nor does the right time replace the nonce.
        await expect(.nonce) { try await verify(kind, iat: World.now, nonce: nil, checks: checks) }
        try await verify(kind, iat: World.now + offset, nonce: "n", checks: checks)
    }

    @Test(arguments: Kind.allCases, offsets)
    func `a server without nonces refuses a wrong clock with a description that the wallet can read`(
        _ kind: Kind, _ offset: Int64
    ) async throws {
        let checks = Stores().checks(at: World.now, usesNonces: false)
        for nonce in [nil, "n"] {
            await expect(.clock) { try await verify(kind, iat: World.now + offset, nonce: nonce, checks: checks) }
        }
        let error = EndpointError(.clock, of: kind == .dpop ? .dpop : .attestation)
        #expect(error.code == (kind == .dpop ? .invalidDPoPProof : .invalidClientAttestation))
        #expect(ClockRefusal.isIn(error.response(at: .token)))
    }

    @Test(arguments: Kind.allCases)
    func `a server without nonces tolerates a minute ahead and six minutes behind`(_ kind: Kind) async throws {
        let checks = Stores().checks(at: World.now, usesNonces: false)
        for offset in [60, -360] as [Int64] {
            try await verify(kind, iat: World.now + offset, nonce: nil, jti: "\(offset)", checks: checks)
            await expect(.replayed) { try await verify(kind, iat: World.now + offset, nonce: nil, jti: "\(offset)", checks: checks) }
        }
        for iat in [World.now + 61, World.now - 361, 0, World.now * 1000] {
            await expect(.clock) { try await verify(kind, iat: iat, nonce: nil, jti: "\(iat)", checks: checks) }
        }
    }

    @Test func `nbf and exp of an attestation proof are by the phone's clock, too`() async throws {
        let checks = Stores().checks(at: World.now)
        for offset in Self.offsets {
            let iat = World.now + offset
            let more: JSONObject = ["nbf": .integer(iat), "exp": .integer(iat + 60)]
            try await verify(.attestation, iat: iat, nonce: "n", jti: "\(offset)", more, checks: checks)
            await expect(.time) {
                try await verify(.attestation, iat: iat, nonce: "n", jti: "late", ["nbf": .integer(iat + 61)], checks: checks)
            }
        }
        let without = Stores().checks(at: World.now, usesNonces: false)
        await expect(.clock) {
            try await verify(.attestation, iat: World.now, nonce: nil, ["nbf": .integer(World.now + 61)], checks: without)
        }
    }

    @Test(arguments: Kind.allCases) func `a nonce that the server dates outside of the window is not in force`(_ kind: Kind) async throws {
        for (time, isAccepted) in [(World.now + 60, true), (World.now - 360, true), (World.now + 61, false), (World.now - 361, false)] {
            let checks = OneTimeChecks(use: { _, _ in true }, dpopNonceTime: { _ in time }, challengeTime: { _ in time })
            if isAccepted {
                try await verify(kind, iat: World.now, nonce: "n", checks: checks)
            } else {
                await expect(.nonce) { try await verify(kind, iat: World.now, nonce: "n", checks: checks) }
            }
        }
    }

    /// The proofs are in `Tests/Fixtures/Field`.
    @Test(arguments: ["dpop-two-minutes-ahead.jwt", "dpop-hour-ahead.jwt"])
    func `a proof of a phone that is ahead is refused for its clock, or for its missing nonce`(_ name: String) async throws {
        let file = URL(filePath: #filePath).appending(path: "../../Fixtures/Field/\(name)").standardizedFileURL
        let proof = try String(contentsOf: file, encoding: .utf8).trimmingCharacters(in: .whitespacesAndNewlines)
        let request = DPoPTests.request([proof], .post, "https://issuer.example/token")
        for (usesNonces, fault) in [(false, TokenFault.clock), (true, .nonce)] {
            let checks = Stores().checks(at: 1_796_126_400, usesNonces: usesNonces)
            await expect(fault) { _ = try await DPoPVerifier().verify(request, now: 1_796_126_400, checks: checks) }
        }
    }
}
