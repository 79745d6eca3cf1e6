// SPDX-License-Identifier: EUPL-1.2

import Foundation
import GRDB
import PhoneSimulator
import PlatformSupport
import ProviderProtocol
import StatusList
import Synchronization
import Testing
import WalletInterface

@testable import WalletCore

/// A card that the person deletes (UC7.4), with a real provider: its keys are really deleted there, and no others.
@Suite(.timeLimit(.minutes(20)))
struct DeleteCardTests {
    /// An unlocked wallet with a PID and another card, each with its own status list. The right PIN was just entered.
    ///
    /// - Parameter lists: the paths of the lists. They are fetched in the order of their names.
    private func twoCards(
        _ fixture: Fixture, lists: (card: String, pid: String) = ("/status", "/status/2")
    ) async throws -> (core: Core, card: CardID) {
        fixture.issuer.state.withLock { $0.statusPath = lists.card }
        let core = try await fixture.coreWithPID()
        let card = try await core.makeOrdinary()
        fixture.issuer.state.withLock { $0.statusPath = lists.pid }
        _ = try await fixture.preview(core)
        try await fixture.accept(core)
        #expect(try await core.unlock(pin: pin(Fixture.right)) == .valid)
        return (core, card)
    }

    @Test func `without a network a card is deleted, and the next right PIN deletes its keys at the provider`() async throws {
        try await Fixture.with { fixture in
            let (core, card) = try await twoCards(fixture)
            let (all, keys) = (try await fixture.keyNames(), try await core.keyNames(of: card))
            #expect(keys.count == 6 && all.count == 12 && all.isSuperset(of: keys))
            fixture.network.isOffline = true
            let sent = fixture.network.sent.count
            try await core.deleteCard(card)
            #expect(fixture.network.sent.count == sent)
            #expect(try await core.cardDetails(card) == nil)
            #expect(try await core.events().map(\.kind) == [.deleted, .issued, .issued])
            fixture.network.isOffline = false
            #expect(try await fixture.keyNames() == all)
            #expect(try await core.unlock(pin: pin(Fixture.right)) == .valid)
            #expect(try await fixture.keyNames() == all.subtracting(keys))
            #expect(try await core.idleKeys() == nil)
            // The PID is whole, and can be renewed.
            #expect(try await core.hasPID())
            _ = try await fixture.preview(core)
            try await fixture.accept(core)
            #expect(try await fixture.keyCount() == 6)
        }
    }

    @Test func `a wrong PIN deletes no key`() async throws {
        try await Fixture.with { fixture in
            let (core, card) = try await twoCards(fixture)
            try await core.deleteCard(card)
            #expect(try await core.unlock(pin: pin(Fixture.wrong)) != .valid)
            #expect(try await fixture.keyCount() == 12)
            #expect(try await core.idleKeys()?.count == 6)
        }
    }

    @Test(arguments: [true, false])
    func `a lost request or reply is made good with the PIN after it, also in another process`(isReply: Bool) async throws {
        try await Fixture.with { fixture in
            let (core, card) = try await twoCards(fixture)
            let (all, keys) = (try await fixture.keyNames(), try await core.keyNames(of: card))
            try await core.deleteCard(card)
            fixture.network.stage(isReply ? .loseReply : .fail(.offline), at: .instruction(.deleteKeys))
            #expect(try await core.unlock(pin: pin(Fixture.right)) == .valid)
            #expect(try await fixture.keyNames() == (isReply ? all.subtracting(keys) : all))
            // The same bytes are sent once more after a lost reply.
            #expect(try await core.idleKeys().map { Set($0) } == (isReply ? nil : keys))
            let next = try await fixture.openCore()
            #expect(try await fixture.keyNames() == all.subtracting(keys))
            #expect(try await next.idleKeys() == nil)
            #expect(try await next.events().map(\.kind) == [.deleted, .issued, .issued])
        }
    }

    @Test func `the key of a copy that cannot be read stays at the provider, and the others go`() async throws {
        try await Fixture.with { fixture in
            let (core, card) = try await twoCards(fixture)
            let keys = try await core.keyNames(of: card)
            let database = try DatabaseQueue(path: fixture.directory.appending(path: "app/wallet.db").path)
            try await database.write { database in
                try database.execute(
                    sql: "UPDATE copy SET sealed = randomblob(400) WHERE name = ?", arguments: [card.text + ".sd.1"])
            }
            try database.close()
            try await core.deleteCard(card)
            #expect(try await core.unlock(pin: pin(Fixture.right)) == .valid)
            #expect(try await fixture.keyNames().intersection(keys).count == 1)
            #expect(try await fixture.keyCount() == 7)
        }
    }

    @Test func `the status list of a deleted card is dropped, and not fetched again`() async throws {
        try await Fixture.with { fixture in
            let (core, card) = try await twoCards(fixture)
            #expect(try await core.refreshCardStatuses())
            #expect(try await core.listAddresses == [TestIssuer.url + "/status", TestIssuer.url + "/status/2"])
            try await core.deleteCard(card)
            #expect(try await core.listAddresses == [TestIssuer.url + "/status/2"])
            fixture.clock.advance(by: 90)
            let sent = fixture.network.sent.count
            #expect(try await core.refreshCardStatuses())
            #expect(fixture.network.sent.dropFirst(sent).map(\.path) == ["/status/2"])
        }
    }

    @Test func `a card that is deleted while its status is fetched does not come back`() async throws {
        try await Fixture.with { fixture in
            let (core, card) = try await twoCards(fixture)
            try fixture.issuer.setStatus(.invalid)
            fixture.network.stage(.wait { try? await core.deleteCard(card) }, atPath: "/status")
            _ = try await core.refreshCardStatuses()
            #expect(try await core.entries().allSatisfy { $0.id != card })
            #expect(try await core.events(of: card).map(\.kind) == [.deleted, .issued])
            #expect(try await core.listAddresses == [TestIssuer.url + "/status/2"])
        }
    }

    @Test func `the list of a card that is deleted while another list is fetched is not asked for`() async throws {
        try await Fixture.with { fixture in
            let (core, card) = try await twoCards(fixture, lists: ("/status/2", "/status"))
            let sent = fixture.network.sent.count
            fixture.network.stage(.wait { try? await core.deleteCard(card) }, atPath: "/status")
            #expect(try await core.refreshCardStatuses())
            #expect(try await core.entries().allSatisfy { $0.id != card })
            #expect(fixture.network.sent.dropFirst(sent).map(\.path) == ["/status"])
            #expect(try await core.listAddresses == [TestIssuer.url + "/status"])
        }
    }

    @Test func `the PID stays, with all its keys`() async throws {
        try await Fixture.with { fixture in
            let core = try await fixture.coreWithPID()
            #expect(try await core.unlock(pin: pin(Fixture.right)) == .valid)
            let id = try #require(try await core.entries().first?.id)
            await expect(.unexpected) { try await core.deleteCard(id) }
            #expect(try await core.unlock(pin: pin(Fixture.right)) == .valid)
            #expect(try await fixture.keyCount() == 6)
            #expect(try await core.events().map(\.kind) == [.issued])
        }
    }
}

extension Core {
    /// Turns the PID into an ordinary card. The test issuer issues no other card.
    fileprivate func makeOrdinary() throws -> CardID {
        let wallet = try self.wallet()
        let pid = try #require(try wallet.cards.entries().first)
        let card = CardEntry(
            id: pid.id, isPID: false, type: pid.type, styles: pid.styles, issuerName: pid.issuerName, issuedAt: pid.issuedAt,
            validFrom: pid.validFrom, expiresAt: pid.expiresAt, sdJWTs: pid.sdJWTs, mdocs: pid.mdocs, status: pid.status, logos: pid.logos,
            spentSDJWT: pid.spentSDJWT, spentMDoc: pid.spentMDoc, lastEvent: pid.lastEvent, line: pid.line)
        try wallet.store.change { changes throws(WalletCoreError) in
            try changes.set(.cardEntry(card.id), to: card)
            changes.remove(.pid)
        }
        return card.id
    }

    /// The identifiers of the keys of a card.
    fileprivate func keyNames(of card: CardID) throws -> Set<String> {
        let wallet = try self.wallet()
        let entry = try #require(try wallet.cards.entry(card))
        return Set(try wallet.cards.keys(of: entry))
    }

    fileprivate func idleKeys() throws -> [String]? { try wallet().store.value(.idleKeys) }

    /// The addresses of the status lists that are kept.
    fileprivate var listAddresses: [String] {
        get throws { try wallet().cards.statusLists.keys.sorted() }
    }
}

extension Fixture {
    /// The identifiers of all credential keys at the provider.
    fileprivate func keyNames() async throws -> Set<String> {
        let database = try DatabaseQueue(path: directory.appending(path: "provider.sqlite").path)
        return try await database.read { database in
            Set(try String.fetchAll(database, sql: "SELECT key_id FROM wallet_key WHERE purpose = 'credential'"))
        }
    }
}
