// SPDX-License-Identifier: EUPL-1.2

import Crypto
import JOSE
import OpenID4VCI
import OpenID4VCIWallet
import Testing

// snippet.advance
/// Sends requests until the session needs the person, proofs of keys, or a decision. `store` keeps the session sealed: it holds code, token and
/// proofs.
func advance(
    _ session: inout IssuanceClient, with keys: IssuanceKeys, now: () -> Int64, random: (Int) -> [UInt8],
    store: (IssuanceClient) throws -> Void, send: (IssuanceRequest) async throws -> IssuanceResponse
) async throws {
    while case .send = session.step {
        let request = try await session.request(with: keys, now: now(), random: random)
        try store(session)
        let response = try await send(request)
        try session.receive(response, now: now())
    }
}
// snippet.end

struct OpenID4VCIWalletUse {
    @Test func `a wallet asks for the metadata of the issuer of an offer`() async throws {
        let key = P256.Signing.PrivateKey()
        let sign: ES256Signer = { Array(try key.signature(for: $0).rawRepresentation) }
        let keys = IssuanceKeys(
            dpopKey: JWK(key.publicKey), signDPoP: sign, attestation: "from the wallet provider", signAttestationProof: sign)
        let issuer = try #require(HTTPSURL("https://issuer.example"))
        var session = IssuanceClient(
            offer: .value(CredentialOffer(issuer: issuer, configurationIDs: ["pid"], authorizationCode: .init())),
            clientID: "wallet", redirectURI: "https://wallet.example/back")

        #expect(session.step == .send(.issuerMetadata))
        let request = try await session.request(with: keys, now: 1_800_000_000) { [UInt8](repeating: 7, count: $0) }
        #expect(request.method == .get)
        #expect(request.url.text == "https://issuer.example/.well-known/openid-credential-issuer")

        var stored: [IssuanceClient] = []
        let failure = await #expect(throws: IssuanceFailure.self) {
            try await advance(
                &session, with: keys, now: { 1_800_000_001 }, random: { [UInt8](repeating: 7, count: $0) }, store: { stored.append($0) },
                send: { _ in IssuanceResponse(status: 503) })
        }
        #expect(stored.count == 1)
        #expect(failure == .unavailable(.issuerMetadata))
        #expect(failure?.remedy == .tryLater)
        #expect(session.step == .send(.issuerMetadata))
    }
}
