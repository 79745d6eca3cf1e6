// SPDX-License-Identifier: EUPL-1.2

import JSON
import OpenID4VP
import Testing
import VerifierWorld

/// The cases of the OpenID Foundation's plan for wallets (OpenID4VP 1.0 Final) in which a wallet refuses, each by its name there, in each
/// variant.
struct WalletConformanceRefusalTests {
    private static let invalidRequest = "error=invalid_request&state=state-1"

    @Test func InvalidClientIdPrefix() {
        for client in ["redirect_uri:https%3A%2F%2Fshop.example", "decentralized_identifier:did:x:y", "x509_hashes:AA", "shop.example"] {
            let link = "openid4vp://?client_id=\(client)&request_uri=https%3A%2F%2Fshop.example%2Frequest"
            #expect(throws: RequestRefusal(.clientIDPrefix)) { try PresentationLink(parsing: link) }
        }
    }

    @Test(arguments: WalletVariant.all) func InvalidSignature(variant: WalletVariant) async throws {
        let other = try VerifierWorld.otherVerifier.request(["client_id": .string(variant.clientID)])
        let foreign = try #require(other.split(separator: ".").last)
        try await variant.expectRefusal(
            .requestSignature, posting: nil,
            request: { text in text = text.split(separator: ".").dropLast().joined(separator: ".") + ".\(foreign)" })
    }

    @Test(arguments: WalletVariant.all) func InvalidTyp(variant: WalletVariant) async throws {
        try await variant.expectRefusal(.requestType, posting: nil, header: { $0.set("typ", "JWT") })
    }

    @Test(arguments: WalletVariant.all) func MissingTyp(variant: WalletVariant) async throws {
        try await variant.expectRefusal(.requestType, posting: nil, header: { _ = $0.remove("typ") })
    }

    @Test(arguments: WalletVariant.all) func MismatchedClientId(variant: WalletVariant) async throws {
        try await variant.expectRefusal(.clientIDMismatch, posting: nil, ["client_id": .string(variant.otherClientID)])
    }

    @Test(arguments: WalletVariant.all) func MissingNonce(variant: WalletVariant) async throws {
        try await variant.expectRefusal(.nonce, posting: Self.invalidRequest, ["nonce": nil])
    }

    @Test(arguments: WalletVariant.all) func RedirectUriWithDirectPost(variant: WalletVariant) async throws {
        try await variant.expectRefusal(
            .redirectURI, posting: Self.invalidRequest, ["redirect_uri": .string(variant.verifier.responseURI)])
    }

    @Test(arguments: WalletVariant.all) func ResponseUriNotClientId(variant: WalletVariant) async throws {
        try await variant.expectRefusal(.responseURIHost, posting: nil, ["response_uri": "https://elsewhere.example/response"])
    }

    @Test(arguments: WalletVariant.all) func UnknownTransactionData(variant: WalletVariant) async throws {
        try await variant.expectRefusal(
            .transactionData, posting: "error=invalid_transaction_data&state=state-1",
            ["transaction_data": ["eyJ0eXBlIjoidW5rbm93biIsImNyZWRlbnRpYWxfaWRzIjpbInBpZCJdfQ"]])
    }
}
