// SPDX-License-Identifier: EUPL-1.2

import DCQL
import JOSE
import JSON
import OpenID4VP
import OpenID4VPWallet
import Testing
import VerifierWorld

/// The cases of the OpenID Foundation's plan for wallets (OpenID4VP 1.0 Final) that apply to signed requests by reference, each by its name
/// there, in each variant that it applies to. The cases were written here; nothing of the Foundation's suite runs.
struct WalletConformanceListTests {
    // MARK: Happy flows

    @Test(arguments: WalletVariant.all) func HappyFlow(variant: WalletVariant) async throws {
        var walk = try await variant.answered(variant.usual)
        #expect(try await variant.shown(walk).names == WalletVariant.usualNames)
        #expect(try walk.token().state == "state-1")
        try walk.client.receiveReply(WalletWalk.reply())
        #expect(walk.client.step == .finished(.delivered(redirect: nil, droppedRedirect: false)))
    }

    @Test(arguments: WalletVariant.all) func NoState(variant: WalletVariant) async throws {
        let walk = try await variant.answered(variant.usual, ["state": nil])
        #expect(try walk.token().state == nil)
        #expect(try await variant.shown(walk).names == WalletVariant.usualNames)
    }

    @Test(arguments: WalletVariant.all) func WithStateAndRedirect(variant: WalletVariant) async throws {
        var walk = try await variant.answered(variant.usual)
        #expect(try walk.token().state == walk.verifier.state)
        try walk.client.receiveReply(WalletWalk.reply(#"{"redirect_uri":"https://shop.example/done#response_code=1"}"#))
        let redirect = RedirectURI("https://shop.example/done#response_code=1")
        #expect(redirect != nil && walk.client.step == .finished(.delivered(redirect: redirect, droppedRedirect: false)))
    }

    @Test(arguments: WalletVariant.all) func AlternateHappyFlow(variant: WalletVariant) async throws {
        var key = variant.verifier.encryptionKey.publicKey.json
        _ = key.remove("use")
        let state = String(repeating: "s", count: 64)
        let walk = try await variant.answered(
            variant.usual,
            ["state": .string(state), "iss": "https://elsewhere.example", "client_metadata": ["jwks": ["keys": [.object(key)]]]])
        #expect(try walk.token().state == state)
        #expect(try await variant.shown(walk).names == WalletVariant.usualNames)
    }

    @Test(arguments: WalletVariant.all) func RequestUriMethodPost(variant: WalletVariant) async throws {
        let walk = try await variant.answered(variant.usual, isPost: true)
        #expect(try await variant.shown(walk).names == WalletVariant.usualNames)
    }

    @Test(arguments: WalletVariant.all) func IgnoresUnusableEncryptionKey(variant: WalletVariant) async throws {
        let usable = variant.verifier.encryptionKey.publicKey.json
        var forSignatures = VerifierWorld.otherVerifier.encryptionKey.publicKey.json
        forSignatures.set("use", "sig")
        var withoutAlgorithm = VerifierWorld.otherVerifier.encryptionKey.publicKey.json
        _ = withoutAlgorithm.remove("alg")
        let keys: [JSONValue] = [
            ["kty": "RSA", "n": "AQAB", "e": "AQAB", "alg": "RSA-OAEP-256", "use": "enc"],
            ["kty": "OKP", "crv": "X25519", "x": "AQAB", "alg": "ECDH-ES", "use": "enc"], .object(forSignatures),
            .object(withoutAlgorithm), "no key", .object(usable),
        ]
        let walk = try await variant.answered(variant.usual, ["client_metadata": ["jwks": ["keys": .array(keys)]]])
        #expect(try await variant.shown(walk).names == WalletVariant.usualNames)
    }

    // MARK: Claims

    @Test(arguments: WalletVariant.all) func FewerClaims(variant: WalletVariant) async throws {
        let walk = try await variant.answered(WalletWalk.query(variant.query([variant.path("family_name")])))
        #expect(try await variant.shown(walk).names == ["family_name"])
    }

    @Test(arguments: WalletVariant.all) func AllMandatoryClaims(variant: WalletVariant) async throws {
        let names: Set<String> =
            variant.format == .sdJWT
            ? ["family_name", "given_name", "birthdate", "nationalities"] : ["family_name", "given_name", "birth_date", "nationality"]
        let walk = try await variant.answered(WalletWalk.query(variant.query(names.sorted().map(variant.path))))
        #expect(try await variant.shown(walk).names == names)
    }

    @Test(arguments: WalletVariant.all) func AgeOver18(variant: WalletVariant) async throws {
        let walk = try await variant.answered(WalletWalk.query(variant.query([variant.path("age_over_18")])))
        let shown = try await variant.shown(walk)
        #expect(shown.names == ["age_over_18"] && shown.isTrue("age_over_18"))
    }

    @Test(arguments: WalletVariant.all) func NoClaims(variant: WalletVariant) async throws {
        let walk = try await variant.answered(WalletWalk.query(variant.query(nil)))
        #expect(try await variant.shown(walk).names.isEmpty)
    }

    @Test(arguments: WalletVariant.sdJWTs) func PidAllArrayElements(variant: WalletVariant) async throws {
        let walk = try await variant.answered(WalletWalk.query(variant.query([["nationalities", nil]])))
        #expect(try await variant.shown(walk).payload?["nationalities"] == JSONValue.array(["NL", "BE"]))
    }

    @Test(arguments: WalletVariant.sdJWTs) func PidArrayElementByIndex(variant: WalletVariant) async throws {
        let walk = try await variant.answered(WalletWalk.query(variant.query([["nationalities", 1]])))
        #expect(try await variant.shown(walk).payload?["nationalities"] == JSONValue.array(["BE"]))
    }

    @Test(arguments: WalletVariant.sdJWTs) func PidObjectMember(variant: WalletVariant) async throws {
        let walk = try await variant.answered(WalletWalk.query(variant.query([["address", "country"]])))
        #expect(try await variant.shown(walk).payload?["address"] == JSONValue.object(["country": "NL"]))
    }

    @Test(arguments: WalletVariant.all) func ClaimNotInCredential(variant: WalletVariant) async throws {
        let walk = try await variant.answered(WalletWalk.query(variant.query([variant.path("family_name"), variant.path("shoe_size")])))
        #expect(walk.sentText == "error=access_denied&state=state-1")
    }

    // MARK: Credential sets

    @Test(arguments: WalletVariant.all) func OptionalCredentialSet(variant: WalletVariant) async throws {
        let other = variant.query([variant.path("number")], ofOther: true, id: "other")
        let walk = try await variant.answered([
            "credentials": [.object(variant.query([variant.path("family_name")])), .object(other)],
            "credential_sets": [["options": [["pid"]]], ["options": [["other"]], "required": false]],
        ])
        #expect(try await variant.shown(walk).names == ["family_name"])
    }

    @Test(arguments: WalletVariant.all) func RequiredNonMatching(variant: WalletVariant) async throws {
        let walk = try await variant.answered(WalletWalk.query(variant.query([variant.path("number")], ofOther: true)))
        #expect(walk.sentText == "error=access_denied&state=state-1")
    }
}
