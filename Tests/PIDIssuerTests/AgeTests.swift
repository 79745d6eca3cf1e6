// SPDX-License-Identifier: EUPL-1.2

import Crypto
import Foundation
import JOSE
import JSON
import OpenID4VCI
import SDJWT
import StatusList
import Testing

@testable import PIDIssuer

/// The claim that a person is 18 or older: true from the birthday on, by the calendar of the Netherlands, in both formats.
@Suite(.timeLimit(.minutes(20))) struct AgeTests {
    private static func person(born birthDate: BirthDate) -> Person {
        Person(
            citizenServiceNumber: "999991772", givenName: "Willeke", familyName: "De Bruijn", birthDate: birthDate,
            birthPlace: Person.Place(country: "NL", locality: "Delft"), nationalities: ["NL"], sex: .female, address: nil)
    }

    private func maker(_ signer: DocumentSigner) throws -> CredentialMaker {
        CredentialMaker(
            issuer: IssuerStage.issuer, signer: signer, lifetime: 90 * 86_400,
            zone: try #require(TimeZone(identifier: PIDContents.timeZone)), random: IssuerStage.random)
    }

    /// A PID of a person who is 18 or older, or not.
    private func credential(_ kind: PIDKind, _ isAdult: Bool, _ stage: IssuerStage) async throws -> String {
        let birthDate = try #require(BirthDate(2000, 1, 1))
        let contents = PIDContents(
            person: Self.person(born: birthDate), recoveryCode: "code", issuanceDate: "2026-11-27", expiryDate: "2027-02-25",
            isAdult: isAdult)
        return try await maker(stage.signer).credential(
            kind, of: contents, for: JWK(P256.Signing.PrivateKey().publicKey),
            status: StatusListReference(index: 1, uri: IssuerStage.issuer.text + "/status-lists/1"), now: stage.now)
    }

    private static let days: [(BirthDate?, String, Bool)] = [
        // One second before the birthday in the Netherlands, and its first second.
        (BirthDate(2008, 11, 27), "2026-11-26T22:59:59Z", false), (BirthDate(2008, 11, 27), "2026-11-26T23:00:00Z", true),
        (BirthDate(2008, 7, 1), "2026-06-30T21:59:59Z", false), (BirthDate(2008, 7, 1), "2026-06-30T22:00:00Z", true),
        (BirthDate(2009, 1, 1), "2026-12-31T12:00:00Z", false), (BirthDate(2008, 12, 31), "2026-12-31T12:00:00Z", true),
        // Born on a day that the year does not have.
        (BirthDate(2012, 2, 29), "2030-02-28T12:00:00Z", false), (BirthDate(2012, 2, 29), "2030-03-01T12:00:00Z", true),
        // The day, or day and month, are not known.
        (BirthDate(2008, 11), "2026-11-29T12:00:00Z", false), (BirthDate(2008, 11), "2026-11-30T12:00:00Z", true),
        (BirthDate(2008, 2), "2026-02-28T12:00:00Z", false), (BirthDate(2008, 2), "2026-03-01T12:00:00Z", true),
        (BirthDate(2008), "2026-12-30T12:00:00Z", false), (BirthDate(2008), "2026-12-31T12:00:00Z", true),
        (BirthDate(1900, 1, 1), "2026-11-27T12:00:00Z", true), (BirthDate(2030, 1, 1), "2026-11-27T12:00:00Z", false),
    ]

    @Test(arguments: days)
    func `a person is 18 from the birthday on, and never too early`(birthDate: BirthDate?, now: String, isAdult: Bool) async throws {
        let person = Self.person(born: try #require(birthDate))
        let seconds = Int64(try Date(now, strategy: .iso8601).timeIntervalSince1970)
        let contents = try maker(try await IssuerStage().signer).contents(of: person, recoveryCode: "code", now: seconds)
        #expect(contents.isAdult == isAdult)
    }

    @Test(arguments: PIDKind.allCases, [true, false])
    func `both formats say it, for a minor as well`(kind: PIDKind, isAdult: Bool) async throws {
        let stage = try await IssuerStage()
        let text = try await credential(kind, isAdult, stage)
        #expect(try await Judge(stage).read(text).isAdult == isAdult)
    }

    @Test func `the age is disclosed without the date of birth, and the date without the age`() async throws {
        let stage = try await IssuerStage()
        let whole = try CompactSDJWT(parsing: try await credential(.sdJWT, true, stage))
        let age = try await Judge(stage).read(try whole.disclosing([["age_equal_or_over", "18"]]).serialized)
        #expect(age.isAdult == true && age.birthDate == nil && age.familyName == nil)
        let date = try await Judge(stage).read(try whole.disclosing([["birthdate"]]).serialized)
        #expect(date.isAdult == nil && date.birthDate == "2000-01-01")
    }

    @Test func `the metadata has its name in each language, and its place in each format`() throws {
        #expect(PIDClaim.isAdult.names.map(\.name) == ["18 or older", "18 jaar of ouder", "18 Jahre oder älter"])
        let paths = PIDKind.allCases.map { kind in PIDClaim.isAdult.descriptions(in: kind).map(\.path) }
        #expect(paths == [[["age_equal_or_over", "18"]], [["eu.europa.ec.eudi.pid.nl.1", "age_over_18"]]])
        let metadata = String(decoding: TypeMetadata.json(with: .crown).encode(), as: UTF8.self)
        #expect(metadata.contains("\"path\":[\"age_equal_or_over\",\"18\"]"))
    }
}
