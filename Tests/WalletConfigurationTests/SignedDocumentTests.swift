// SPDX-License-Identifier: EUPL-1.2

import Crypto
import JOSE
import JSON
import Testing
import WalletConfiguration

/// Accepted and refused document tokens (T-C1 to T-C3, F-C2 to F-C4).
struct SignedDocumentTests {
    let samples = Samples()
    let now = Samples.now

    private func refusal(_ token: String, at now: Int64 = Samples.now, trust: DocumentTrust? = nil) -> DocumentRefusal.Code? {
        do throws(DocumentRefusal) {
            _ = try SignedUpdatePolicy(verifying: token, trusting: trust ?? samples.trust, at: now)
            return nil
        } catch {
            return error.code
        }
    }

    @Test func `signed documents of both kinds round-trip`() throws {
        let policy = try UpdatePolicy(json: samples.policy)
        let signed = try SignedUpdatePolicy(signing: policy, claims: samples.claims(), keyID: "k1", key: samples.key)
        let read = try SignedUpdatePolicy(verifying: signed.token, trusting: samples.trust, at: now)
        #expect(read == signed && read.contents == policy && read.version == 7 && read.keyID == "k1")
        let configuration = try ConfigurationDocument(json: samples.configuration)
        let other = try SignedConfiguration(signing: configuration, claims: samples.claims(), keyID: "k1", key: samples.key)
        #expect(try SignedConfiguration(verifying: other.token, trusting: samples.trust, at: now).contents == configuration)
    }

    @Test func `a signed document of one kind is not accepted as the other kind`() throws {
        let policy = try SignedUpdatePolicy(
            signing: UpdatePolicy(json: samples.policy), claims: samples.claims(), keyID: "k1", key: samples.key)
        let configuration = try SignedConfiguration(
            signing: ConfigurationDocument(json: samples.configuration), claims: samples.claims(), keyID: "k1", key: samples.key)
        #expect(refusal(configuration.token) == .otherKind)
        #expect(throws: DocumentRefusal(.otherKind, "")) {
            try SignedConfiguration(verifying: policy.token, trusting: samples.trust, at: now)
        }
        for type in ["JWT", "wallet-certificate+jwt", "WALLET-UPDATE-POLICY+JWT", "application/wallet-update-policy+jwt"] {
            #expect(try refusal(samples.token(type: type, payload: samples.payload)) == .otherKind)
        }
    }

    @Test func `a missing key id, an unknown key id and a wrong key are refused`() throws {
        #expect(try refusal(samples.token(keyID: nil, payload: samples.payload)) == .unknownKey)
        #expect(try refusal(samples.token(keyID: "k2", payload: samples.payload)) == .unknownKey)
        #expect(try refusal(samples.token(keyID: "K1", payload: samples.payload)) == .unknownKey)
        #expect(try refusal(samples.token(payload: samples.payload, key: samples.otherKey)) == .wrongSigner)
        let both = DocumentTrust(
            environment: samples.environment, keys: ["k1": JWK(samples.key.publicKey), "k2": JWK(samples.otherKey.publicKey)])
        #expect(try refusal(samples.token(payload: samples.payload, key: samples.otherKey), trust: both) == .wrongSigner)
        #expect(try refusal(samples.token(keyID: "k2", payload: samples.payload, key: samples.otherKey), trust: both) == nil)
    }

    @Test func `a document for a different environment is refused`() throws {
        let production = DocumentTrust(environment: Samples.environment("production"), keys: samples.trust.keys)
        #expect(try refusal(samples.token(payload: samples.payload), trust: production) == .wrongEnvironment)
    }

    @Test(
        arguments: [
            (-301, DocumentRefusal.Code.notYetValid), (-300, nil), (0, nil), (3599, nil), (3600, .expired), (1_000_000, .expired),
        ] as [(Int64, DocumentRefusal.Code?)])
    func `iat is accepted 300 seconds early, exp not one second late`(_ offset: Int64, _ code: DocumentRefusal.Code?) throws {
        let token = try samples.token(payload: samples.payload)
        #expect(refusal(token, at: now + offset) == code)
        // Read without a time check, it is the same document, and its claims give the same result.
        let document = try SignedUpdatePolicy(verifying: token, trusting: samples.trust)
        #expect((try? document.claims.check(at: now + offset)) == nil ? code != nil : code == nil)
    }

    @Test func `extreme times do not crash the program`() throws {
        let token = try samples.token(payload: samples.payload)
        #expect(refusal(token, at: .min) == .notYetValid)
        #expect(refusal(token, at: .max) == .expired)
    }

    @Test(arguments: ["version", "iat", "exp", "env", "contents"])
    func `a document with a missing, null or wrongly typed claim is malformed`(_ name: String) throws {
        for value: JSONValue? in [nil, .null, .bool(true), .decimal(7.5), [1]] {
            #expect(try refusal(samples.token(payload: samples.payload.setting(name, value))) == .malformed)
        }
    }

    @Test func `times with a fraction or an exponent are cut off to seconds`() throws {
        let payload = samples.payload.setting("iat", .decimal(Double(now) + 0.75)).setting("exp", .decimal(Double(now) + 3600.75))
        let token = try samples.token(payload: payload)
        #expect(try SignedUpdatePolicy(verifying: token, trusting: samples.trust).claims.issuedAt == now)
        #expect(refusal(token, at: now + 3599) == nil)
        #expect(refusal(token, at: now + 3600) == .expired)
        #expect(try refusal(samples.token(payload: samples.payload.setting("iat", .decimal(-1.5)))) == .malformed)
    }

    @Test(
        arguments: [
            ("version", 0), ("version", -1), ("version", 9_007_199_254_740_992), ("iat", -1), ("iat", 0), ("exp", 9_007_199_254_740_991),
            ("exp", .integer(Samples.now)), ("exp", .integer(Samples.now - 1)), ("exp", .integer(Samples.now + 366 * 86_400 + 1)),
            ("env", ""), ("env", "Test"), ("env", "1test"), ("env", "te st"), ("env", .string(String(repeating: "a", count: 33))),
            ("more", 1),
        ] as [(String, JSONValue)])
    func `a document with a claim outside its limits, or an additional claim, is malformed`(_ name: String, _ value: JSONValue) throws {
        #expect(try refusal(samples.token(payload: samples.payload.setting(name, value))) == .malformed)
    }

    @Test func `a signed document with any one character changed is refused`() throws {
        let token = Array(try samples.token(payload: samples.payload))
        for index in token.indices {
            var changed = token
            changed[index] = token[index] == "A" ? "B" : "A"
            #expect(refusal(String(changed)) != nil)
        }
    }

    @Test(arguments: ["", ".", "..", "a.b.c", "{}", "e30.e30.e30", String(repeating: "a.", count: 40_000), "\u{0}", "é.é.é"])
    func `random input is refused as a signed document`(_ token: String) {
        #expect([.malformed, .tooLong].contains(refusal(token)))
    }

    @Test func `a token above its kind's size limit is not parsed`() throws {
        let token = try samples.token(payload: samples.payload)
        let padding = String(repeating: "A", count: UpdatePolicy.maximumTokenBytes - token.utf8.count)
        #expect(refusal(token + padding) == .malformed)
        #expect(refusal(token + padding + "A") == .tooLong)
    }

    @Test func `a header with additional members is refused`() throws {
        for (name, value) in [("crit", ["exp"]), ("jwk", [:]), ("x5c", []), ("b64", false), ("zip", "DEF"), ("cty", "JWT")]
            as [(String, JSONValue)]
        {
            var header = JWTHeader(type: UpdatePolicy.type, keyID: "k1").json
            header.append(name, value)
            #expect(
                try refusal(CompactJWS.sign(header: header, payload: samples.payload.encode(), with: samples.key).serialized) == .malformed)
        }
        var none = JWTHeader(type: UpdatePolicy.type, keyID: "k1").json
        none.set("alg", "none")
        #expect(try refusal(CompactJWS.sign(header: none, payload: samples.payload.encode(), with: samples.key).serialized) == .malformed)
    }

    @Test func `validly signed but invalid contents have their own error code with a list of every problem`() throws {
        let contents = samples.policy.setting("rules.0.versions", "1.0.0").setting("rules.2.state", "kill").setting("more", 1)
        let token = try samples.token(payload: samples.payload.setting("contents", .object(contents)))
        do throws(DocumentRefusal) {
            _ = try SignedUpdatePolicy(verifying: token, trusting: samples.trust, at: now)
            Issue.record("accepted")
        } catch {
            #expect(error.code == .unacceptableContents)
            #expect(error.problems.map(\.path) == ["rules[0].versions", "rules[2].state", "more"])
        }
        // An expired document is reported as expired, whatever its contents.
        #expect(refusal(token, at: now + 3600) == .expired)
    }

    @Test func `a document that phones would refuse is not signed`() throws {
        let policy = try UpdatePolicy(json: samples.policy)
        for id in ["", "a b", "é", String(repeating: "k", count: 65)] {
            #expect(throws: DocumentRefusal(.malformed, "")) {
                try SignedUpdatePolicy(signing: policy, claims: samples.claims(), keyID: id, key: samples.key)
            }
        }
        let version = try #require(AppVersion("1.2.3"))
        let twice = UpdatePolicy(available: [version, version])
        #expect(throws: DocumentRefusal(.unacceptableContents, "")) {
            try SignedUpdatePolicy(signing: twice, claims: samples.claims(), keyID: "k1", key: samples.key)
        }
        #expect(throws: DocumentRefusal(.malformed, "")) { try samples.claims(version: 0) }
        #expect(throws: DocumentRefusal(.malformed, "")) { try samples.claims(life: 0) }
    }

    @Test func `a trust list round-trips, and is refused without keys, with too many keys or with a private key`() throws {
        #expect(try DocumentTrust(json: samples.trust.json) == samples.trust)
        let jwk = JWK(samples.key.publicKey).json
        let many = JSONObject((0..<17).map { ("k\($0)", .object(jwk)) })
        var secret = jwk
        secret.append("d", "AAAA")
        for keys in [[:], many, ["k1": .object(secret)], ["k 1": .object(jwk)], ["k1": 1]] as [JSONObject] {
            #expect(throws: UnacceptableContents.self) { try DocumentTrust(json: samples.trust.json.setting("keys", .object(keys))) }
        }
        #expect(throws: UnacceptableContents.self) { try DocumentTrust(json: samples.trust.json.setting("environment", "TEST")) }
        #expect(throws: UnacceptableContents.self) { try DocumentTrust(json: samples.trust.json.setting("more", 1)) }
    }
}
