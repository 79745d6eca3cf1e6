// SPDX-License-Identifier: EUPL-1.2

import DCQL
import Foundation
import GRDB
import JSON
import ProviderProtocol
import SDJWT
import Testing
import VerifierWorld
import WalletInterface

@testable import WalletCore

/// A copy goes into one answer: it is taken out with its key in one transaction, and never comes back.
struct SpentCopyTests {
    private let phone: Phone

    init() throws { phone = try Phone() }

    private func core(_ entries: CardEntry...) async throws -> Core { try await SharedCards.core(on: phone, entries) }

    // MARK: The choice of a copy

    @Test func `the chosen copy is the last one, the same one until it is spent, and then another`() async throws {
        let core = try await core(SharedCards.entry("c0", sdJWTs: 3))
        let first = try #require(try await core.unusedCopy("c0", .sdJWT))
        #expect(first.name == "c0.sd.2" && first.key.text == SharedCards.keyID("c0.sd.2"))
        #expect(try await core.unusedCopy("c0", .sdJWT) == first)
        #expect(try await core.spend([first]))
        #expect(try await core.unusedCopy("c0", .sdJWT)?.name == "c0.sd.1")
        #expect(try await core.unusedCopy("c0", .mdoc)?.name == "c0.mdoc.1")
    }

    @Test func `the claims that a query sees are those of the chosen copy`() async throws {
        let other = try await TestCards.sdJWT { $0.set("family_name", "Other") }
        let core = try await SharedCards.core(
            on: phone, [SharedCards.entry("c0", mdocs: 0)], credentials: ["c0.sd.1": other.serialized])
        #expect(try await core.queriedCards().credentials.first?.claims["family_name"] == "Other")
        let copy = try #require(try await core.unusedCopy("c0", .sdJWT))
        #expect(copy.contents == .sdJWT(other))
        #expect(try await core.spend([copy]))
        #expect(try await core.queriedCards().credentials.first?.claims["family_name"] == "van der Berg")
    }

    @Test func `there is no copy of an unknown card, nor in a format without copies`() async throws {
        let core = try await core(SharedCards.entry("c0", mdocs: 0))
        #expect(try await core.unusedCopy("c1", .sdJWT) == nil)
        #expect(try await core.unusedCopy("c0", .mdoc) == nil)
    }

    @Test(arguments: ["DELETE FROM copy WHERE name = 'c0.sd.1'", "UPDATE copy SET sealed = randomblob(400) WHERE name = 'c0.sd.1'"])
    func `a damaged copy is not passed over for another one`(sql: String) async throws {
        let core = try await SharedCards.core(on: phone, [SharedCards.entry("c0")]) {
            let database = try DatabaseQueue(path: phone.file)
            try await database.write { try $0.execute(sql: sql) }
            try database.close()
        }
        await expect(.storeDamaged) { try await core.unusedCopy("c0", .sdJWT) }
        #expect(await core.cardChecks[CardID("c0")] == false)
    }

    @Test func `a copy whose key has no identifier of the provider is not chosen`() async throws {
        let core = try await core(SharedCards.entry("c0"))
        let credential = try await TestCards.sdJWT().serialized
        try await core.store().change { changes throws(WalletCoreError) in
            try changes.set(.copy("c0.sd.1"), to: StoredCopy(credential: credential, keyID: "no key"))
        }
        await expect(.storeDamaged) { try await core.unusedCopy("c0", .sdJWT) }
    }

    // MARK: Spending

    @Test func `spending takes copies out of their cards and puts their keys on the idle list, all in one change`() async throws {
        let core = try await core(SharedCards.entry("c0"), SharedCards.entry("c1"))
        try await core.store().change { changes throws(WalletCoreError) in try changes.set(.idleKeys, to: ["earlier"]) }
        let sdJWT = try #require(try await core.unusedCopy("c0", .sdJWT))
        let mdoc = try #require(try await core.unusedCopy("c1", .mdoc))
        let (isSpent, changes) = try await core.writes(spending: [sdJWT, mdoc])
        #expect(isSpent && Set(changes.writes.map(\.table)) == [.cardEntry, .copy, .pending])
        // Nothing is written yet.
        #expect(try await core.unusedCopy("c0", .sdJWT) == sdJWT)
        #expect(try await core.store().value(.idleKeys) == ["earlier"])

        #expect(try await core.spend([sdJWT, mdoc]))
        #expect(try await core.store().value(.idleKeys) == ["earlier", sdJWT.key.text, mdoc.key.text])
        let entries = try await core.readCards()
        #expect(entries.map(\.sdJWTs) == [["c0.sd.0"], ["c1.sd.0", "c1.sd.1"]])
        #expect(entries.map(\.mdocs) == [["c0.mdoc.0", "c0.mdoc.1"], ["c1.mdoc.0"]])
        let rows = Set(try await core.store().sealedValues(in: .copy).map(\.name))
        #expect(rows == Set(entries.flatMap(\.copyNames)) && rows.count == 6)
    }

    @Test func `the last copy in a format stays readable, cannot be chosen, and tells that the card ran out of copies`() async throws {
        let core = try await core(SharedCards.entry("c0", sdJWTs: 1))
        let copy = try #require(try await core.unusedCopy("c0", .sdJWT))
        #expect(try await core.spend([copy]))
        #expect(try await core.unusedCopy("c0", .sdJWT) == nil)
        let entry = try #require(try await core.readCards().first)
        #expect(entry.sdJWTs.isEmpty && entry.spentSDJWT == "c0.sd.0" && entry.readableSDJWTs == ["c0.sd.0"])
        #expect(try await core.store().opens(.copy("c0.sd.0")))

        let cards = try await core.queriedCards()
        let reference = QueriedCards.reference(CardID("c0"), as: .sdJWT)
        let match = try SharedCards.match(SharedCards.sdJWTQuery(values: ["van der Berg"]), in: cards.credentials)
        #expect(match.candidates.map(\.reference) == [reference])
        #expect(!cards.isUsable(reference) && cards.missingCause(of: match) == .noCopy)
        #expect(cards.isUsable(QueriedCards.reference(CardID("c0"), as: .mdoc)))
    }

    @Test func `two copies of a card in one format leave only the last one readable`() async throws {
        let core = try await core(SharedCards.entry("c0"))
        let later = try #require(try await core.unusedCopy("c0", .mdoc))
        #expect(try await core.spend([later]))
        #expect(try await !core.store().opens(.copy(later.name)))
        let last = try #require(try await core.unusedCopy("c0", .mdoc))
        #expect(try await core.spend([last]))
        #expect(try await core.readCards().first?.spentMDoc == last.name)
        #expect(try await core.store().opens(.copy(last.name)))
    }

    @Test func `a copy that answers two queries is spent once`() async throws {
        let core = try await core(SharedCards.entry("c0"))
        let copy = try #require(try await core.unusedCopy("c0", .sdJWT))
        #expect(try await core.spend([copy, copy]))
        #expect(try await core.readCards().first?.sdJWTs == ["c0.sd.0"])
        #expect(try await core.store().value(.idleKeys) == [copy.key.text])
    }

    @Test func `spending nothing writes nothing`() async throws {
        let core = try await core(SharedCards.entry("c0"))
        let (isSpent, changes) = try await core.writes(spending: [])
        #expect(isSpent && changes.writes.isEmpty)
    }

    @Test func `copies that are spent while the cards are checked make no card seem damaged`() async throws {
        let names = (10..<60).map { "c\($0)" }
        let core = try await SharedCards.core(on: phone, names.map { SharedCards.entry($0, mdocs: 0) })
        async let checked: Void = core.checkCards()
        // The check takes the cards in the other order.
        try await core.spendNext(of: names.reversed())
        try await checked
        let checks = await core.cardChecks
        #expect(checks.count == names.count && checks.values.allSatisfy(\.self))
        #expect(try await core.readCards().map(\.sdJWTs) == names.map { ["\($0).sd.0"] })
    }

    @Test(arguments: [StoredPID.Recovery.undisclosed, .known, .refused])
    func `the key of the PID's last SD-JWT is kept until the provider knows the recovery code`(recovery: StoredPID.Recovery) async throws {
        let core = try await core(SharedCards.entry("c0", sdJWTs: 2, mdocs: 1), SharedCards.entry("c1", sdJWTs: 1))
        try await core.store().change { changes throws(WalletCoreError) in
            try changes.set(.pid, to: StoredPID(card: CardID("c0"), recovery: recovery))
        }
        var keys: [WalletKeyID] = []
        for (card, format) in [("c0", QueriedFormat.sdJWT), ("c0", .mdoc), ("c1", .sdJWT), ("c0", .sdJWT)] {
            let copy = try #require(try await core.unusedCopy(card, format))
            #expect(try await core.spend([copy]))
            keys.append(copy.key)
        }
        #expect(try await core.store().value(.idleKeys) == keys.map(\.text))
        #expect(try await core.deletableKeys() == (recovery == .undisclosed ? Array(keys.dropLast()) : keys))
    }

    // MARK: Refused

    @Test func `a copy that was spent is refused, with the unused copies beside it`() async throws {
        let core = try await core(SharedCards.entry("c0"), SharedCards.entry("c1"))
        let spent = try #require(try await core.unusedCopy("c1", .sdJWT))
        #expect(try await core.spend([spent]))
        let unused = try #require(try await core.unusedCopy("c0", .sdJWT))
        for copies in [[spent], [unused, spent], [spent, unused]] {
            let (isSpent, changes) = try await core.writes(spending: copies)
            #expect(!isSpent && changes.writes.isEmpty)
        }
        #expect(try await core.unusedCopy("c0", .sdJWT) == unused)
    }

    @Test func `the last copy of a card is not spent twice, although it stays readable`() async throws {
        let core = try await core(SharedCards.entry("c0", sdJWTs: 1))
        let copy = try #require(try await core.unusedCopy("c0", .sdJWT))
        #expect(try await core.spend([copy]))
        #expect(try await !core.spend([copy]))
        #expect(try await core.store().value(.idleKeys) == [copy.key.text])
    }

    @Test func `a copy of a card that was replaced is refused`() async throws {
        let core = try await core(SharedCards.entry("c0"))
        let copy = try #require(try await core.unusedCopy("c0", .sdJWT))
        try await core.store().change { $0.remove(.cardEntry(CardID("c0"))) }
        let (isSpent, changes) = try await core.writes(spending: [copy])
        #expect(!isSpent && changes.writes.isEmpty)
    }

    @Test func `a copy is refused as one of the other format`() async throws {
        let core = try await core(SharedCards.entry("c0"))
        let copy = try #require(try await core.unusedCopy("c0", .sdJWT))
        let other = UnusedCopy(card: copy.card, format: .mdoc, name: copy.name, key: copy.key, contents: copy.contents)
        #expect(try await !core.spend([other]))
        #expect(try await core.readCards() == [SharedCards.entry("c0")])
    }

    // MARK: The stored form

    @Test func `an entry with spent copies is read as it was stored, and a wrong form is refused`() throws {
        var entry = SharedCards.entry("c0", sdJWTs: 1, mdocs: 1)
        #expect(entry.spend("c0.sd.0", as: .sdJWT) && entry.spend("c0.mdoc.0", as: .mdoc))
        #expect(entry.copyNames == ["c0.sd.0", "c0.mdoc.0"])
        let row = try JSONEncoder().encode(entry)
        #expect(CardEntry(row: row) == entry)
        #expect(try JSONDecoder().decode(CardEntry.self, from: row) == entry)
        for name in ["spentSDJWT", "spentMDoc"] {
            var other = try JSONObject(parsing: Array(row))
            other.set(name, 7)
            #expect(CardEntry(row: Data(other.encode())) == nil, "\(name)")
        }
    }
}
