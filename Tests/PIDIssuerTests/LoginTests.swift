// SPDX-License-Identifier: EUPL-1.2

import Crypto
import Foundation
import IssuerWorld
import JOSE
import JSON
import OpenID4VCI
import OpenID4VCIIssuer
import OpenID4VCIWallet
import Testing

@testable import PIDIssuer

/// The outcomes of a login, and the treatment of a dishonest login provider.
@Suite(.timeLimit(.minutes(20))) struct LoginTests {
    private func end(_ wallet: TestWallet, _ fetch: @escaping Fetch) async -> EndpointErrorCode? {
        var wallet = wallet
        do {
            try await wallet.run(fetch)
            return nil
        } catch IssuanceFailure.refused(.authorization, let code) {
            return code
        } catch {
            Issue.record("\(error)")
            return nil
        }
    }

    @Test func `each outcome of a login has its own answer and leaves no session behind`() async throws {
        let stage = try await IssuerStage()
        try await stage.serve { fetch in
            let cases: [(person: String?, outcome: String, code: EndpointErrorCode?)] = [
                ("999991772", "success", nil), ("999991772", "slow", nil), (nil, "success", .accessDenied),
                ("999991772", "expiry", .accessDenied), ("999991772", "failure", .serverError),
                (TestPersons.unknownNumber, "success", .serverError), ("123456782", "success", .serverError),
            ]
            for (person, outcome, code) in cases {
                var wallet = TestWallet(stage)
                (wallet.person, wallet.outcome) = (person, outcome)
                #expect(await end(wallet, fetch) == code, "\(outcome)")
            }
        }
    }

    @Test func `another person who logs in gets their own PID and recovery code`() async throws {
        let stage = try await IssuerStage()
        try await stage.serve { fetch in
            var codes: [String] = []
            for person in ["999991772", "999993653", "999991772"] {
                var wallet = TestWallet(stage)
                wallet.person = person
                try await wallet.run(fetch)
                let pid = try await Judge(stage).read(try #require(wallet.issued.first?.credentials.first))
                codes.append(try #require(pid.recoveryCode))
            }
            #expect(codes[0] == codes[2] && codes[0] != codes[1])
            #expect(codes.allSatisfy { (16...256).contains($0.utf8.count) })
        }
    }

    @Test func `a login cannot be completed by a different browser or with a different browser's data`() async throws {
        let stage = try await IssuerStage()
        try await stage.serve { fetch in
            // Without a thief, the browser that opened the login completes it.
            var alone = TestWallet(stage)
            let undisturbed = try await alone.runToBrowser(fetch)
            var honest = LoginBrowser(fetch)
            let own = try await honest.openLogin(undisturbed.text)
            guard case .left(let back) = try await honest.submit(login: own, as: "999991772", outcome: "success") else {
                Issue.record("the login did not lead back to the wallet")
                return
            }
            try alone.client.redirected(to: back)
            #expect(alone.client.step == .send(.token))

            var wallet = TestWallet(stage)
            let url = try await wallet.runToBrowser(fetch)
            var browser = LoginBrowser(fetch)
            let login = try await browser.openLogin(url.text)
            var thief = LoginBrowser(fetch)
            await #expect(throws: LoginBrowser.Stuck.self) {
                try await thief.submit(login: login, as: "999991772", outcome: "success")
            }
            // The login page is used up; the issuer still waits for the right browser.
            await #expect(throws: LoginBrowser.Stuck.self) {
                try await browser.submit(login: login, as: "999991772", outcome: "success")
            }
            for query in ["", "?state=a", "?state=a&state=b", "?code=a&state=a&iss=b"] {
                await #expect(throws: LoginBrowser.Stuck.self) { try await browser.follow(IssuerStage.issuer.text + "/callback" + query) }
                await #expect(throws: LoginBrowser.Stuck.self) { try await browser.follow(IssuerStage.issuer.text + "/authorize" + query) }
            }
        }
    }

    @Test func `a dishonest or missing login provider is not trusted`() async throws {
        let stage = try await IssuerStage()
        try await stage.serve { fetch in
            func changed(_ path: String, _ change: @escaping @Sendable (inout JSONObject) throws -> Void) async -> EndpointErrorCode? {
                stage.world.tamper { request, response in
                    guard request.url.path == path else { return response }
                    var object = try JSONObject(parsing: response.body)
                    try change(&object)
                    return IssuanceResponse(status: response.status, json: object.encode())
                }
                return await end(TestWallet(stage), fetch)
            }
            let foreign = P256.Signing.PrivateKey()
            func claims(_ name: String, _ value: JSONValue) async -> EndpointErrorCode? {
                await changed("/token") { object in
                    guard case .string(let text)? = object["id_token"] else {
                        Issue.record("the answer to forge has no ID token")
                        return
                    }
                    let jws = try CompactJWS(parsing: text)
                    var claims = try JSONObject(parsing: jws.payload)
                    claims.set(name, value)
                    let forged = try CompactJWS.sign(header: jws.header, payload: claims.encode(), with: foreign)
                    object.set("id_token", .string(forged.serialized))
                }
            }
            #expect(await claims("bsn", "999993653") == .serverError)
            #expect(await changed("/token") { _ = $0.remove("id_token") } == .serverError)
            #expect(await changed("/token") { $0.set("id_token", "a.b.c") } == .serverError)
            stage.world.tamper { _, _ in throw CocoaError(.featureUnsupported) }
            #expect(await end(TestWallet(stage), fetch) == .temporarilyUnavailable)
            stage.world.tamper(nil)
            #expect(await end(TestWallet(stage), fetch) == nil)
        }
    }

    /// The claims are those of another provider (`Tests/Fixtures/Field`).
    @Test func `an ID token with a fraction of a second is accepted, and no longer than one without`() async throws {
        let key = P256.Signing.PrivateKey()
        let file = URL(filePath: #filePath).appending(path: "../../Fixtures/Field/idtoken-iat-fraction.json").standardizedFileURL
        let claims = try JSONObject(parsing: Array(try Data(contentsOf: file)))
        let text = try CompactJWS.sign(header: ["alg": "ES256", "kid": "k"], payload: claims.encode(), with: key).serialized
        let token = IDToken(provider: try #require(HTTPSURL("https://login.example")), clientID: "pid-issuer", nonce: "invented")
        func number(at now: Int64) async throws -> String {
            try await token.number(in: text, now: now) { $0 == "k" ? JWK(key.publicKey) : nil }
        }
        #expect(try await number(at: 1_796_126_400) == "999991772")
        #expect(try await number(at: 1_796_126_759) == "999991772")
        await #expect(throws: LoginFault.provider("the ID token is not of now")) { try await number(at: 1_796_126_760) }
        await #expect(throws: LoginFault.provider("the ID token is not of now")) { try await number(at: 1_796_126_339) }
    }

    @Test func `an ID token is accepted only if it matches the request`() async throws {
        let key = P256.Signing.PrivateKey()
        let token = IDToken(provider: IssuerStage.login, clientID: "me", nonce: "n")
        let good: JSONObject = [
            "iss": .string(IssuerStage.login.text), "aud": "me", "nonce": "n", "iat": 1000, "exp": 1300, "bsn": "999991772",
        ]
        func number(_ claims: JSONObject, header: JSONObject = ["alg": "ES256", "typ": "JWT", "kid": "k"]) async throws -> String {
            let text = try CompactJWS.sign(header: header, payload: claims.encode(), with: key).serialized
            return try await token.number(in: text, now: 1010) { $0 == "k" ? JWK(key.publicKey) : nil }
        }
        #expect(try await number(good) == "999991772")
        // Fractions and exponents are cut off to seconds (RFC 7519 §2).
        for (name, value) in [("iat", 1000.325), ("iat", 1.07e3), ("exp", 1.3e3), ("exp", 951.5)] {
            var claims = good
            claims.set(name, .decimal(value))
            #expect(try await number(claims) == "999991772", "\(name) \(value)")
        }
        let lies: [(String, JSONValue?)] = [
            ("iss", "https://other.example"), ("iss", nil), ("aud", "you"), ("aud", ["me", "you"]), ("aud", nil), ("azp", "you"),
            ("nonce", "m"), ("nonce", nil), ("iat", 5000), ("iat", 100), ("iat", nil), ("exp", 900), ("exp", "1300"), ("exp", nil),
            ("iat", .decimal(1071.5)), ("iat", .decimal(-0.5)), ("iat", .decimal(409.75)), ("exp", .decimal(950.9)),
            ("exp", .decimal(1e300)),
            ("exp", .integer(.max)),
            ("bsn", "99999177"), ("bsn", "99999177x"), ("bsn", 999_991_772), ("bsn", nil),
        ]
        for (name, value) in lies {
            var claims = good
            _ = claims.remove(name)
            if let value { claims.set(name, value) }
            await #expect(throws: LoginFault.self, "\(name)") { try await number(claims) }
        }
        for header: JSONObject in [
            ["alg": "ES256", "kid": "other"], ["alg": "ES256"], ["alg": "none", "kid": "k"], ["alg": "ES256", "kid": "k", "typ": "at+jwt"],
            ["alg": "ES256", "kid": "k", "crit": ["b64"]],
        ] { await #expect(throws: LoginFault.self) { try await number(good, header: header) } }
    }
}
