// SPDX-License-Identifier: EUPL-1.2

import Crypto
import Foundation
import JOSE
import OpenID4VCI
import StatusList
import Testing

@testable import PIDIssuer

/// The days on which a PID begins and ends are days in the Netherlands.
@Suite(.timeLimit(.minutes(20))) struct ValidityTests {
    private func maker(_ signer: DocumentSigner, lifetime: Int64 = 90 * 86_400) throws -> CredentialMaker {
        CredentialMaker(
            issuer: IssuerStage.issuer, signer: signer, lifetime: lifetime,
            zone: try #require(TimeZone(identifier: PIDContents.timeZone)), random: IssuerStage.random)
    }

    private func seconds(_ text: String) throws -> Int64 { Int64(try Date(text, strategy: .iso8601).timeIntervalSince1970) }

    @Test(arguments: [
        // One second before and at midnight, in winter and in summer.
        ("2026-11-25T22:59:59Z", "2026-11-25", "2027-02-23", "2027-02-23T23:00:00Z"),
        ("2026-11-25T23:00:00Z", "2026-11-26", "2027-02-24", "2027-02-24T23:00:00Z"),
        ("2026-06-30T21:59:59Z", "2026-06-30", "2026-09-28", "2026-09-28T22:00:00Z"),
        ("2026-06-30T22:00:00Z", "2026-07-01", "2026-09-29", "2026-09-29T22:00:00Z"),
        // The last day has 23 and 25 hours.
        ("2026-12-28T12:00:00Z", "2026-12-28", "2027-03-28", "2027-03-28T22:00:00Z"),
        ("2026-07-27T12:00:00Z", "2026-07-27", "2026-10-25", "2026-10-25T23:00:00Z"),
    ])
    func `a PID is valid until the end of its day of expiry in the Netherlands`(
        now: String, issued: String, expires: String, end: String
    ) async throws {
        let maker = try maker(try await IssuerStage().signer)
        let person = try #require(TestPersons().all.first)
        let (now, end) = (try seconds(now), try seconds(end))
        let contents = maker.contents(of: person, recoveryCode: "code", now: now)
        #expect(contents.issuanceDate == issued)
        #expect(contents.expiryDate == expires)
        #expect(maker.end(now: now) == end)
    }

    @Test(arguments: PIDKind.allCases) func `both formats end at the end of the day of expiry`(kind: PIDKind) async throws {
        let stage = try await IssuerStage()
        let maker = try maker(stage.signer)
        let person = try #require(TestPersons().all.first)
        let contents = maker.contents(of: person, recoveryCode: "code", now: stage.now)
        let text = try await maker.credential(
            kind, of: contents, for: JWK(P256.Signing.PrivateKey().publicKey),
            status: StatusListReference(index: 1, uri: IssuerStage.issuer.text + "/status-lists/1"), now: stage.now)
        #expect(try await Judge(stage).read(text).expiresAt == maker.end(now: stage.now))
    }

    @Test func `a PID that lives for less than a day ends with the day of its issuance`() async throws {
        let maker = try maker(try await IssuerStage().signer, lifetime: 3600)
        let (lastSecond, midnight) = (try seconds("2026-11-25T22:59:59Z"), try seconds("2026-11-25T23:00:00Z"))
        #expect(maker.end(now: lastSecond) == midnight)
    }
}
