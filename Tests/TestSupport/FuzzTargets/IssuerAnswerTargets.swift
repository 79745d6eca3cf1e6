// SPDX-License-Identifier: EUPL-1.2

import JSON
import OpenID4VCI
import OpenID4VCIWallet

/// A wallet that obtains a credential from an issuer whose answers are the input.
extension FuzzTarget {
    /// For each endpoint a target whose input is the first answer of that endpoint; all other answers are valid.
    static let issuerAnswers = IssuanceEndpoint.allCases.map(issuerAnswer(at:))

    /// All answers in parts, in the order in which the wallet asks for them.
    static let issuerConversation = FuzzTarget(
        "issuer-conversation", mutations: 100,
        seeds: {
            let login: [IssuanceEndpoint] = [
                .issuerMetadata, .serverMetadata, .challenge, .pushedAuthorization, .authorization, .token, .nonce, .credential,
                .notification,
            ]
            return [FuzzParts.join(login.map(FuzzAnswer.valid))]
        },
        run: { input async throws(FuzzFinding) in
            var answers = FuzzParts.split(input, atMost: 32)[...]
            var issuer = HostileIssuer(session(.value(FuzzIssuance.offer)))
            return try await issuer.play { _ in answers.popFirst() }
        })

    /// A link with an offer. The conversation that follows an accepted link has valid answers only.
    static let offerLink = FuzzTarget(
        "offer-link", mutations: 40,
        seeds: {
            let links: [CredentialOfferLink] = [
                .value(FuzzIssuance.offer), .value(FuzzIssuance.preAuthorizedOffer), .reference(FuzzIssuance.offerURL),
            ]
            return links.map { Array($0.link().utf8) } + links.map { Array($0.link(base: "https://app.example/offer").utf8) }
        },
        run: { input async throws(FuzzFinding) in
            guard let link = try? CredentialOfferLink(parsing: String(decoding: input, as: UTF8.self)) else { return .refused }
            var issuer = HostileIssuer(session(link))
            return try await issuer.play { endpoint in FuzzAnswer.valid(endpoint) }
        })

    private static func issuerAnswer(at endpoint: IssuanceEndpoint) -> FuzzTarget {
        FuzzTarget(
            "issuer-answer-" + dashed(endpoint.rawValue), mutations: 20, seeds: { seeds(at: endpoint) },
            run: { input async throws(FuzzFinding) in
                var issuer = HostileIssuer(session(.reference(FuzzIssuance.offerURL)))
                var isAnswered = false
                return try await issuer.play { asked in
                    guard asked == endpoint, !isAnswered else { return FuzzAnswer.valid(asked) }
                    isAnswered = true
                    return input
                }
            })
    }

    /// The valid answer, and the kinds of errors.
    private static func seeds(at endpoint: IssuanceEndpoint) -> [[UInt8]] {
        func error(_ code: String) -> [UInt8] { Array(#"{"error":"\#(code)"}"#.utf8) }
        let seeds = [
            FuzzAnswer.valid(endpoint), FuzzAnswer.bytes(400, [], error("invalid_request")),
            FuzzAnswer.bytes(400, .hasDPoPNonce, error("use_dpop_nonce")),
            FuzzAnswer.bytes(400, .hasChallenge, error("use_attestation_challenge")), FuzzAnswer.bytes(400, [], error("invalid_nonce")),
            FuzzAnswer.bytes(401, [.hasBodyAsChallenge, .hasDPoPNonce], Array(#"DPoP error="use_dpop_nonce", algs="ES256""#.utf8)),
            FuzzAnswer.bytes(503, .isHTML, []), FuzzAnswer.bytes(200, .hasBodyAsNonce, FuzzIssuance.body(of: endpoint)),
        ]
        switch endpoint {
        case .offer: return seeds + [FuzzAnswer.bytes(200, [], FuzzIssuance.preAuthorizedOffer.body)]
        case .authorization:
            let denied = AuthorizationResponse.error(.accessDenied).redirect(
                to: FuzzIssuance.redirectURI, state: Base64URL.encode(FuzzIssuance.random(32)), issuer: FuzzIssuance.server)
            return seeds + [FuzzAnswer.bytes(200, [], Array(denied.utf8))]
        case .token:
            let detailed = TokenResponse(accessToken: "token-1", expiresIn: nil, credentialIdentifiers: ["pid": ["a", "b"]])
            return seeds + [FuzzAnswer.bytes(200, [], detailed.body)]
        case .credential:
            let deferred = CredentialResponse.deferred(transactionID: "transaction-1", interval: 60)
            return seeds + [FuzzAnswer.bytes(202, [], deferred.body)]
        default: return seeds
        }
    }

    private static func session(_ link: CredentialOfferLink) -> IssuanceClient {
        IssuanceClient(offer: link, clientID: FuzzIssuance.clientID, redirectURI: FuzzIssuance.redirectURI)
    }

    /// A name with dashes in place of capitals.
    private static func dashed(_ name: String) -> String {
        name.reduce(into: "") { text, character in text += (character.isUppercase ? "-" : "") + character.lowercased() }
    }
}
