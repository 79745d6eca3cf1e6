// SPDX-License-Identifier: EUPL-1.2

import Crypto
import Foundation
import JOSE
import JSON
import PhoneSimulator
import PlatformSupport
import Testing
import WalletCore
import WalletInterface

/// Requests that are delayed, or addressed to another server.
extension IssuerFaultTableTests {
    @Test func `an issuer that answers every request just before the wallet's time-out still issues the card`() async throws {
        try await Fixture.withRealIssuer { fixture, _ in
            let core = try await fixture.openCore()
            let before = fixture.clock.now
            for request in Request.allCases {
                fixture.network.stage(.slow { $0 - 1 }, atPath: request.path)
            }
            try await obtain(fixture, core)
            #expect(!fixture.network.isStaged)
            #expect(fixture.clock.now.timeIntervalSince(before) > 60)
            let next = try await fixture.openCore()
            #expect(try await cards(next).map(\.isPID) == [true])
            #expect(try await fixture.keyCount() == 6)
        }
    }

    /// The part of a request that names its audience, besides its address.
    enum Audience: String, CaseIterable, Sendable {
        case dpopOfPushed = "/par", dpopOfToken = "/token", proofOfPreview = "/credential", proof = "/credential "

        var path: String { rawValue.trimmingCharacters(in: .whitespaces) }
        var isWithPIN: Bool { self == .proof }

        /// Returns the request as made for another server, with a matching key.
        func alter(_ request: NetworkRequest) -> NetworkRequest {
            var request = request
            switch self {
            case .dpopOfPushed, .dpopOfToken:
                for index in request.headers.indices where request.headers[index].name == "DPoP" {
                    let value = Self.readdressed(request.headers[index].value, "htu", "https://other.test" + path)
                    request.headers[index] = NetworkHeaderField("DPoP", value)
                }
            case .proofOfPreview, .proof:
                guard var body = try? JSONObject(parsing: request.body), case .object(var proofs)? = body["proofs"],
                    case .array(let tokens)? = proofs["jwt"]
                else { return request }
                let others = tokens.map { token in
                    guard case .string(let text) = token else { return token }
                    return .string(Self.readdressed(text, "aud", "https://other.test"))
                }
                proofs.set("jwt", .array(others))
                body.set("proofs", .object(proofs))
                request.body = body.encode()
            }
            return request
        }

        private static func readdressed(_ token: String, _ name: String, _ audience: String) -> String {
            let key = P256.Signing.PrivateKey()
            guard let jws = try? CompactJWS(parsing: token), var claims = try? JSONObject(parsing: jws.payload) else { return token }
            var header = jws.header
            header.set("jwk", .object(JWK(key.publicKey).json))
            claims.set(name, .string(audience))
            return (try? CompactJWS.sign(header: header, payload: claims.encode(), with: key).serialized) ?? token
        }
    }

    @Test(arguments: Audience.allCases)
    func `a request refused for its audience is reported as the issuer's refusal, and the next attempt issues the card`(
        _ audience: Audience
    )
        async throws
    {
        try await Fixture.withRealIssuer { fixture, _ in
            let core = try await fixture.openCore()
            if audience.isWithPIN { _ = try await fixture.preview(core) }
            fixture.network.stage(.alter { audience.alter($0) }, atPath: audience.path)
            try await obtain(fixture, core, seeing: [.issuance(.refused)])
            #expect(!fixture.network.isStaged)
            let next = try await fixture.openCore()
            #expect(try await cards(next).map(\.isPID) == [true])
            #expect(try await next.events().map(\.kind) == [.issued])
            #expect(try await fixture.keyCount() == 6)
        }
    }
}
