// SPDX-License-Identifier: EUPL-1.2

import DCQL
import Foundation
import JSON
import Testing
import VerifierWorld
import WalletInterface

@testable import WalletCore

/// The fitness of cards for sharing, and the reason why no card answers a query.
struct CardUsabilityTests {
    private static let now = SharedCards.now
    private static let list = ["https://issuer.test/1": [7]]
    /// The maximum age of a status in these tests, in seconds.
    private static let maximumAge: TimeInterval = 3600

    private static func date(_ seconds: TimeInterval) -> Date { now.addingTimeInterval(seconds) }

    private static let rows: [(entry: CardEntry, usability: CardUsability)] = [
        (SharedCards.entry("valid"), .usable),
        (SharedCards.entry("checked", updatedAt: date(1 - maximumAge), references: list), .usable),
        (SharedCards.entry("last", sdJWTs: 1, mdocs: 1), .usable),
        (SharedCards.entry("soon", issuedAt: date(-1000), expiresAt: date(1)), .usable),
        (SharedCards.entry("old status", updatedAt: date(-maximumAge), references: list), .statusUnknown),
        (SharedCards.entry("future status", updatedAt: date(301), references: list), .statusUnknown),
        (SharedCards.entry("odd status", status: .unknown, references: list), .statusUnknown),
        (SharedCards.entry("revoked", status: .revoked, references: list), .revoked),
        (SharedCards.entry("revoked before the list was lost", status: .revoked, updatedAt: date(-maximumAge)), .revoked),
        (SharedCards.entry("suspended", status: .suspended, references: list), .suspended),
        (SharedCards.entry("suspended, long ago", status: .suspended, updatedAt: date(-maximumAge), references: list), .suspended),
        (SharedCards.entry("over", expiresAt: now), .expired),
        (SharedCards.entry("not begun", validFrom: date(1), expiresAt: date(2)), .notYetValid),
        (SharedCards.entry("spent", sdJWTs: 0, mdocs: 0), .noCopy),
        (SharedCards.entry("spent, old status", sdJWTs: 0, mdocs: 0, updatedAt: date(-maximumAge), references: list), .noCopy),
        (SharedCards.entry("spent and revoked", sdJWTs: 0, mdocs: 0, status: .revoked, references: list), .revoked),
        (SharedCards.entry("spent and over", sdJWTs: 0, mdocs: 0, expiresAt: date(-1)), .expired),
    ]

    @Test(arguments: rows.indices, [QueriedFormat.sdJWT, .mdoc])
    func `only a card that is valid, or of unknown status, and has a copy left can be shared`(_ index: Int, _ format: QueriedFormat) {
        let (entry, expected) = Self.rows[index]
        let usability = entry.usability(as: format, at: Self.now, maximumAge: Self.maximumAge)
        #expect(usability == expected, "\(entry.id)")
        #expect(usability.isUsable == [.usable, .statusUnknown].contains(expected), "\(entry.id)")
        #expect(usability.missingCause?.rawValue == (usability.isUsable ? nil : expected.rawValue), "\(entry.id)")
    }

    @Test func `every usability occurs in the rows`() {
        #expect(Set(Self.rows.map(\.usability)) == Set(CardUsability.allCases))
    }

    @Test func `copies in one format do not help in the other`() {
        let entry = SharedCards.entry("c", sdJWTs: 0, mdocs: 1)
        #expect(entry.usability(as: .sdJWT, at: Self.now, maximumAge: Self.maximumAge) == .noCopy)
        #expect(entry.usability(as: .mdoc, at: Self.now, maximumAge: Self.maximumAge) == .usable)
    }

    // MARK: Why no card answers

    private static let key = Base64URL.encode([1, 2, 3])

    private static func credential(
        _ reference: String, format: QueriedFormat = .sdJWT, type: String = TestCards.sdJWTType, keys: [[UInt8]] = [],
        claims: JSONObject = ["family_name": "A"]
    ) -> QueriedCredential {
        QueriedCredential(reference: reference, format: format, types: [type], authorityKeys: keys, claims: claims, withheld: [])
    }

    /// Cards and the cause for a query for the family name `A` from an authority with the key 1, 2, 3.
    private static let misses: [(credentials: [QueriedCredential], cause: MissingCause)] = [
        ([], .notThere),
        ([credential("c", format: .mdoc)], .format),
        ([credential("c", type: "urn:other")], .notThere),
        ([credential("c", format: .mdoc), credential("d", type: "urn:other")], .notThere),
        ([credential("c")], .issuer),
        ([credential("c", keys: [[1, 2]]), credential("d", format: .mdoc), credential("e", type: "urn:other")], .issuer),
        ([credential("c", keys: [[1, 2, 3]], claims: ["given_name": "A"])], .notThere),
        ([credential("c", keys: [[1, 2, 3]], claims: ["family_name": "B"])], .notThere),
        ([credential("c"), credential("d", keys: [[1, 2, 3]], claims: [:])], .notThere),
    ]

    @Test(arguments: misses.indices)
    func `the cause is that of the card that comes nearest to an answer`(_ index: Int) throws {
        let (credentials, cause) = Self.misses[index]
        let query = SharedCards.sdJWTQuery(values: ["A"], authority: Self.key)
        var cards = QueriedCards()
        for credential in credentials { cards.append(credential, of: CardID(credential.reference), .usable) }
        let match = try SharedCards.match(query, in: cards.credentials)
        #expect(match.candidates.isEmpty)
        #expect(cards.missingCause(of: match) == cause)
    }

    /// The usabilities of cards that would answer, the newest first.
    private static let unusable: [(usabilities: [CardUsability], cause: MissingCause?)] = [
        ([.revoked], .revoked), ([.suspended], .suspended), ([.expired], .expired), ([.notYetValid], .notYetValid), ([.noCopy], .noCopy),
        ([.noCopy, .expired], .noCopy), ([.expired, .noCopy], .expired), ([.revoked, .usable], nil), ([.noCopy, .statusUnknown], nil),
        ([.usable], nil), ([.statusUnknown], nil),
    ]

    @Test(arguments: unusable.indices)
    func `if no card that would answer can be shared, the cause is the newest one's`(_ index: Int) throws {
        let (usabilities, cause) = Self.unusable[index]
        var cards = QueriedCards()
        for (number, usability) in usabilities.enumerated() {
            cards.append(Self.credential("c\(number)"), of: CardID("c\(number)"), usability)
        }
        // A card of another type does not change the cause.
        cards.append(Self.credential("other", type: "urn:other"), of: CardID("other"), .usable)
        let match = try SharedCards.match(SharedCards.sdJWTQuery(), in: cards.credentials)
        #expect(match.candidates.count == usabilities.count)
        #expect(cards.missingCause(of: match) == cause)
    }

    @Test func `the choice made first is the newest card that can be shared`() throws {
        var cards = QueriedCards()
        for (name, usability) in [("new", CardUsability.noCopy), ("middle", .statusUnknown), ("old", .usable)] {
            cards.append(Self.credential(name), of: CardID(name), usability)
        }
        let query = try DCQLQuery(["credentials": [.object(SharedCards.sdJWTQuery())]])
        let match = DCQLMatch(query, in: cards.credentials)
        let choice = match.standardChoice(usable: cards.isUsable, newestFirst: cards.newestFirst)
        #expect(choice?.references == ["a": ["middle"]])
    }
}
