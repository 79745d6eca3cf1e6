// SPDX-License-Identifier: EUPL-1.2

import Crypto
import Foundation
import JSON
import SDJWT
import Testing

/// Oversized input and random input.
struct LimitTests {
    static func verify(_ text: String, limits: SDJWTLimits = .default) async throws -> VerifiedSDJWT {
        try await SDJWTVerifier(trust: Sample.verifier.trust, kind: Sample.verifier.kind, limits: limits)
            .verify(text, keyBinding: .absent, at: Sample.time)
    }

    @Test func `4,000 decoys are ignored, 100,000 are refused before parsing`() async throws {
        var forgery = Forgery()
        forgery.payload.set("other", ["_sd": .array((100..<4100).map(Forgery.decoy))])
        #expect(try await Self.verify(forgery.text()).payload["other"] == [:])
        forgery.payload.set("other", ["_sd": .array((100..<100_100).map(Forgery.decoy))])
        let text = try forgery.text()
        await expectRejection(.tooLarge) { _ = try await Self.verify(text) }
    }

    @Test func `one digest, disclosure or byte above the limit is refused`() async throws {
        let text = try Forgery().text()
        // Four claim digests and three decoys.
        let exact = SDJWTLimits(maximumBytes: text.utf8.count, maximumDisclosures: 4, maximumDigests: 7, maximumDepth: 3)
        _ = try await Self.verify(text, limits: exact)
        for limits in [
            SDJWTLimits(maximumBytes: text.utf8.count - 1), SDJWTLimits(maximumDisclosures: 3), SDJWTLimits(maximumDigests: 6),
            SDJWTLimits(maximumDepth: 2), SDJWTLimits(maximumBytes: -1), SDJWTLimits(maximumDisclosures: -1),
        ] {
            await expectRejection(.tooLarge) { _ = try await Self.verify(text, limits: limits) }
        }
    }

    @Test func `too many disclosures are refused before any is parsed`() async throws {
        var forgery = Forgery()
        forgery.disclosures = (0..<100_000).map { _ in "!" }
        let text = try forgery.text()
        await expectRejection(.tooLarge) { _ = try await Self.verify(text) }
        await expectRejection(.tooLarge) { _ = try await Self.verify(text.prefix { $0 != "~" } + String(repeating: "~", count: 10_000)) }
    }

    @Test func `nesting is counted across disclosures`() async throws {
        /// Nested claims, each hidden in the next.
        func nested(_ levels: Int) throws -> String {
            var forgery = Forgery()
            var value: JSONValue = 1
            for level in 0..<levels {
                let inner = Disclosure(salt: "level \(level)", name: "a", value: value)
                forgery.disclosures.append(inner.text)
                value = ["_sd": [Forgery.digest(inner)]]
            }
            forgery.payload.set("nested", value)
            return try forgery.text()
        }
        #expect(try await Self.verify(nested(31)).disclosed.count == 35)
        for levels in [32, 200] {
            let text = try nested(levels)
            await expectRejection(.tooLarge) { _ = try await Self.verify(text) }
        }
        var forgery = Forgery()
        forgery.payloadBytes = Array((String(repeating: "[", count: 100_000)).utf8)
        await expectRejection(.tooLarge) { _ = try await Self.verify(forgery.text()) }
    }

    @Test func `a credential with a portrait is within the limits`() async throws {
        let portrait = String(repeating: "A", count: 200_000)
        var forgery = Forgery()
        forgery.hide(Disclosure(salt: "s", name: "portrait", value: .string(portrait)))
        #expect(try await Self.verify(forgery.text()).payload["portrait"] == .string(portrait))
    }

    @Test func `random input is refused`() async {
        var generator = SystemRandomNumberGenerator()
        let alphabet = Array("abcXYZ019-_.~=+/ \n\0\"{}é".unicodeScalars)
        for length in 0..<400 {
            var text = String.UnicodeScalarView()
            for _ in 0..<length { text.append(alphabet.randomElement(using: &generator) ?? "~") }
            await #expect(throws: SDJWTRejection.self) { _ = try await Self.verify(String(text)) }
        }
        for text in [String(repeating: "~", count: 600_000), String(repeating: "é~", count: 200), "\u{1F600}~", "a.b.c~d~e.f.g"] {
            await #expect(throws: SDJWTRejection.self) { _ = try await Self.verify(text) }
        }
    }

    @Test func `a rejection contains its code and nothing of the token`() async {
        let error = await #expect(throws: SDJWTRejection.self) { _ = try await Self.verify("secret~") }
        #expect(error?.description == "SD-JWT rejected: malformed")
        #expect(error.map { "\($0)" }?.contains("secret") == false)
    }
}
