// SPDX-License-Identifier: EUPL-1.2

import Crypto
import Foundation
import JOSE
import JSON
import OpenID4VCI
import OpenID4VCIIssuer
import OpenID4VCIWallet
import TestEnvironment
import Testing
import WebPages

@testable import DigiDSimulator

/// The login provider by itself: its tokens and its page.
struct SimulatorTests {
    private let key = P256.Signing.PrivateKey()
    private let verifier = CodeVerifier(random: [UInt8](repeating: 7, count: 32))
    private static let back = "https://issuer.example/callback"

    private func simulator() throws -> DigiDSimulator {
        try DigiDSimulator(
            issuer: IssuerStage.login, accounts: [.init(citizenServiceNumber: "999991772", name: "Willeke <b>")],
            clients: [.init(identifier: "me", redirectURI: Self.back, key: key.publicKey)],
            clock: { Date(timeIntervalSince1970: 1_800_000_000) }, random: IssuerStage.random, wait: {}, logger: LogRecorder().logger)
    }

    private func code(_ simulator: DigiDSimulator) async throws -> String {
        let query = FormParameters([
            ("client_id", "me"), ("redirect_uri", Self.back), ("state", "s"), ("nonce", "n"), ("response_type", "code"),
            ("scope", "openid"), ("code_challenge", verifier.challenge), ("code_challenge_method", "S256"),
        ])
        guard case .page(let login) = simulator.begin(query) else { throw CocoaError(.featureUnsupported) }
        let answer = try await simulator.choose(FormParameters([("login", login), ("person", "999991772")]))
        guard case .redirect(let address) = answer else { throw CocoaError(.featureUnsupported) }
        let query2 = try FormParameters(parsing: Array(address.split(separator: "?")[1].utf8))
        #expect(query2["iss"] == IssuerStage.login.text && query2["state"] == "s")
        return try #require(query2["code"])
    }

    private func form(_ code: String, _ change: (inout [String: String]) throws -> Void = { _ in }) throws -> FormParameters {
        let claims: JSONObject = [
            "iss": "me", "sub": "me", "aud": .string(IssuerStage.login.text), "jti": .string(UUID().uuidString), "exp": 1_800_000_060,
        ]
        var members = [
            "grant_type": "authorization_code", "code": code, "redirect_uri": Self.back, "client_id": "me",
            "code_verifier": verifier.text, "client_assertion_type": "urn:ietf:params:oauth:client-assertion-type:jwt-bearer",
            "client_assertion": try CompactJWS.sign(header: ["alg": "ES256"], payload: claims.encode(), with: key).serialized,
        ]
        try change(&members)
        return FormParameters(members.map { ($0.key, $0.value) })
    }

    @Test func `a code is valid once, and only for its client, verifier and redirect URI`() async throws {
        let simulator = try simulator()
        let good = try form(try await code(simulator))
        #expect(try simulator.redeem(good)["id_token"] != nil)
        #expect(throws: TokenRefusal.invalidClient) { try simulator.redeem(good) }

        let spent = try await code(simulator)
        let first = try form(spent)
        let second = try form(spent)
        _ = try simulator.redeem(first)
        #expect(throws: TokenRefusal.invalidGrant) { try simulator.redeem(second) }

        let other = CodeVerifier(random: [UInt8](repeating: 8, count: 32)).text
        for (name, value, refusal) in [
            ("code_verifier", other, TokenRefusal.invalidGrant), ("redirect_uri", "https://thief.example", .invalidGrant),
            ("code", "made up", .invalidGrant), ("grant_type", "password", .invalidRequest), ("client_id", "you", .invalidClient),
            ("client_assertion", "a.b.c", .invalidClient), ("client_assertion_type", "x", .invalidClient),
        ] {
            let form = try form(try await code(simulator)) { $0[name] = value }
            #expect(throws: refusal, "\(name)") { try simulator.redeem(form) }
        }
    }

    @Test func `a client with a wrong key, server or expiry gets no token`() async throws {
        let simulator = try simulator()
        let thief = P256.Signing.PrivateKey()
        let good: JSONObject = [
            "iss": "me", "sub": "me", "aud": .string(IssuerStage.login.text), "jti": "j", "exp": 1_800_000_060,
        ]
        let cases: [(P256.Signing.PrivateKey, String, JSONValue)] = [
            (thief, "jti", "j1"), (key, "aud", "https://other.example"), (key, "exp", 1_900_000_000), (key, "exp", 1_700_000_000),
            (key, "iss", "you"), (key, "sub", "you"), (key, "jti", 5),
        ]
        for (signer, name, value) in cases {
            var claims = good
            claims.set(name, value)
            let assertion = try CompactJWS.sign(header: ["alg": "ES256"], payload: claims.encode(), with: signer).serialized
            let form = try form(try await code(simulator)) { $0["client_assertion"] = assertion }
            #expect(throws: TokenRefusal.invalidClient, "\(name)") { try simulator.redeem(form) }
        }
    }

    @Test(arguments: LoginLanguage.allCases) func `the page contains every sentence in every language, and names are escaped`(
        language: LoginLanguage
    ) throws {
        let simulator = try simulator()
        let page =
            simulator.pages.login("secret", simulator.accounts, in: language) + simulator.pages.refused(in: language)
            + simulator.pages.website(in: language)
        #expect(page.contains("lang=\"\(language.rawValue)\"") && page.contains("Willeke &lt;b&gt;"))
        for sentence in LoginSentence.allCases { #expect(!page.contains(">\(sentence.rawValue)<"), "\(sentence)") }
    }

    @Test(arguments: LoginLanguage.allCases) func `the login provider's home page is an information page without a login`(
        language: LoginLanguage
    ) throws {
        let page = try simulator().pages.website(in: language)
        #expect(page.contains("data-screen=\"Website\""))
        for element in ["<form", "<button", "<input", "<a "] { #expect(!page.contains(element), "\(element)") }
    }

    @Test func `the page's language is the chosen one, the browser's, or Dutch`() {
        #expect(LoginLanguage(chosen: nil, acceptLanguage: "en-GB,nl;q=0.5") == .english)
        #expect(LoginLanguage(chosen: nil, acceptLanguage: "fr, nl") == .dutch)
        #expect(LoginLanguage(chosen: nil, acceptLanguage: nil) == .dutch)
        #expect(LoginLanguage(chosen: "en", acceptLanguage: "nl") == .english)
        #expect(LoginLanguage(chosen: "xx", acceptLanguage: "de") == .dutch)
    }

    @Test func `a skin has its own names, languages and colours, and the same protocol`() throws {
        let skin = LoginSkin(
            provider: "Example ID", app: "Example Wallet", languages: ["de", "xx", "en"], colors: ["--accent": "#0B6B50"])
        let pages = try LoginPages(skin)
        #expect(skin.offered == [.german, .english])
        for language in skin.offered {
            let all = pages.login("secret", [], in: language) + pages.refused(in: language) + pages.website(in: language)
            #expect(all.contains("Example ID") && all.contains("Example Wallet"))
            #expect(!all.contains("DigiD") && !all.contains("NL Wallet") && !all.contains("{"))
        }
        let tokens = String(decoding: try #require(pages.files["/tokens.css"]).bytes, as: UTF8.self)
        #expect(tokens.contains("--accent: #0B6B50;"))
        // Radio buttons are drawn by the browser, in this colour.
        let sheet = String(decoding: try #require(pages.files["/login.css"]).bytes, as: UTF8.self)
        #expect(sheet.contains("accent-color: var(--accent);"))
        #expect(pages.files["/pictures.css"] != nil && pages.website(in: .german).contains("class=\"picture\""))
        #expect(LoginLanguage(chosen: "nl", acceptLanguage: "nl", of: skin.offered) == .german)
    }
}
