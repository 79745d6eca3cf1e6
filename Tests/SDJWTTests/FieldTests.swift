// SPDX-License-Identifier: EUPL-1.2

import Foundation
import JSON
import SDJWT
import SwiftASN1
import Testing
import X509

/// SD-JWTs as other issuers make them (`Tests/Fixtures/Field`), and times with a fraction or an exponent in all places.
struct FieldTests {
    private static let time = Date(timeIntervalSince1970: 1_796_126_400)

    private func text(_ name: String) throws -> String {
        let folder = URL(filePath: #filePath).appending(path: "../../Fixtures/Field").standardizedFileURL
        return try String(contentsOf: folder.appending(path: name), encoding: .utf8)
    }

    private func verifier() throws -> SDJWTVerifier {
        let root = try Certificate(pemDocument: PEMDocument(pemString: text("issuer-root.pem")))
        return SDJWTVerifier(trust: .certificates(roots: [root]), kind: .credential(types: ["urn:example:pid:1"]))
    }

    @Test(arguments: ["sdjwt-base.txt", "sdjwt-iat-fraction.txt"])
    func `an SD-JWT is accepted with whole seconds and with a fraction`(_ name: String) async throws {
        let text = try text(name).trimmingCharacters(in: .whitespacesAndNewlines)
        let verified = try await verifier().verify(text, keyBinding: .absent, at: Self.time)
        #expect(verified.issuedAt == 1_796_122_800 && verified.expiresAt == 1_798_718_400)
        await expectRejection(.expired) {
            _ = try await verifier().verify(text, keyBinding: .absent, at: Date(timeIntervalSince1970: 1_798_718_460))
        }
    }

    @Test func `fractions and exponents are accepted in every time of credential and key binding`() async throws {
        var forgery = Forgery(isBound: true)
        forgery.payload.set("iat", .decimal(Double(Sample.now) - 100.75))
        forgery.payload.set("nbf", .decimal(Double(Sample.now) - 100.25))
        forgery.payload.set("exp", .decimal(1.9e9))
        forgery.changeBinding = {
            $0.set("iat", .decimal(Double(Sample.now) - 0.5))
            $0.set("nbf", .decimal(1.7e9))
            $0.set("exp", .decimal(Double(Sample.now) + 0.5))
        }
        let text = try forgery.text()
        let verified = try await Sample.verifier.verify(text, keyBinding: .required(Sample.binding), at: Sample.time)
        #expect(verified.issuedAt == Sample.now - 101 && verified.expiresAt == 1_900_000_000)
    }

    @Test func `a fraction makes no token valid for longer`() async throws {
        var expired = Forgery()
        expired.payload.set("exp", .decimal(Double(Sample.now) - 59.5))
        let expiredText = try expired.text()
        await expectRejection(.expired) { _ = try await Sample.verifier.verify(expiredText, keyBinding: .absent, at: Sample.time) }
        var early = Forgery()
        early.payload.set("nbf", .decimal(Double(Sample.now) + 61.5))
        let earlyText = try early.text()
        await expectRejection(.notYetValid) { _ = try await Sample.verifier.verify(earlyText, keyBinding: .absent, at: Sample.time) }
        for (name, seconds) in [("iat", -359.5), ("iat", 61.5), ("exp", -59.5), ("nbf", 61.5)] {
            var bound = Forgery(isBound: true)
            bound.changeBinding = { $0.set(name, .decimal(Double(Sample.now) + seconds)) }
            let text = try bound.text()
            await expectRejection(.keyBindingTime, "\(name) \(seconds)") {
                _ = try await Sample.verifier.verify(text, keyBinding: .required(Sample.binding), at: Sample.time)
            }
        }
    }
}
