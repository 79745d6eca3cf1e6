// SPDX-License-Identifier: EUPL-1.2

import Crypto
import Foundation
import JOSE
import JSON
import SDJWT
import Testing

/// RFC 9901 §7.3: a token with one error in its key binding.
struct KeyBindingTests {
    static func claim(_ reason: SDJWTRejection.Reason, _ name: String, _ values: [JSONValue]) -> [ForgeryCase] {
        values.map { value in ForgeryCase(reason, "\(name) \(value)") { $0.changeBinding = { $0.set(name, value) } } }
    }

    static let now = Sample.now
    static let claims: [ForgeryCase] =
        claim(.keyBindingNonce, "nonce", ["", "nonce-2", "NONCE-1", "nonce-1 ", "no\u{301}nce-1"])
        + claim(.keyBindingAudience, "aud", ["", "https://other.example", "https://verifier.example/", "HTTPS://VERIFIER.EXAMPLE"])
        + claim(.keyBindingHash, "sd_hash", ["", "x", .string(String(repeating: "A", count: 43)), Forgery.digest(Forgery.givenName)])
        + claim(
            .keyBindingTime, "iat", [0, .integer(now - 360), .integer(now + 61), .integer(now * 1000), 9_007_199_254_740_991])
        + claim(.keyBindingTime, "exp", [0, .integer(now - 60)]) + claim(.keyBindingTime, "nbf", [.integer(now + 61)])
        + claim(.keyBindingMalformed, "iat", ["1800000000", nil, -1, .decimal(-0.5), .decimal(1e300), true])
        + claim(.keyBindingMalformed, "exp", [nil, "1", .decimal(-1.5)]) + claim(.keyBindingMalformed, "nbf", ["1", .decimal(1e300)])
        + claim(.keyBindingMalformed, "nonce", [nil, 1, ["nonce-1"]]) + claim(.keyBindingMalformed, "sd_hash", [nil, 1])
        + claim(.keyBindingMalformed, "aud", [nil, ["https://verifier.example"], [["https://verifier.example"]]])
        + ["nonce", "aud", "iat", "sd_hash"].map { name in
            ForgeryCase(.keyBindingMalformed, "no \(name)") { $0.changeBinding = { _ = $0.remove(name) } }
        }

    static let headers: [ForgeryCase] =
        (["JWT", "KB+JWT", "dc+sd-jwt", "application/kb+jwt"] as [JSONValue]).map { value in
            ForgeryCase(.keyBindingType, "typ \(value)") { $0.bindingHeader.set("typ", value) }
        }
        + (["none", "HS256", "ES384", nil, ["ES256"]] as [JSONValue]).map { value in
            ForgeryCase(.keyBindingAlgorithm, "alg \(value)") { $0.bindingHeader.set("alg", value) }
        }
        + ["crit", "jwk", "x5c", "b64", "zip", "cty"].map { name in
            ForgeryCase(.keyBindingMalformed, "a header with \(name)") { $0.bindingHeader.set(name, ["x"]) }
        } + [
            ForgeryCase(.keyBindingMalformed, "no typ") { _ = $0.bindingHeader.remove("typ") },
            ForgeryCase(.keyBindingSignature, "signed by another key") { $0.bindingKey = P256.Signing.PrivateKey() },
            ForgeryCase(.keyBindingSignature, "signed by the issuer") { $0.bindingKey = Sample.issuerKey },
        ]

    static let texts: [ForgeryCase] = [
        ForgeryCase(.keyBindingMissing, "cut off") { $0.isBound = false },
        ForgeryCase(.disclosure, "a tilde after the key binding") { $0.changeText = { $0 += "~" } },
        ForgeryCase(.keyBindingMalformed, "an encrypted one") { $0.changeText = { $0 += ".x.y" } },
        ForgeryCase(.keyBindingMalformed, "cut short") { $0.changeText = { $0.removeLast(2) } },
        ForgeryCase(.disclosure, "two of them") {
            $0.changeText = { $0 += "~" + String($0.split(separator: "~").last ?? "") }
        },
        ForgeryCase(.keyBindingHash, "a disclosure taken out") {
            $0.changeText = { $0.replace("~\(Forgery.givenName.text)~", with: "~") }
        },
        ForgeryCase(.keyBindingHash, "two disclosures swapped") {
            $0.changeText = {
                $0.replace("~\(Forgery.address.text)~\(Forgery.locality.text)~", with: "~\(Forgery.locality.text)~\(Forgery.address.text)~")
            }
        },
        ForgeryCase(.disclosureUnknown, "a disclosure put in") {
            $0.changeText = { $0.replace("~\(Forgery.givenName.text)~", with: "~\(Forgery.givenName.text)~WyJzIiwieCJd~") }
        },
        ForgeryCase(.holderKey, "no key to be bound to") { _ = $0.payload.remove("cnf") },
        ForgeryCase(.holderKey, "a key named in another way") { $0.payload.set("cnf", ["kid": "1"]) },
        ForgeryCase(.keyBindingSignature, "bound to another holder") {
            $0.payload.set("cnf", ["jwk": .object(JWK(P256.Signing.PrivateKey().publicKey).json)])
        },
    ]

    @Test(arguments: claims + headers + texts)
    func `a mutated key binding is refused with the right reason`(example: ForgeryCase) async throws {
        await expectRejection(example.reason, "\(example.name)") {
            _ = try await Sample.verifier.verify(example.text(isBound: true), keyBinding: .required(Sample.binding), at: Sample.time)
        }
    }

    @Test func `even a valid key binding is refused where none is permitted`() async throws {
        await expectRejection(.keyBindingUnexpected) {
            _ = try await Sample.verifier.verify(Forgery(isBound: true).text(), keyBinding: .absent, at: Sample.time)
        }
    }

    @Test func `iat is accepted within its window, and unknown claims are ignored`() async throws {
        for iat in [now - 359, now - 300, now, now + 60] {
            var forgery = Forgery(isBound: true)
            forgery.changeBinding = {
                $0.set("iat", .integer(iat))
                $0.append("transaction_data_hashes", ["x"])
                $0.append("exp", .integer(Self.now - 59))
            }
            let text = try forgery.text()
            await #expect(throws: Never.self, "\(iat - now)") {
                _ = try await Sample.verifier.verify(text, keyBinding: .required(Sample.binding), at: Sample.time)
            }
            let narrow = KeyBindingExpectation(nonce: Sample.binding.nonce, audience: Sample.binding.audience, maximumAge: 0)
            let isAccepted = (try? await Sample.verifier.verify(text, keyBinding: .required(narrow), at: Sample.time)) != nil
            #expect(isAccepted == (iat >= now))
        }
    }

    @Test func `a presentation is accepted only by its verifier and for its transaction`() async throws {
        let presented = try await Sample.issued().disclosing([["given_name"]])
            .bound(nonce: "n", audience: "a", issuedAt: now) { try Sample.holderKey.sign($0) }.serialized
        _ = try await Sample.verifier.verify(presented, keyBinding: .required(.init(nonce: "n", audience: "a")), at: Sample.time)
        await expectRejection(.keyBindingNonce) {
            _ = try await Sample.verifier.verify(presented, keyBinding: .required(.init(nonce: "m", audience: "a")), at: Sample.time)
        }
        await expectRejection(.keyBindingAudience) {
            _ = try await Sample.verifier.verify(presented, keyBinding: .required(.init(nonce: "n", audience: "b")), at: Sample.time)
        }
        await expectRejection(.keyBindingTime) {
            let later = Sample.time.addingTimeInterval(360)
            _ = try await Sample.verifier.verify(presented, keyBinding: .required(.init(nonce: "n", audience: "a")), at: later)
        }
    }

    private var now: Int64 { Self.now }
}
