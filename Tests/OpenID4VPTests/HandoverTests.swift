// SPDX-License-Identifier: EUPL-1.2

import CBOR
import Foundation
import JOSE
import JSON
import MDoc
import OpenID4VP
import PythonRun
import TestEnvironment
import Testing
import VerifierWorld

/// The session transcript of a presentation by redirects (OpenID4VP 1.0 appendix B.2.6.1).
struct HandoverTests {
    /// The standard's example.
    private static let clientID = "x509_san_dns:example.com"
    private static let nonce = "exc7gBkxjx1rdc9udRrveKvSsJIq80avlXeLHhGwqtA"
    private static let responseURI = "https://example.com/response"
    private static let transcript =
        "83f6f682714f70656e494434565048616e646f7665725820048bc053c00442af9b8eed494cefdd9d95240d254b046b11b68013722aad38ac"

    private static func key() throws -> EncryptionKey {
        try #require(
            EncryptionKey(usable: [
                "kty": "EC", "crv": "P-256", "x": "DxiH5Q4Yx3UrukE2lWCErq8N8bqC9CHLLrAwLz5BmE0",
                "y": "XtLM4-3h5o3HUH0MHVJV0kyq0iBlrBwlh8qEDMZ4-Pc", "use": "enc", "alg": "ECDH-ES", "kid": "1",
            ]))
    }

    @Test func `the transcript is the one of the standard's example`() throws {
        let transcript = SessionTranscript.openID4VP(
            clientID: Self.clientID, nonce: Self.nonce, encryptionKey: try Self.key(), responseURI: Self.responseURI)
        #expect(Self.hex(transcript.item.encode()) == Self.transcript)
    }

    @Test func `the name of the encryption key does not change the transcript`() throws {
        let key = try Self.key().key
        let transcripts = [nil, "1", "another"].map { name in
            SessionTranscript.openID4VP(
                clientID: Self.clientID, nonce: Self.nonce, encryptionKey: EncryptionKey(key, keyID: name), responseURI: Self.responseURI)
        }
        #expect(Set(transcripts).count == 1)
        #expect(Self.hex(transcripts[0].item.encode()) == Self.transcript)
    }

    @Test func `an mdoc is accepted for its request and refused for a request that differs in one value`() async throws {
        let verifier = VerifierWorld.verifier
        let other = VerifierWorld.otherVerifier
        let right = Request(
            client: verifier.clientID, nonce: verifier.nonce, key: verifier.encryptionKey.publicKey, uri: verifier.responseURI)
        let response = try await Self.response(of: TestCards.mdoc(), for: right.transcript)
        let verified = try await Self.mdocVerifier.verify(response: response, for: right.transcript, at: VerifierWorld.time)
        #expect(verified.first?[TestCards.nameSpace, "family_name"] == CBORItem.text("van der Berg"))
        let changes: [(name: String, change: (inout Request) -> Void)] = [
            ("another client_id", { $0.client = other.clientID }), ("the name", { $0.client = verifier.nameClientID }),
            ("another nonce", { $0.nonce += "A" }), ("no nonce", { $0.nonce = "" }),
            ("another key", { $0.key = other.encryptionKey.publicKey }), ("no key", { $0.key = nil }),
            ("another response_uri", { $0.uri = other.responseURI }), ("a longer response_uri", { $0.uri += "/" }),
        ]
        for (name, change) in changes {
            var wrong = right
            change(&wrong)
            await Self.expectRefusal(of: response, for: wrong.transcript, name)
        }
    }

    @Test func `another implementation computes the same transcripts, and an mdoc signed over a wrong one is refused`() async throws {
        let verifier = VerifierWorld.verifier
        // Texts whose length takes one, two and three bytes in CBOR.
        let key = verifier.encryptionKey.publicKey
        let (longName, longPath) = (String(repeating: "a", count: 243), String(repeating: "c", count: 2000))
        let cases = [
            Request(client: Self.clientID, nonce: Self.nonce, key: try Self.key(), uri: Self.responseURI),
            Request(client: Self.clientID, nonce: Self.nonce, key: nil, uri: Self.responseURI),
            Request(client: verifier.clientID, nonce: verifier.nonce, key: key, uri: verifier.responseURI),
            Request(client: "x509_san_dns:a.b", nonce: "n", key: key, uri: "https://a.b"),
            Request(client: "x509_san_dns:" + longName, nonce: String(repeating: "~", count: 23), key: nil, uri: "https://a.b/?q=%20"),
            Request(client: verifier.clientID, nonce: String(repeating: "-", count: 24), key: key, uri: "https://a.b/" + longPath),
        ]
        let card = try await TestCards.mdoc()
        let answers = try await Self.judged(cases)
        try #require(answers.count == cases.count)
        for (example, answer) in zip(cases, answers) {
            #expect(Self.hex(example.transcript.item.encode()) == answer.right)
            #expect(answer.wrong.count == 20)
            for (name, other) in answer.wrong {
                let signed = SessionTranscript(try CBORItem(decoding: Self.bytes(other)))
                await Self.expectRefusal(of: try await Self.response(of: card, for: signed), for: example.transcript, name)
            }
        }
    }

    private static var mdocVerifier: MDocVerifier {
        MDocVerifier(
            trust: .certificates(roots: [VerifierWorld.issuerRoot.certificate], profile: .iso18013), docTypes: [TestCards.documentType])
    }

    /// The values of a request that are bound.
    private struct Request {
        var client: String
        var nonce: String
        var key: EncryptionKey?
        var uri: String

        var transcript: SessionTranscript {
            SessionTranscript.openID4VP(clientID: client, nonce: nonce, encryptionKey: key, responseURI: uri)
        }
    }

    private static func response(of card: IssuerSigned, for transcript: SessionTranscript) async throws -> [UInt8] {
        let document = try await card.presented(disclosing: [TestCards.nameSpace: ["family_name"]], for: transcript) {
            try TestCards.sign($0)
        }
        return DeviceResponse(documents: [document]).encode()
    }

    private static func expectRefusal(of response: [UInt8], for transcript: SessionTranscript, _ name: String) async {
        let error = await #expect(throws: MDocRejection.self, "\(name)") {
            try await mdocVerifier.verify(response: response, for: transcript, at: VerifierWorld.time)
        }
        #expect(error?.reason == .deviceSignature, "\(name)")
    }

    /// Python's transcripts for one request, in hexadecimal.
    private struct Judged {
        let right: String
        let wrong: [(name: String, transcript: String)]
    }

    private static func judged(_ cases: [Request]) async throws -> [Judged] {
        let requests = cases.map { example -> JSONValue in
            [
                "client_id": .string(example.client), "nonce": .string(example.nonce), "response_uri": .string(example.uri),
                "jwk": example.key.map { JSONValue.object($0.json) } ?? JSONValue.null,
            ]
        }
        let directory = try TemporaryDirectory()
        try directory.write(JSONValue.array(requests).encode(), to: "cases.json")
        let run = try await PythonRun("OpenID4VPTests/Python/handover.py", [directory.url.path])
        try #require(run.status == 0, "\(run.output)")
        guard case .array(let answers) = try JSONValue(parsing: directory.bytes("transcripts.json")) else { return [] }
        return answers.compactMap { answer -> Judged? in
            guard case .object(let members) = answer, case .string(let right)? = members["right"],
                case .object(let wrong)? = members["wrong"]
            else { return nil }
            return Judged(
                right: right,
                wrong: wrong.members.compactMap { member -> (name: String, transcript: String)? in
                    if case .string(let transcript) = member.value { (member.name, transcript) } else { nil }
                })
        }
    }

    private static func hex(_ bytes: [UInt8]) -> String {
        bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }

    private static func bytes(_ hex: String) -> [UInt8] {
        let digits = hex.compactMap(\.hexDigitValue)
        return stride(from: 0, to: digits.count - 1, by: 2).map { UInt8(digits[$0] * 16 + digits[$0 + 1]) }
    }
}
