// SPDX-License-Identifier: EUPL-1.2

import Crypto
import Foundation
import JOSE
import OpenID4VCI
import OpenID4VCIIssuer
import OpenID4VCIWallet
import Synchronization
import Testing

/// Every message with every part changed: nothing crashes, no signature survives, and no message is misinterpreted.
struct MutationTests {
    /// All requests and responses of an issuance.
    static func messages() async throws -> (
        requests: [(IssuanceEndpoint, IssuanceRequest)], answers: [(IssuanceEndpoint, IssuanceResponse)]
    ) {
        var requests: [(IssuanceEndpoint, IssuanceRequest)] = []
        var answers: [(IssuanceEndpoint, IssuanceResponse)] = []
        var walk = Walk.login()
        walk.tamperRequest = { requests.append(($0, $1)) }
        walk.tamper = { answers.append(($0, $1)) }
        try await walk.run()
        return (requests, answers)
    }

    static func mutants(_ bytes: [UInt8], stride step: Int) -> [[UInt8]] {
        stride(from: 0, to: bytes.count, by: step).flatMap { index in
            [UInt8(0x00), 0x22, 0x7B, 0xFF, bytes[index] ^ 1].map { byte in
                var mutant = bytes
                mutant[index] = byte
                return mutant
            }
        } + [[], Array(bytes.dropLast()), bytes + [0x7D], bytes + bytes, Array(bytes.dropFirst())]
    }

    @Test func `a mutated response is refused or read as written`() async throws {
        for (endpoint, answer) in try await Self.messages().answers where !answer.body.isEmpty {
            for mutant in Self.mutants(answer.body, stride: max(1, answer.body.count / 60)) where mutant != answer.body {
                var walk = Walk.login()
                walk.tamper = { at, response in
                    if at == endpoint { response = IssuanceResponse(status: response.status, json: mutant) }
                }
                do {
                    try await walk.run { step in if case .review = step { true } else { false } }
                } catch let failure as IssuanceFailure {
                    #expect(failure != .outOfOrder, "\(endpoint)")
                } catch is EndpointError {
                    // The browser received a request URI that the server does not know.
                }
            }
        }
    }

    @Test func `a DPoP proof, an attestation or its proof with any change is refused`() async throws {
        let requests = try await Self.messages().requests
        for (endpoint, request) in requests {
            for field in request.headers.fields
            where ["DPoP", "OAuth-Client-Attestation", "OAuth-Client-Attestation-PoP"].contains(field.name) {
                for mutant in Self.mutants(Array(field.value.utf8), stride: max(1, field.value.utf8.count / 40))
                where mutant != Array(field.value.utf8) {
                    var changed = request
                    changed.headers = HeaderFields(
                        request.headers.fields.map { $0.name == field.name ? .init($0.name, String(decoding: mutant, as: UTF8.self)) : $0 })
                    let server = TestServer()
                    if let token = request.headers.values("Authorization").first?.dropFirst(5) {
                        server.state.withLock {
                            $0.tokens[String(token)] = AccessGrant(
                                clientID: World.clientID, dpopThumbprint: JWK(World.dpopKey.publicKey).thumbprint,
                                expiresAt: World.now + 300,
                                configurationIDs: ["pid.sdjwt"])
                        }
                    }
                    let response = try await server.answer(changed)
                    let body = String(decoding: response.body, as: UTF8.self)
                    #expect(
                        ["invalid_dpop_proof", "invalid_client", "use_fresh"].contains { body.contains($0) },
                        "\(endpoint) \(field.name) \(body)")
                }
            }
        }
    }

    /// Expects that a message has the parameters of the form that it was read from, and that the form is read again as it was.
    private func expect(_ message: FormParameters, isReadFrom form: FormParameters, _ names: [String]) throws {
        #expect(try FormParameters(parsing: Array(form.encoded.utf8)) == form)
        for name in names {
            // Scopes are a list: the spaces between them are not part of the message.
            let values = [message, form].map { name == "scope" ? $0[name]?.split(separator: " ") : $0[name].map { [Substring($0)] } }
            #expect(values[0] == values[1], "\(name)")
        }
    }

    @Test func `a mutated request body is refused or read as written`() async throws {
        for (_, request) in try await Self.messages().requests where !request.body.isEmpty {
            let names = (try? FormParameters(parsing: request.body))?.pairs.map(\.name) ?? []
            for mutant in Self.mutants(request.body, stride: max(1, request.body.count / 60)) {
                if let form = try? FormParameters(parsing: mutant) {
                    if let read = try? PushedAuthorizationRequest(form) { try expect(read.form, isReadFrom: form, names) }
                    if let read = try? TokenRequest(form) {
                        // The request has no client and no resource: the server reads these elsewhere.
                        let rest = names.filter { !["client_id", "resource"].contains($0) }
                        try expect(read.form(clientID: World.clientID), isReadFrom: form, rest)
                        #expect(try TokenRequest(read.form(clientID: World.clientID)) == read)
                    }
                }
                if let read = try? CredentialRequest(parsing: mutant) { #expect(try CredentialRequest(parsing: read.body) == read) }
                if let read = try? NotificationRequest(parsing: mutant) { #expect(try NotificationRequest(parsing: read.body) == read) }
            }
        }
    }

    @Test func `random bytes are refused as a message, a link and a session`() {
        var generator = SystemRandomNumberGenerator()
        for length in 0..<400 {
            let bytes = (0..<length).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
            let text = String(decoding: bytes, as: UTF8.self)
            #expect(throws: (any Error).self) { try CredentialIssuerMetadata(parsing: bytes) }
            #expect(throws: (any Error).self) { try AuthorizationServerMetadata(parsing: bytes) }
            #expect(throws: (any Error).self) { try CredentialOfferLink(parsing: text) }
            #expect(throws: (any Error).self) { try WalletAttestation(unverified: text) }
            #expect(throws: (any Error).self) { try JSONDecoder().decode(IssuanceClient.self, from: Data(bytes)) }
            #expect(HTTPSURL(text) == nil)
        }
    }
}
