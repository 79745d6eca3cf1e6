// SPDX-License-Identifier: EUPL-1.2

import Foundation
import JSON
import OpenID4VCI
import OpenID4VCIIssuer
import OpenID4VCIWallet
import TestEnvironment
import Testing

@testable import PIDIssuer

/// Garbage and oversized requests to every path of both servers: the answer is defined, nothing is lost, and the log contains none of it.
@Suite(.timeLimit(.minutes(20))) struct HostileRequestTests {
    private static let canary = "canary7Q9x"

    private static var bodies: [[UInt8]] {
        [
            [], Array("{".utf8), Array("{}".utf8), Array("null".utf8), Array("[]".utf8), Array("{\"a\":1,\"a\":2}".utf8),
            Array("{\"proofs\":{\"jwt\":[\"\(canary)\"]},\"credential_configuration_id\":\"pid_sd_jwt\"}".utf8),
            Array(String(repeating: "[", count: 10_000).utf8), [0xFF, 0xFE, 0x00], Array("a=b&a=c".utf8), Array("%zz=\(canary)".utf8),
            Array("grant_type=authorization_code&code=\(canary)&code_verifier=\(canary)&redirect_uri=\(canary)".utf8),
            [UInt8](repeating: 0x41, count: 300_000),
        ]
    }

    @Test func `garbage is rejected, and the next wallet is served`() async throws {
        let stage = try await IssuerStage()
        try await stage.serve { fetch in
            for path in ["/par", "/token", "/credential", "/notification", "/nonce", "/challenge", "/authorize", "/callback", "/other"] {
                for type in ["application/json", FormParameters.mediaType, "text/plain", ""] {
                    for body in Self.bodies where body.count < 1000 || type == "application/json" {
                        let request = IssuanceRequest(
                            method: .post, url: IssuerStage.url(IssuerStage.issuer.text + path),
                            headers: HeaderFields([
                                .init("Content-Type", type), .init("DPoP", Self.canary), .init("Authorization", "DPoP " + Self.canary),
                                .init("OAuth-Client-Attestation", Self.canary), .init("OAuth-Client-Attestation-PoP", Self.canary),
                            ]), body: body)
                        // A server may close the connection of a client that sends far too much.
                        guard let response = try? await fetch(request) else {
                            #expect(body.count > 100_000)
                            continue
                        }
                        let isOpen = ["/nonce", "/challenge"].contains(path)
                        #expect(isOpen ? response.status < 500 : (400..<500).contains(response.status), "\(path) \(response.status)")
                        #expect(!String(decoding: response.body, as: UTF8.self).contains(Self.canary))
                    }
                }
            }
            for path in [
                "/authorize?client_id=\(Self.canary)&request_uri=urn:ietf:params:oauth:request_uri:\(Self.canary)", "/status-lists/0",
                "/status-lists/-1", "/status-lists/99999999999999999999", "/status-lists/x", "/credential-offers/\(Self.canary)",
                "/credential-offers/" + String(repeating: "a", count: 1500), "/type-metadata/other", "/par", "/token",
            ] {
                let response = try await fetch(IssuanceRequest(method: .get, url: IssuerStage.url(IssuerStage.issuer.text + path)))
                #expect((400..<500).contains(response.status), "\(path)")
            }
            var wallet = TestWallet(stage)
            try await wallet.run(fetch)
            #expect(wallet.client.step == .finished)
        }
        #expect(!stage.log.text.contains(Self.canary))
    }

    @Test func `garbage is rejected by the login provider, which keeps serving`() async throws {
        let stage = try await IssuerStage()
        try await stage.serve { fetch in
            for path in ["/login", "/token", "/authorize", "/other"] {
                for type in ["application/json", FormParameters.mediaType] {
                    for body in Self.bodies {
                        let request = IssuanceRequest(
                            method: .post, url: IssuerStage.url(IssuerStage.login.text + path),
                            headers: HeaderFields([.init("Content-Type", type)]), body: body)
                        guard let response = try? await fetch(request) else {
                            #expect(body.count > 100_000)
                            continue
                        }
                        #expect((400..<500).contains(response.status), "\(path) \(response.status)")
                    }
                }
            }
            for query in ["", "?client_id=pid-issuer", "?client_id=pid-issuer&redirect_uri=https://thief.example/&state=a"] {
                let response = try await fetch(
                    IssuanceRequest(method: .get, url: IssuerStage.url(IssuerStage.login.text + "/authorize" + query)))
                #expect(response.status == 400)
                #expect(response.headers.values("Location").isEmpty)
            }
            var wallet = TestWallet(stage)
            try await wallet.run(fetch)
            #expect(wallet.client.step == .finished)
        }
        #expect(!stage.log.text.contains(Self.canary))
    }

    @Test func `published documents are readable and name only this issuer`() async throws {
        let stage = try await IssuerStage()
        try await stage.serve { fetch in
            func get(_ path: String) async throws -> [UInt8] {
                let response = try await fetch(IssuanceRequest(method: .get, url: IssuerStage.url(IssuerStage.issuer.text + path)))
                #expect(response.status == 200)
                return response.body
            }
            let metadata = try CredentialIssuerMetadata(parsing: try await get("/.well-known/openid-credential-issuer"))
            #expect(metadata.issuer == IssuerStage.issuer)
            for configuration in metadata.configurations {
                #expect(Set(configuration.display.map(\.locale)) == ["de", "en", "nl"])
                #expect(configuration.display.allSatisfy { $0.logo != nil && $0.backgroundColor != nil && $0.textColor != nil })
                #expect(configuration.claims.allSatisfy { Set($0.display.map(\.locale)) == ["de", "en", "nl"] })
            }
            #expect(
                try AuthorizationServerMetadata(parsing: try await get("/.well-known/oauth-authorization-server")).issuer
                    == IssuerStage.issuer)
            let type = try JSONObject(parsing: try await get("/type-metadata/" + PIDKind.credentialType))
            #expect(type["vct"] == .string(PIDKind.credentialType) && type["extends"] == .string(PIDKind.baseType))
            #expect(try JSONObject(parsing: try await get("/.well-known/jwt-vc-issuer"))["issuer"] == .string(IssuerStage.issuer.text))
            #expect(try JSONObject(parsing: try await get("/jwks.json"))["keys"] != nil)
        }
    }
}
