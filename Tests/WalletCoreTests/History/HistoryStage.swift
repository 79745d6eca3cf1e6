// SPDX-License-Identifier: EUPL-1.2

import Foundation
import GRDB
import PlatformSupport
import Testing
import WalletInterface

@testable import WalletCore

/// A registered, unlocked wallet whose history a test writes, in the way of each part of the core.
struct HistoryStage {
    let phone: Phone
    let core: Core

    init() async throws {
        phone = try Phone()
        _ = try await phone.registered()
        core = try await phone.launch()
        _ = try await core.unlock(pin: Phone.pin())
    }

    /// The numbers of the events of a card, newest first.
    func numbers(of card: String, before: Int64? = nil, limit: Int = 100) async throws -> [Int64] {
        try await core.events(of: CardID(card), before: before, limit: limit).map(\.number)
    }

    /// The numbers of all events, newest first.
    func numbers() async throws -> [Int64] { try await core.events(limit: 100).map(\.number) }

    /// Reads pages until one is empty.
    func pages(of card: String, size: Int) async throws -> [Int64] {
        var all: [Int64] = []
        while true {
            let page = try await numbers(of: card, before: all.last, limit: size)
            // The app looks whether an older event follows.
            if let last = page.last { _ = try await numbers(of: card, before: last, limit: 1) }
            guard !page.isEmpty, all.count < 1000 else { return all }
            all += page
        }
    }

    /// Changes the file behind the core's back.
    func change(_ sql: String) async throws {
        let database = try DatabaseQueue(path: phone.file)
        try await database.write { try $0.execute(sql: sql) }
        try database.close()
    }

    func damage(_ number: Int64) async throws { try await change("UPDATE event SET sealed = randomblob(300) WHERE name = '\(number)'") }

    /// The links of a stored row.
    func links(_ number: Int64) async throws -> [StoredEvent.Link]? { try await core.store().value(.event(number))?.links }

    /// Enters the right PIN.
    func enterPIN() async throws { _ = try await core.unlock(pin: Phone.pin()) }
}

/// Events for tests.
enum StoredEvents {
    static let date = Date(timeIntervalSinceReferenceDate: 785_376_000)

    /// An event of sharing from cards.
    static func shared(
        _ cards: [String], _ outcome: SharingEvent.Outcome = .delivered, organization: String = "Shop", links: [StoredEvent.Link]? = nil
    ) -> StoredEvent {
        StoredEvent(
            kind: WalletEvent.Kind.shared.rawValue, date: date, card: cards.first.map(CardID.init), cardName: StoredText([]),
            issuerName: StoredText([]),
            sharing: StoredSharingEvent(
                organization: organization, identifier: nil, isLogin: false, outcome: outcome.rawValue,
                cards: cards.map { StoredSharingEvent.Card(card: CardID($0), name: StoredText([]), claims: []) }), links: links)
    }

    /// The answer in flight with a number.
    static func sending(_ number: Int64, _ event: StoredEvent) -> StoredSharing {
        StoredSharing(
            number: number, event: event, url: "https://shop.example/answer", accept: "a", contentType: "f", body: Data([1]),
            isSameDevice: true, until: date.addingTimeInterval(300), mayHaveArrived: true)
    }
}

extension Core {
    /// Stores a card with its event, as an issuance or a renewal does.
    func issueCard(_ name: String, replacing old: String? = nil) throws {
        let wallet = try self.wallet()
        let replaced: CardEntry? = if let old { try wallet.cards.entry(CardID(old)) } else { nil }
        var entry = CardStoreTests.entry(name)
        var writer = try EventWriter(wallet.store)
        try wallet.store.change { changes throws(WalletCoreError) in
            let event = entry.event(
                replaced == nil ? .issued : .renewed, at: StoredEvents.date, issuer: CardStoreTests.card(name).issuer)
            try writer.add(event, to: &entry, replacing: replaced, in: &changes)
            try changes.set(.cardEntry(entry.id), to: entry)
            if let replaced { changes.remove(.cardEntry(replaced.id)) }
            try writer.finish(&changes)
        }
    }

    /// Writes the event of an answer from cards, whose outcome is known.
    func share(_ names: [String], _ outcome: SharingEvent.Outcome = .delivered) throws {
        try record(StoredEvents.shared(names, outcome), in: names)
    }

    /// Writes an event of these cards.
    func record(_ event: StoredEvent, in names: [String]) throws {
        let wallet = try self.wallet()
        var entries: [CardEntry] = []
        for name in names { entries.append(try #require(try wallet.cards.entry(CardID(name)))) }
        var writer = try EventWriter(wallet.store)
        try wallet.store.change { changes throws(WalletCoreError) in
            _ = try writer.add(event, to: &entries, in: &changes)
            for entry in entries { try changes.set(.cardEntry(entry.id), to: entry) }
            try writer.finish(&changes)
        }
    }

    /// Writes an event in the form of version 0.1 of the app, which has no links.
    func recordUnlinked(_ event: StoredEvent) throws {
        let store = try self.store()
        let number = (try store.value(.eventCount) ?? 0) + 1
        try store.change { changes throws(WalletCoreError) in
            try changes.set(.event(number), to: event)
            try changes.set(.eventCount, to: number)
        }
    }

    /// Stores an answer from a card that may have arrived.
    func beginSharing(_ name: String, isKept: Bool? = nil) throws -> Int64 {
        let wallet = try self.wallet()
        var entries = [try #require(try wallet.cards.entry(CardID(name)))]
        var writer = try EventWriter(wallet.store)
        let place = writer.reserve(for: &entries)
        var answer = StoredEvents.sending(place.number, StoredEvents.shared([name], .mayHaveArrived, links: place.links))
        answer.isKept = isKept
        let sending = answer
        try wallet.store.change { changes throws(WalletCoreError) in
            for entry in entries { try changes.set(.cardEntry(entry.id), to: entry) }
            try writer.finish(&changes)
            try changes.set(.sharing, to: sending)
        }
        return place.number
    }

    /// Makes an answer from a card while the history is switched off, and settles it.
    func answerUnkept(_ name: String) throws {
        _ = try beginSharing(name, isKept: false)
        let wallet = try self.wallet()
        try wallet.sharing.settle(try #require(try wallet.store.value(.sharing)), .delivered)
    }

    /// Writes the row of the answer in flight.
    func settleSharing(_ outcome: SharingEvent.Outcome) throws {
        let store = try self.store()
        let sending = try #require(try store.value(.sharing))
        try store.change { changes throws(WalletCoreError) in
            try changes.set(.event(sending.number), to: sending.event(outcome))
            changes.remove(.sharing)
        }
    }
}
