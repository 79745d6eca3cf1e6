// SPDX-License-Identifier: EUPL-1.2

import Foundation
import GRDB
import ProviderProtocol
import Testing
import WalletInterface

@testable import WalletCore

/// The history as a file that a program can parse.
struct HistoryExportTests {
    private static let date = Date(timeIntervalSince1970: 1_796_000_000)

    /// The app's account of an event.
    private static let words: @Sendable (WalletEvent) -> String = { "\($0.kind.rawValue) in words" }

    private static func text(_ texts: [String: String]) -> LocalizedText {
        LocalizedText(texts.sorted { $0.key < $1.key }.map { LocalizedText.Entry(locale: $0.key, text: $0.value) })
    }

    private static func file(
        _ events: [WalletEvent], unreadable: Int = 0, language: String = "en", zone: TimeZone = .gmt
    ) throws -> [UInt8] {
        let texts = ExportedTexts(language: language, zone: zone)
        let activities = events.map { HistoryExport.Activity($0, texts, text: words($0)) }
        return try HistoryExport(activities, unreadable: unreadable, texts, at: date).bytes()
    }

    private static func parsed(
        _ events: [WalletEvent], unreadable: Int = 0, language: String = "en", zone: TimeZone = .gmt
    ) throws -> [String: Any] {
        let bytes = try file(events, unreadable: unreadable, language: language, zone: zone)
        return try #require(try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any])
    }

    private static func activity(_ event: WalletEvent, language: String = "en", zone: TimeZone = .gmt) throws -> [String: Any] {
        let activities = try #require(try parsed([event], language: language, zone: zone)["activities"] as? [[String: Any]])
        return try #require(activities.first)
    }

    private static func shared(
        _ organization: SharingOrganization?, name: String = "Shop", leavesOutRegistration: Bool = false,
        claim: AskedClaim = AskedClaim(path: ["a", "b"], name: text(["en": "A"]))
    ) -> WalletEvent {
        let card = SharingEvent.Card(
            id: CardID("secret-id"), name: text(["en": "Card", "nl": "Kaart"]), issuerName: text(["en": "Issuer"]), claims: [claim])
        return WalletEvent(
            number: 7, kind: .shared, date: date,
            card: EventCard(
                id: card.id, name: card.name, issuer: CardIssuer(identifier: "", name: card.issuerName, logo: nil, certifiedName: nil)),
            sharing: SharingEvent(
                organizationName: name, organizationID: "1", isLogin: true, outcome: .delivered, cards: [card],
                refusedAddress: "relative", organization: organization, isWhole: organization != nil, arrival: .crossDevice,
                asked: [AskedData(types: ["t", "u"], claims: [claim])],
                warnings: [
                    .overAsking([claim]), .unverifiedRegistration(.withdrawn), .noWebsiteHost, .statusUnknown(card.id),
                    .portrait(CardID("another")),
                ], leavesOutRegistration: leavesOutRegistration))
    }

    private static let shop = SharingOrganization(
        name: "Shop", legalName: "Shop Ltd", identifier: "1", country: "BE", host: "shop.example",
        registration: SharingRegistration(
            isVerified: true, name: "Shop", legalName: "Shop Ltd", service: text(["en": "Books", "nl": "Boeken"]),
            purpose: text(["en": "Age"]), privacyPolicy: "https://shop.example/privacy", information: "https://shop.example/about",
            support: "https://shop.example/help", supportMail: "help@shop.example",
            supervisor: SupervisoryAuthority(name: "Authority", email: "a@b.example", phone: "+32", page: "https://b.example"),
            intermediary: "Agent", registrar: "https://registrar.example"))

    // MARK: The form

    @Test func `an empty history is a whole file, which says when, where and in which form it was made`() throws {
        let file = try Self.parsed([], unreadable: 2, zone: try #require(TimeZone(identifier: "Europe/Brussels")))
        #expect(file["format"] as? String == "wallet-activities" && file["version"] as? Int == 2)
        #expect(file["time_zone"] as? String == "Europe/Brussels" && file["language"] as? String == "en")
        #expect(file["unreadable"] as? Int == 2 && (file["activities"] as? [Any])?.isEmpty == true)
        let madeAt = try #require(file["made_at"] as? String)
        #expect(madeAt == "2026-11-30T01:53:20+01:00")
    }

    @Test(arguments: [("2026-01-15T12:00:00Z", "2026-01-15T13:00:00+01:00"), ("2026-07-15T12:00:00Z", "2026-07-15T14:00:00+02:00")])
    func `times have the offset of their own day`(_ time: String, _ expected: String) throws {
        let event = WalletEvent(number: 1, kind: .pinChanged, date: try Date(time, strategy: .iso8601), card: nil)
        let activity = try Self.activity(event, zone: try #require(TimeZone(identifier: "Europe/Brussels")))
        #expect(activity["at"] as? String == expected)
        #expect(Set(activity.keys) == ["number", "at", "kind", "text", "cards"] && activity["kind"] as? String == "pinChanged")
    }

    @Test func `the same history is the same bytes, with sorted members`() throws {
        let events = [Self.shared(Self.shop)]
        let bytes = try Self.file(events)
        #expect(try Self.file(events) == bytes)
        let text = String(decoding: bytes, as: UTF8.self)
        let names = ["activities", "format", "language", "made_at", "time_zone", "unreadable", "version"]
        let places = names.compactMap { text.range(of: "\"\($0)\"")?.lowerBound }
        #expect(places.count == names.count && places == places.sorted())
        #expect(text.contains("https://shop.example/privacy"))
    }

    @Test func `10,000 events are one file, newest first`() throws {
        let events = (1...10_000).reversed().map { WalletEvent(number: $0, kind: .newPIN, date: Self.date, card: nil) }
        let activities = try #require(try Self.parsed(events)["activities"] as? [[String: Any]])
        #expect(activities.count == 10_000 && activities.first?["number"] as? Int == 10_000 && activities.last?["number"] as? Int == 1)
    }

    // MARK: What is told

    @Test func `an answer has names in the language and paths, and no identifier of a card`() throws {
        let activity = try Self.activity(Self.shared(Self.shop), language: "nl")
        #expect(activity["outcome"] as? String == "delivered" && activity["is_login"] as? Bool == true)
        #expect(activity["arrival"] as? String == "crossDevice" && activity["refused_address"] as? String == "relative")
        #expect(activity["is_partial"] == nil && activity["text"] as? String == "shared in words")
        let card = try #require((activity["cards"] as? [[String: Any]])?.first)
        #expect(card["name"] as? String == "Kaart" && card["issuer"] as? String == "Issuer")
        let names = try #require(card["shared"] as? [[String: Any]])
        #expect(names.first?["name"] as? String == "A" && names.first?["path"] as? [String] == ["a", "b"])
        let asked = try #require((activity["asked"] as? [[String: Any]])?.first)
        #expect(asked["types"] as? [String] == ["t", "u"] && asked["type"] == nil && (asked["names"] as? [Any])?.count == 1)
        let warnings = try #require(activity["warnings"] as? [[String: Any]])
        #expect(
            warnings.map { $0["kind"] as? String }
                == ["overAsking", "unverifiedRegistration", "noWebsiteHost", "statusUnknown", "portrait"])
        #expect(warnings[1]["problem"] as? String == "withdrawn" && warnings[3]["card"] as? String == "Kaart" && warnings[4]["card"] == nil)
        let bytes = try Self.file([Self.shared(Self.shop)], language: "nl")
        #expect(!String(decoding: bytes, as: UTF8.self).contains("secret-id"))
    }

    @Test func `the organization is told with its registration`() throws {
        let activity = try Self.activity(Self.shared(Self.shop))
        let organization = try #require(activity["organization"] as? [String: Any])
        #expect(organization["name"] as? String == "Shop" && organization["legal_name"] as? String == "Shop Ltd")
        #expect(organization["identifier"] as? String == "1" && organization["host"] as? String == "shop.example")
        let registration = try #require(organization["registration"] as? [String: Any])
        #expect(registration["is_verified"] as? Bool == true && registration["service"] as? String == "Books")
        #expect(registration["support_mail"] as? String == "help@shop.example" && registration["intermediary"] as? String == "Agent")
        let supervisor = try #require(registration["supervisor"] as? [String: Any])
        #expect(Set(supervisor.keys) == ["name", "email", "phone", "page"])
        #expect(organization["leaves_out_registration"] == nil)
    }

    @Test func `a registration that was not kept is told as such`() throws {
        let shop = SharingOrganization(
            name: "Shop", legalName: nil, identifier: "1", country: nil, host: "shop.example", registration: nil)
        let activity = try Self.activity(Self.shared(shop, leavesOutRegistration: true))
        let organization = try #require(activity["organization"] as? [String: Any])
        #expect(organization["leaves_out_registration"] as? Bool == true && organization["registration"] == nil)
    }

    @Test func `an event of version 0.1 has the name only and says so, and an unknown party has none`() throws {
        let early = try Self.activity(Self.shared(nil))
        let organization = try #require(early["organization"] as? [String: Any])
        #expect(Set(organization.keys) == ["name", "identifier"] && early["is_partial"] as? Bool == true)
        #expect(try Self.activity(Self.shared(nil, name: ""))["organization"] == nil)
    }

    @Test func `a report has the body, the way and what it is about, and no outcome of its own`() throws {
        let sharing = try #require(Self.shared(Self.shop).sharing)
        let event = WalletEvent(
            number: 9, kind: .problemReported, date: Self.date, card: Self.shared(nil).card, sharing: sharing, about: 7,
            contact: EventContact(body: .supervisor, way: .phone, name: "Authority"))
        let activity = try Self.activity(event)
        #expect(activity["about"] as? Int == 7 && activity["outcome"] == nil)
        #expect(activity["contact"] as? [String: String] == ["body": "supervisor", "way": "phone", "name": "Authority"])
        let card = try #require((activity["cards"] as? [[String: Any]])?.first)
        #expect(Set(card.keys) == ["name", "issuer"])
    }

    @Test(arguments: [
        "\"}],\"x\":[{\"", "\\", "a\u{2028}b\u{2029}", "\u{202E}abc", "\u{0}\u{1F}", "</script>", "\r\n", "\u{1F1E7}\u{1F1EA}",
    ])
    func `a hostile name stays a text`(name: String) throws {
        let claim = AskedClaim(path: [name], name: Self.text(["en": name]))
        let activity = try Self.activity(Self.shared(Self.shop, name: name, claim: claim))
        #expect((activity["organization"] as? [String: Any])?["name"] as? String == name)
        let card = try #require((activity["cards"] as? [[String: Any]])?.first)
        let names = try #require(card["shared"] as? [[String: Any]])
        #expect(names.count == 1 && names.first?["name"] as? String == name && names.first?["path"] as? [String] == [name])
    }

    // MARK: The PIN

    @Test func `one right PIN of the last minute makes one file`() async throws {
        let phone = try Phone()
        let core = try await phone.registered()
        _ = try await core.unlock(pin: Phone.pin())
        _ = try await core.exportHistory(in: "en", text: Self.words)
        await expect(.unexpected) { try await core.exportHistory(in: "en", text: Self.words) }
        _ = try await core.unlock(pin: Phone.pin())
        phone.clock.advance(by: 61)
        await expect(.unexpected) { try await core.exportHistory(in: "en", text: Self.words) }
        #expect(try await core.unlock(pin: Phone.otherPIN()) != .valid)
        await expect(.unexpected) { try await core.exportHistory(in: "en", text: Self.words) }
        await core.lock()
        await expect(.locked) { try await core.exportHistory(in: "en", text: Self.words) }
    }

    @Test func `a lock between two pages ends the call, also if the wallet is open again`() async throws {
        let stage = try await HistoryStage()
        try await stage.core.issueCard("a")
        try await stage.core.shareOften("a", count: 2000)
        await expect(.locked) { try await stage.core.exportRelocked() }
        #expect(try await stage.core.state() == .unlocked)
    }

    @Test func `a lock after the last page was read ends the call, also if the wallet is open again`() async throws {
        let stage = try await HistoryStage()
        let core = stage.core
        try await core.issueCard("a")
        await expect(.locked) {
            try await core.exportHistory(in: "en") { event in
                core.assumeIsolated { core in
                    do {
                        try core.relock()
                    } catch {
                        Issue.record(error)
                    }
                }
                return event.kind.rawValue
            }
        }
        #expect(try await stage.core.state() == .unlocked)
    }

    @Test func `the bytes that are made beside other calls are those of the file`() async throws {
        let texts = ExportedTexts(language: "en", zone: .gmt)
        let event = Self.shared(Self.shop)
        let file = HistoryExport([HistoryExport.Activity(event, texts, text: Self.words(event))], unreadable: 1, texts, at: Self.date)
        #expect(try await file.encoded() == file.bytes())
    }

    @Test(arguments: [0, 1, 49, 50, 51, 101]) func `the file has all events, and counts the unreadable ones`(count: Int64) async throws {
        let phone = try Phone()
        let core = try await phone.registered()
        let store = try await core.store()
        for number in 0..<count {
            var writer = try EventWriter(store)
            try store.change { changes throws(WalletCoreError) in
                try writer.add(StoredEvent(number.isMultiple(of: 2) ? .newPIN : .pinChanged, at: Self.date), in: &changes)
                try writer.finish(&changes)
                // The oldest event is missing.
                if number == 0 { changes.remove(.event(1)) }
            }
        }
        _ = try await core.unlock(pin: Phone.pin())
        let bytes = try await core.exportHistory(in: "en", text: Self.words)
        let file = try #require(try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any])
        #expect((file["activities"] as? [Any])?.count == Int(max(count - 1, 0)) && file["unreadable"] as? Int == Int(min(count, 1)))
    }

    @Test func `the events of a page are put into words before the next page is read, so that other calls run between`() async throws {
        let phone = try Phone()
        let core = try await phone.registered()
        let store = try await core.store()
        for _ in 1...51 {
            var writer = try EventWriter(store)
            try store.change { changes throws(WalletCoreError) in
                try writer.add(StoredEvent(.newPIN, at: Self.date), in: &changes)
                try writer.finish(&changes)
            }
        }
        _ = try await core.unlock(pin: Phone.pin())
        let path = phone.file
        let bytes = try await core.exportHistory(in: "en") { event in
            // The oldest event is on the second page.
            if event.number == 51 { Self.damageEvent(1, in: path) }
            return event.kind.rawValue
        }
        let file = try #require(try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any])
        #expect((file["activities"] as? [Any])?.count == 50 && file["unreadable"] as? Int == 1)
    }

    /// Damages an event behind the core's back.
    private static func damageEvent(_ number: Int64, in path: String) {
        do {
            let database = try DatabaseQueue(path: path)
            try database.write { try $0.execute(sql: "UPDATE event SET sealed = randomblob(300) WHERE name = '\(number)'") }
            try database.close()
        } catch {
            Issue.record(error)
        }
    }
}

extension Core {
    /// Saves the history, and locks and opens the wallet once the call has taken the PIN and reads page after page.
    fileprivate func exportRelocked() async throws -> [UInt8] {
        async let file = exportHistory(in: "en") { $0.kind.rawValue }
        while hasRightPIN { await Task.yield() }
        try relock()
        return try await file
    }
}
