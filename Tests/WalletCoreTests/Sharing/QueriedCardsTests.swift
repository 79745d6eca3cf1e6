// SPDX-License-Identifier: EUPL-1.2

import CBOR
import DCQL
import Foundation
import GRDB
import JSON
import MDoc
import Testing
import VerifierWorld
import WalletInterface
import X509

@testable import WalletCore

/// The wallet's cards as a query sees them.
struct QueriedCardsTests {
    private let phone: Phone

    init() throws { phone = try Phone() }

    /// The key identifier of an authority's certificate, as a query names it.
    private static func keyID(_ authority: TestSigner) -> String {
        Base64URL.encode(Array(SubjectKeyIdentifier(hash: authority.certificate.publicKey).keyIdentifier))
    }

    private func change(_ sql: String) async throws {
        let database = try DatabaseQueue(path: phone.file)
        try await database.write { try $0.execute(sql: sql) }
        try database.close()
    }

    @Test func `a card is one credential in each format, with the claims of its copy`() async throws {
        let cards = try await SharedCards.core(on: phone, [SharedCards.entry("c0")]).queriedCards()
        let (sdJWT, mdoc) = (try #require(cards.credentials.first), try #require(cards.credentials.last))
        #expect(cards.credentials.count == 2 && sdJWT.format == .sdJWT && mdoc.format == .mdoc)
        #expect(sdJWT.claims["family_name"] == "van der Berg" && sdJWT.claims["nationalities"] == ["NL", "BE"])
        #expect(
            mdoc.claims == [
                TestCards.nameSpace.text: [
                    "family_name": "van der Berg", "given_name": "Zoë", "birth_date": "1990-01-02", "age_over_18": true,
                    "nationality": ["NL", "BE"],
                ]
            ])
        #expect(sdJWT.types == [TestCards.sdJWTType] && mdoc.types == [TestCards.documentType.text])
        #expect(cards.cards[sdJWT.reference] == QueriedCards.Card(id: CardID("c0"), format: .sdJWT, usability: .usable, copy: "c0.sd.1"))
        #expect(cards.cards[mdoc.reference] == QueriedCards.Card(id: CardID("c0"), format: .mdoc, usability: .usable, copy: "c0.mdoc.1"))
        #expect(cards.unreadable.isEmpty && !cards.isUsable("other"))
    }

    @Test func `a card without copies in a format is no credential in that format`() async throws {
        let cards = try await SharedCards.core(on: phone, [SharedCards.entry("c0", mdocs: 0)]).queriedCards()
        #expect(cards.credentials.map(\.format) == [.sdJWT])
        #expect(try SharedCards.match(SharedCards.mdocQuery(), in: cards.credentials).candidates.isEmpty)
    }

    @Test func `the newest card comes first, and equally new cards are in the reverse order of their identifiers`() async throws {
        let entries = [("b", 0.0), ("a", 2), ("d", 1), ("c", 1)].map { name, second in
            SharedCards.entry(name, sdJWTs: 1, mdocs: 0, issuedAt: SharedCards.now.addingTimeInterval(second))
        }
        let cards = try await SharedCards.core(on: phone, entries).queriedCards()
        #expect(cards.newestFirst == ["a", "d", "c", "b"].map { QueriedCards.reference(CardID($0), as: .sdJWT) })
    }

    @Test func `cards of which a copy is spent during the call are offered with the next one`() async throws {
        let names = (10..<60).map { "c\($0)" }
        let core = try await SharedCards.core(on: phone, names.map { SharedCards.entry($0, mdocs: 0) })
        async let queried = core.queriedCards()
        // The query takes the cards in the other order.
        try await core.spendNext(of: names)
        let cards = try await queried
        #expect(cards.newestFirst == names.reversed().map { QueriedCards.reference(CardID($0), as: .sdJWT) })
        #expect(cards.unreadable.isEmpty && cards.cards.values.allSatisfy { $0.usability == .usable })
    }

    // MARK: What a query finds

    @Test func `a type that the card's type extends finds the card only if the configuration says so`() async throws {
        let core = try await SharedCards.core(on: phone, [SharedCards.entry("c0")])
        let query = SharedCards.sdJWTQuery(type: "urn:eudi:pid:1")
        let alone = try SharedCards.match(query, in: try await core.queriedCards().credentials)
        #expect(alone.candidates.isEmpty && alone.misses.map(\.cause) == [.type, .format])
        let unrelated = try await core.queriedCards(["urn:other": ["urn:eudi:pid:1"]])
        #expect(try SharedCards.match(query, in: unrelated.credentials).candidates.isEmpty)
        let parents = try await core.queriedCards([TestCards.sdJWTType: ["urn:eudi:pid:1"]])
        #expect(try SharedCards.match(query, in: parents.credentials).candidates.map(\.reference) == [parents.newestFirst[0]])
    }

    @Test func `a document type extends no other type`() async throws {
        let core = try await SharedCards.core(on: phone, [SharedCards.entry("c0")])
        let cards = try await core.queriedCards([TestCards.documentType.text: ["org.other"], TestCards.sdJWTType: ["org.other"]])
        #expect(try SharedCards.match(SharedCards.mdocQuery(type: "org.other"), in: cards.credentials).candidates.isEmpty)
    }

    @Test func `no query finds the recovery code, in either format`() async throws {
        let elements = TestCards.elements + [MDocElement(TestCards.nameSpace, "recovery_code", .text("not to be shown"))]
        let mdoc = try await SharedCards.mdoc(elements)
        let cards = try await SharedCards.core(on: phone, [SharedCards.entry("c0")], mdoc: mdoc).queriedCards()
        #expect(cards.credentials.count == 2)
        for query in [SharedCards.sdJWTQuery(path: ["recovery_code"]), SharedCards.mdocQuery(element: "recovery_code")] {
            let match = try SharedCards.match(query, in: cards.credentials)
            #expect(match.candidates.isEmpty && match.misses.contains { $0.cause == .claim })
        }
    }

    @Test func `an element without a form in JSON can be asked for, but equals no value`() async throws {
        let mdoc = try await SharedCards.mdoc([MDocElement(TestCards.nameSpace, "odd", .tagged(22, .text("x")))])
        let cards = try await SharedCards.core(on: phone, [SharedCards.entry("c0", sdJWTs: 0)], mdoc: mdoc).queriedCards()
        #expect(cards.credentials.first?.claims == [TestCards.nameSpace.text: ["odd": nil]])
        #expect(try SharedCards.match(SharedCards.mdocQuery(element: "odd"), in: cards.credentials).candidates.count == 1)
        for value in ["x", 0, false] as [JSONValue] {
            let match = try SharedCards.match(SharedCards.mdocQuery(element: "odd", values: [value]), in: cards.credentials)
            #expect(match.candidates.isEmpty && match.misses.map(\.cause) == [.value])
        }
    }

    @Test func `a query finds the card by the authority that certified its issuer, and by no other`() async throws {
        let cards = try await SharedCards.core(on: phone, [SharedCards.entry("c0")]).queriedCards()
        let (own, other) = (Self.keyID(VerifierWorld.issuerRoot), Self.keyID(VerifierWorld.accessRoot))
        for query in [SharedCards.sdJWTQuery(authority: own), SharedCards.mdocQuery(authority: own)] {
            #expect(try SharedCards.match(query, in: cards.credentials).candidates.count == 1)
        }
        for query in [SharedCards.sdJWTQuery(authority: other), SharedCards.mdocQuery(authority: other)] {
            let foreign = try SharedCards.match(query, in: cards.credentials)
            #expect(foreign.candidates.isEmpty && foreign.misses.contains { $0.cause == .authority })
        }
    }

    // MARK: What is not offered

    @Test func `a locked wallet gives no cards`() async throws {
        let core = try await SharedCards.core(on: phone, [SharedCards.entry("c0")])
        await core.lock()
        await expect(.locked) { try await core.queriedCards() }
    }

    @Test(arguments: [
        "DELETE FROM copy WHERE name = 'c1.sd.1'", "DELETE FROM copy WHERE name = 'c1.mdoc.1'",
        "UPDATE copy SET sealed = randomblob(400) WHERE name = 'c1.sd.1'",
        "UPDATE copy SET sealed = (SELECT sealed FROM copy WHERE name = 'c0.mdoc.1') WHERE name = 'c1.mdoc.1'",
    ])
    func `a card with a damaged copy is offered in no format, and the other cards are`(sql: String) async throws {
        let core = try await SharedCards.core(on: phone, [SharedCards.entry("c0"), SharedCards.entry("c1")]) { try await change(sql) }
        let cards = try await core.queriedCards()
        #expect(cards.unreadable == [CardID("c1")])
        #expect(Set(cards.cards.values.map(\.id)) == [CardID("c0")] && cards.credentials.count == 2)
        #expect(await core.cardChecks[CardID("c1")] == false)
    }

    @Test func `a card that was found damaged is not offered, even if the copy to disclose is intact`() async throws {
        let core = try await SharedCards.core(on: phone, [SharedCards.entry("c0")]) {
            try await change("DELETE FROM copy WHERE name = 'c0.sd.0'")
        }
        try await core.checkCards()
        let cards = try await core.queriedCards()
        #expect(cards.credentials.isEmpty && cards.unreadable == [CardID("c0")])
    }

    @Test(arguments: ["c0.sd.1", "c0.mdoc.1"], ["", "~", "e30.e30.AAAA~", "oA", "***"])
    func `a copy that is no credential in its format makes the card unreadable`(name: String, credential: String) async throws {
        let core = try await SharedCards.core(on: phone, [SharedCards.entry("c0")], credentials: [name: credential])
        let cards = try await core.queriedCards()
        #expect(cards.credentials.isEmpty && cards.unreadable == [CardID("c0")])
    }
}
