// SPDX-License-Identifier: EUPL-1.2

import Crypto
import Foundation
import JOSE
import JSON
import PythonRun
import SDJWT
import TestEnvironment
import Testing

/// PyPI sd-jwt, with the checks that it leaves to its caller, refuses the same tokens (F-J6, F-J3).
struct PythonJudgeTests {
    /// Tokens that both refuse; `isBound` is true for tokens with key binding.
    static let cases: [(ForgeryCase, isBound: Bool)] =
        (TokenMutationTests.form + TokenMutationTests.header + TokenMutationTests.claims).map { ($0, false) }
        + (DisclosureMutationTests.digests + DisclosureMutationTests.names + DisclosureMutationTests.hidden
        + DisclosureMutationTests.disclosures + DisclosureMutationTests.contents + DisclosureMutationTests.texts
        + DisclosureMutationTests.algorithms).flatMap { [($0, false), ($0, true)] }
        + (KeyBindingTests.claims + KeyBindingTests.headers + KeyBindingTests.texts).map { ($0, true) }

    struct Made: Decodable {
        let issuer, holder: [String: String]
        let issued, presented: String
    }

    @Test func `our code and the Python library refuse every mutation and accept valid input`() async throws {
        let directory = try TemporaryDirectory()
        let ours = try await Sample.issued()
        let shown = try await ours.disclosing([["given_name"], ["places"]])
            .bound(nonce: Sample.binding.nonce, audience: Sample.binding.audience, issuedAt: Sample.now) { try Sample.holderKey.sign($0) }
        var texts = [
            (ours.serialized, false), (shown.serialized, true), (try Forgery().text(), false), (try Forgery(isBound: true).text(), true),
        ]
        let goodCount = texts.count
        for (example, isBound) in Self.cases { texts.append((try example.text(isBound: isBound), isBound)) }
        let task: JSONObject = [
            "issuer": .object(JWK(Sample.issuerKey.publicKey).json), "now": .integer(Sample.now), "vct": .string(Sample.vct),
            "nonce": .string(Sample.binding.nonce), "audience": .string(Sample.binding.audience),
            "cases": .array(texts.map { ["text": .string($0.0), "bound": .bool($0.1)] }),
        ]
        try directory.write(task.encode(), to: "cases.json")
        let run = try await PythonRun("SDJWTTests/Python/judge.py", [directory.url.path])
        try #require(run.status == 0, "\(run.output)")

        let verdicts = try JSONDecoder().decode([String?].self, from: Data(directory.bytes("verdicts.json")))
        #expect(verdicts.count == texts.count)
        for (index, verdict) in verdicts.prefix(goodCount).enumerated() { #expect(verdict == nil, "\(index)") }
        for (example, verdict) in zip(Self.cases, verdicts.dropFirst(goodCount)) {
            #expect(verdict != nil, "\(example.0.name), bound: \(example.isBound)")
        }
        try await readTheirs(JSONDecoder().decode(Made.self, from: Data(directory.bytes("made.json"))))
    }

    /// Checks that tokens of sd-jwt, issued and presented, are accepted with the same contents.
    private func readTheirs(_ made: Made) async throws {
        func key(_ members: [String: String]) throws -> JWK {
            let known = ["kty", "crv", "x", "y"].compactMap { name in members[name].map { (name, JSONValue.string($0)) } }
            return try JWK(JSONObject(known))
        }
        let verifier = SDJWTVerifier(trust: .key(try key(made.issuer)), kind: .credential(types: [Sample.vct]))
        let issued = try await verifier.verify(made.issued, keyBinding: .absent, at: Sample.time)
        #expect(issued.payload["given_name"] == "Zoë" && issued.payload["nationalities"] == ["NL", "TR"])
        #expect(issued.payload["address"]?.sorted == (["country": "NL", "locality": "Den Haag"] as JSONValue).sorted)
        let presented = try await verifier.verify(made.presented, keyBinding: .required(Sample.binding), at: Sample.time)
        #expect(presented.payload["nationalities"] == ["NL"] && presented.payload["address"] == nil)
        #expect(presented.holderKey == (try key(made.holder)))
        await expectRejection(.keyBindingNonce) {
            let other = KeyBindingExpectation(nonce: "another", audience: Sample.binding.audience)
            _ = try await verifier.verify(made.presented, keyBinding: .required(other), at: Sample.time)
        }
    }
}
