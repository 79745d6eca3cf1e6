// SPDX-License-Identifier: EUPL-1.2

import Foundation
import JSON
import SDJWT
import StatusList
import SwiftASN1
import Testing
import X509

/// Status lists as other issuers make them (`Tests/Fixtures/Field`), and times with a fraction or an exponent.
struct FieldTests {
    private func text(_ name: String) throws -> String {
        let folder = URL(filePath: #filePath).appending(path: "../../Fixtures/Field").standardizedFileURL
        return try String(contentsOf: folder.appending(path: name), encoding: .utf8)
    }

    private func verify(_ name: String, at time: TimeInterval = 1_796_126_400) async throws -> StatusListToken {
        let root = try Certificate(pemDocument: PEMDocument(pemString: text("issuer-root.pem")))
        return try await StatusListVerifier(trust: .certificates(roots: [root])).verify(
            text(name).trimmingCharacters(in: .whitespacesAndNewlines), from: "https://issuer.example/status/1",
            at: Date(timeIntervalSince1970: time))
    }

    @Test(arguments: ["statuslist-base.jwt", "statuslist-ttl-decimal.jwt"])
    func `a status list is accepted with a whole and with a decimal ttl`(_ name: String) async throws {
        let token = try await verify(name)
        #expect(token.timeToLive == 43_200 && token.issuedAt == 1_796_126_340 && token.expiresAt == 1_796_212_800)
        #expect(try token.list.status(at: 0) == .valid)
        let error = await #expect(throws: StatusListRejection.self) { _ = try await verify(name, at: 1_796_212_860) }
        #expect(error?.reason == .expired)
    }

    @Test func `a status list's times may have fractions and exponents, and are never longer for it`() async throws {
        let tests = RefusalTests()
        let now = Double(RefusalTests.now)
        let text = try RefusalTests.sign(
            RefusalTests.claims {
                $0.set("iat", .decimal(now + 0.5))
                $0.set("exp", .decimal(now + 600.9))
                $0.set("ttl", .decimal(6.0059e2))
            })
        let token = try await tests.verify(text)
        #expect(token.issuedAt == RefusalTests.now && token.expiresAt == RefusalTests.now + 600 && token.timeToLive == 600)
    }

    @Test func `a ttl of less than a second counts as a second`() async throws {
        let short = try RefusalTests.sign(RefusalTests.claims { $0.set("ttl", .decimal(0.25)) })
        #expect(try await RefusalTests().verify(short).timeToLive == 1)
    }
}
