// SPDX-License-Identifier: EUPL-1.2

import Crypto
import Foundation
import JOSE
import JSON
import SDJWT
import Testing

/// The SD-JWTs that OpenID4VP 1.0 shows in appendix B.3 (`Tests/Fixtures/OpenID4VP`), signed with the keys of RFC 9901.
struct OpenID4VPExampleTests {
    /// The time of the example's key binding.
    private static let time = Date(timeIntervalSince1970: 1_744_743_394)
    private static let kind = SDJWTVerifier.Kind.credential(types: ["https://credentials.example.com/example_credential"])

    private func bytes(_ file: String) throws -> [UInt8] {
        let url = URL(filePath: #filePath).appending(path: "../../Fixtures/OpenID4VP/\(file)").standardizedFileURL
        return [UInt8](try Data(contentsOf: url))
    }

    private func object(_ file: String) throws -> JSONObject { try JSONObject(parsing: bytes(file)) }

    /// A token, which the standard breaks into lines.
    private func token(_ file: String) throws -> String {
        String(decoding: try bytes(file), as: UTF8.self).filter { !$0.isNewline }
    }

    // MARK: The credential with its presentation

    @Test func `the credential as issued has what its holder has`() async throws {
        let text = try token("sd_jwt_issuance.txt")
        let verified = try await ExampleTests.verifier(Self.kind).verify(text, keyBinding: .absent, at: Self.time)
        for (name, value) in try object("user_claims.json").members {
            #expect(verified.payload[name]?.sorted == value.sorted, "\(name)")
        }
        #expect(verified.credentialType == "https://credentials.example.com/example_credential")
        #expect(try verified.holderKey == JWK(RFC9901.holderKey))
        let signed = try CompactSDJWT(parsing: text).issuerSigned.payload
        #expect(try JSONObject(parsing: signed).sorted == object("sd_jwt_payload.json").sorted)
    }

    @Test func `the presentation verifies and has exactly the contents that the standard shows`() async throws {
        let verified = try await ExampleTests.verifier(Self.kind)
            .verify(token("sd_jwt_presentation.txt"), keyBinding: .required(RFC9901.binding), at: Self.time)
        #expect(try verified.payload.sorted == object("verified_contents.json").sorted)
        #expect(verified.disclosed.map(\.path) == [["ld", "credentialSubject", "givenName"]])
    }

    @Test func `the holder's choice gives the disclosures of the presentation, and its key binding the same claims`() throws {
        let issued = try CompactSDJWT(parsing: token("sd_jwt_issuance.txt"))
        let chosen = try issued.disclosing([["ld", "credentialSubject", "givenName"]])
        let presented = try CompactSDJWT(parsing: token("sd_jwt_presentation.txt"))
        #expect(chosen.disclosures == presented.disclosures && chosen.hash == presented.hash)
        let shown = try object("kb_jwt_payload.json")
        #expect(shown["sd_hash"] == JSONValue.string(chosen.hash))

        let unsigned = chosen.keyBinding(nonce: RFC9901.binding.nonce, audience: RFC9901.binding.audience, issuedAt: 1_744_743_394)
        let parts = String(decoding: unsigned.signingInput, as: UTF8.self).split(separator: ".")
        #expect(parts.count == 2)
        #expect(try JSONObject(parsing: Base64URL.decode(parts[0])).sorted == object("kb_jwt_header.json").sorted)
        #expect(try JSONObject(parsing: Base64URL.decode(parts[1])).sorted == shown.sorted)
    }

    @Test func `the presentation is refused for another request, at another time, and without its key binding`() async throws {
        let text = try token("sd_jwt_presentation.txt")
        let verifier = try ExampleTests.verifier(Self.kind)
        let others: [(SDJWTRejection.Reason, KeyBindingExpectation)] = [
            (.keyBindingNonce, KeyBindingExpectation(nonce: "1234567891", audience: RFC9901.binding.audience)),
            (.keyBindingAudience, KeyBindingExpectation(nonce: RFC9901.binding.nonce, audience: "https://verifier.example.com")),
        ]
        for (reason, expectation) in others {
            await expectRejection(reason) { _ = try await verifier.verify(text, keyBinding: .required(expectation), at: Self.time) }
        }
        await expectRejection(.keyBindingTime) {
            _ = try await verifier.verify(text, keyBinding: .required(RFC9901.binding), at: Self.time.addingTimeInterval(3600))
        }
        await expectRejection(.keyBindingMissing) {
            _ = try await verifier.verify(
                token("sd_jwt_issuance.txt"), keyBinding: .required(RFC9901.binding), at: Self.time)
        }
        await expectRejection(.keyBindingHash) {
            // Another of the holder's disclosures beside the one that was bound.
            let more = try #require(try CompactSDJWT(parsing: token("sd_jwt_issuance.txt")).disclosures.last).text
            var parts = text.split(separator: "~").map(String.init)
            parts.insert(more, at: parts.count - 1)
            _ = try await verifier.verify(parts.joined(separator: "~"), keyBinding: .required(RFC9901.binding), at: Self.time)
        }
    }

    // MARK: The examples without signatures

    /// The payload of the standard's credential, signed here, with the disclosures of RFC 9901 §5.1 that it has digests of.
    private func credential(_ payload: JSONObject) throws -> CompactSDJWT {
        let jws = try CompactJWS.sign(
            header: ["alg": "ES256", "typ": "dc+sd-jwt"], payload: payload.encode(), with: Sample.issuerKey
        ).serialized
        guard case .array(let digests)? = payload["_sd"] else { throw MissingDigests() }
        let known = try CompactSDJWT(parsing: RFC9901.issued).disclosures.filter { digests.contains(Forgery.digest($0)) }
        return try CompactSDJWT(parsing: ([jws] + known.map(\.text)).joined(separator: "~") + "~")
    }

    private struct MissingDigests: Error {}

    private static let identity = SDJWTVerifier(
        trust: .key(JWK(Sample.issuerKey.publicKey)), kind: .credential(types: ["https://credentials.example.com/identity_credential"]))

    @Test func `the credential of appendix B_3 takes the disclosures of its names`() async throws {
        let token = try credential(object("sd_jwt_vc.json"))
        let verified = try await Self.identity.verify(token.serialized, keyBinding: .absent, at: RFC9901.time)
        let unsecured = try object("sd_jwt_vc_unsecured.json")
        for name in ["vct", "given_name", "family_name"] { #expect(verified.payload[name] == unsecured[name], "\(name)") }
        #expect(verified.disclosed.count == 2 && verified.payload["birthdate"] == nil)
        #expect(try verified.holderKey == JWK(RFC9901.holderKey))
    }

    @Test func `a key binding with hashes of transaction data that nobody asked for is read, and refused with another hash`() async throws {
        var payload = try object("sd_jwt_vc.json")
        payload.set("cnf", ["jwk": .object(JWK(Sample.holderKey.publicKey).json)])
        let token = try credential(payload)
        let expectation = KeyBindingExpectation(nonce: "n-0S6_WzA2Mj", audience: "x509_san_dns:client.example.org")
        let time = Date(timeIntervalSince1970: 1_709_838_604)
        func bound(_ claims: JSONObject) throws -> String {
            let binding = try CompactJWS.sign(
                header: ["alg": "ES256", "typ": "kb+jwt"], payload: claims.encode(), with: Sample.holderKey)
            return token.serialized + binding.serialized
        }
        let shown = try object("kb_jwt_unsecured.json")
        #expect(shown.has("transaction_data_hashes"))
        let right = try bound(shown.with("sd_hash", .string(token.hash)))
        let verified = try await Self.identity.verify(right, keyBinding: .required(expectation), at: time)
        #expect(verified.payload["given_name"] == "John")
        await expectRejection(.keyBindingHash) {
            _ = try await Self.identity.verify(bound(shown), keyBinding: .required(expectation), at: time)
        }
    }
}
