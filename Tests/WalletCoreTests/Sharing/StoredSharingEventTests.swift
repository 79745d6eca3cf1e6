// SPDX-License-Identifier: EUPL-1.2

import Foundation
import Testing
import WalletInterface

@testable import WalletCore

/// Others' texts are limited in the history, and are shown as they were.
struct StoredSharingEventTests {
    private static func text(_ entries: [String: String]...) -> StoredText {
        StoredText(entries.flatMap { $0.map { StoredText.Entry(locale: $0.key, text: $0.value) } })
    }

    private static func told(_ asked: [AskedData], _ organization: SharingOrganization? = nil) -> ToldSharing {
        ToldSharing(state: .offered, isLogin: false, organization: organization, asked: asked, warnings: [])
    }

    private static func stored(_ told: ToldSharing, cards: [StoredSharingEvent.Card] = []) -> StoredSharingEvent {
        StoredSharingEvent(told, .crossDevice, .stopped, cards: cards, reason: nil, language: nil)
    }

    private static func claims(_ count: Int, label: String = "") -> [AskedClaim] {
        let name = LocalizedText(label.isEmpty ? [] : [LocalizedText.Entry(locale: "en", text: label)])
        return (0..<count).map { AskedClaim(path: ["claim-\($0)"], name: name) }
    }

    private static func size(_ event: StoredSharingEvent) throws -> Int { try JSONEncoder().encode(event).count }

    // MARK: Texts

    @Test func `of many languages the chosen one, English and the first are kept`() {
        let text = Self.text(["bg": "1"], ["cs": "2"], ["en-GB": "3"], ["nl-BE": "4"], ["sv": "5"])
        #expect(text.cut(for: "nl").entries.map(\.text) == ["1", "3", "4"])
        #expect(text.cut(for: "en").entries.map(\.text) == ["1", "2", "3"])
        #expect(text.cut(for: nil).entries.map(\.text) == ["1", "2", "3", "4", "5"])
    }

    @Test func `without a chosen language, of long texts in many languages 4,000 characters are kept`() {
        let long = String(repeating: "x", count: 1000)
        let text = StoredText(["bg", "cs", "da", "de", "en", "fr"].map { StoredText.Entry(locale: $0, text: long) })
        #expect(text.cut(for: nil).entries.map(\.locale) == ["bg", "cs", "da", "en"])
    }

    @Test func `a long text is cut, also one of few characters`() {
        #expect(StoredText.shortened(String(repeating: "é", count: 2000)) == String(repeating: "é", count: 1000))
        let one = "e" + String(repeating: "\u{301}", count: 100_000)
        #expect(one.count == 1 && StoredText.shortened(one).unicodeScalars.count == 1000)
        #expect(StoredText.shortened("short") == "short")
        #expect(StoredText([]).cut(for: "nl") == StoredText([]))
    }

    // MARK: Sizes

    @Test func `at most 256 names are kept of what was asked, with a mark for the others`() throws {
        let parts = [200, 100].map { AskedData(types: [], claims: Self.claims($0)) }
        let event = Self.stored(Self.told(parts))
        let asked = try #require(event.details?.asked)
        #expect(asked.map(\.claims.count) == [200, 57])
        #expect(asked[1].claims.last?.path == [StoredSharingEvent.mark])
        let whole = Self.stored(Self.told([AskedData(types: [], claims: Self.claims(256))]))
        #expect(whole.details?.asked.first?.claims.count == 256)
        #expect(whole.details?.asked.first?.claims.last?.path == ["claim-255"])
    }

    @Test func `a request with long names stays below the limit, and what was shared is kept`() throws {
        let label = String(repeating: "x", count: 1000)
        let shared = Self.claims(20, label: "Label").map { StoredSharingEvent.Claim($0.path, $0.name, nil) }
        let card = StoredSharingEvent.Card(card: CardID("c"), name: StoredText([]), claims: shared)
        let event = Self.stored(Self.told([AskedData(types: [], claims: Self.claims(200, label: label))]), cards: [card])
        #expect(try Self.size(event) <= StoredSharingEvent.mostBytes)
        #expect(event.cards == [card])
        #expect(event.details?.asked.first?.claims.count == 17)
    }

    @Test func `a hostile card's names are cut at last, and the event can still be written`() throws {
        let label = String(repeating: "\u{1}", count: 1000)
        let shared = Self.claims(100, label: label).map { StoredSharingEvent.Claim($0.path, $0.name, nil) }
        let cards = (0..<3).map { StoredSharingEvent.Card(card: CardID("c\($0)"), name: StoredText([]), claims: shared) }
        let event = Self.stored(Self.told([]), cards: cards)
        #expect(try Self.size(event) <= StoredSharingEvent.mostBytes)
        #expect(event.cards.first?.claims.last?.path == [StoredSharingEvent.mark])
        // A mark stands for the cards that were left out.
        #expect(event.cards.map(\.card.text) == ["c0", ""])
        #expect(event.shown.cards.last?.name.entries.map(\.text) == [StoredSharingEvent.mark])
        // It is not taken for a card of which only the possession was shown.
        #expect(event.shown.cards.last?.claims.map(\.path) == [[StoredSharingEvent.mark]])
    }

    @Test func `of many types 16 are kept, and of many parts 256, with a mark for the others`() throws {
        let types = (0..<20).map { "type-\($0)" }
        let one = try #require(Self.stored(Self.told([AskedData(types: types, claims: [])])).details?.asked.first)
        #expect(one.types == types.prefix(16) + [StoredSharingEvent.mark])
        let parts = (0..<300).map { _ in AskedData(types: ["t"], claims: Self.claims(1)) }
        let many = try #require(Self.stored(Self.told(parts)).details?.asked)
        #expect(many.count == 257 && many[255].claims.first?.path == ["claim-0"])
        #expect(many.last?.types.isEmpty == true && many.last?.claims.map(\.path) == [[StoredSharingEvent.mark]])
    }

    @Test func `types give way before names of what was asked`() throws {
        let types = (0..<16).map { "\($0)" + String(repeating: "t", count: 500) }
        let event = Self.stored(Self.told((0..<10).map { _ in AskedData(types: types, claims: Self.claims(20)) }))
        #expect(try Self.size(event) <= StoredSharingEvent.mostBytes)
        let asked = try #require(event.details?.asked)
        #expect(asked.map(\.types) == (0..<10).map { _ in [types[0], StoredSharingEvent.mark] })
        #expect(asked.map(\.claims.count) == (0..<10).map { _ in 20 })
        // An event that is small enough keeps all its types and names.
        let small = Self.stored(Self.told([AskedData(types: types, claims: Self.claims(256))]))
        #expect(small.details?.asked.map(\.types) == [types] && small.details?.asked.first?.claims.last?.path == ["claim-255"])
    }

    @Test func `of warnings the first are kept, at most 256, and of a large event at least 8`() throws {
        let many = (0..<300).map { SharingWarning.portrait(CardID("c\($0)")) }
        func told(_ warnings: [SharingWarning], _ asked: [AskedData] = []) -> ToldSharing {
            ToldSharing(state: .offered, isLogin: false, organization: nil, asked: asked, warnings: warnings)
        }
        #expect(Self.stored(told(many)).shown.warnings == Array(many.prefix(256)))
        let long = many.prefix(20).map { _ in SharingWarning.portrait(CardID(String(repeating: "x", count: 6000))) }
        #expect(Self.stored(told(long)).shown.warnings == Array(long.prefix(8)))
    }

    // MARK: Registrations

    private static func organization(_ text: String, _ address: String) -> SharingOrganization {
        let texts = LocalizedText([LocalizedText.Entry(locale: "en", text: text)])
        return SharingOrganization(
            name: "Shop", legalName: nil, identifier: "1", country: "BE", host: "shop.example",
            registration: SharingRegistration(
                isVerified: true, name: text, legalName: text, service: texts, purpose: texts, privacyPolicy: address,
                information: address, support: address, supportMail: address,
                supervisor: SupervisoryAuthority(name: text, email: address, phone: address, page: address), intermediary: text,
                registrar: address))
    }

    @Test func `a registration that is too large is left out and said to be, and the organization is kept`() throws {
        let hostile = Self.organization(String(repeating: "\u{1}", count: 1000), String(repeating: "\u{1}", count: 2048))
        let event = Self.stored(Self.told([], hostile))
        #expect(try Self.size(event) <= StoredSharingEvent.mostBytes)
        #expect(event.shown.leavesOutRegistration && event.shown.organization?.name == "Shop")
        #expect(event.shown.organization?.registration == nil && event.shown.organization?.host == "shop.example")
        let read = try JSONDecoder().decode(StoredSharingEvent.self, from: JSONEncoder().encode(event))
        #expect(read.shown.leavesOutRegistration)
    }

    @Test func `nothing is said to be left out of a whole registration, nor without one, however much was asked`() {
        let usual = Self.stored(Self.told([], Self.organization("Shop", "https://shop.example")))
        #expect(!usual.shown.leavesOutRegistration && usual.shown.organization?.registration?.isVerified == true)
        let asked = [AskedData(types: [], claims: Self.claims(300, label: String(repeating: "\u{1}", count: 1000)))]
        #expect(!Self.stored(Self.told(asked)).shown.leavesOutRegistration)
    }

    @Test func `an address that is too long is left out, because half of it leads elsewhere`() {
        let long = "https://shop.example/" + String(repeating: "x", count: 3000)
        let registration = SharingRegistration(
            isVerified: true, name: "Shop", legalName: nil, service: LocalizedText([]), purpose: LocalizedText([]), privacyPolicy: long,
            information: "https://shop.example/about", support: nil, supportMail: nil, supervisor: SupervisoryAuthority(page: long),
            intermediary: nil, registrar: nil)
        let organization = SharingOrganization(
            name: "Shop", legalName: nil, identifier: "1", country: "BE", host: "shop.example", registration: registration)
        let shown = Self.stored(Self.told([], organization)).shown
        #expect(shown.organization?.registration?.privacyPolicy == nil && shown.organization?.registration?.supervisor.page == nil)
        #expect(shown.organization?.registration?.information == "https://shop.example/about")
        #expect(shown.organization?.country == "BE" && shown.organizationID == "1" && shown.arrival == .crossDevice)
    }

    // MARK: Forms

    /// The stored form of all that an event keeps of a request.
    private static let whole = #"""
        {"cards":[{"card":{"text":"c"},"claims":[{"name":{"entries":[]},"path":["a"]}],"issuer":{"entries":[{"locale":"en","text":"i"}]},\#
        "name":{"entries":[]}}],"details":{"asked":[{"claims":[{"name":{"entries":[]},"path":["a"]}],"types":["t"]}],"country":"BE",\#
        "host":"shop.example","isSameDevice":true,"legalName":"l","reason":"cards","registration":{"information":"u","intermediary":"m",\#
        "isVerified":true,"legalName":"l","name":"n","privacyPolicy":"u","purpose":{"entries":[]},"registrar":"u",\#
        "service":{"entries":[{"locale":"en","text":"s"}]},"supervisor":{"email":"e","name":"n","page":"u","phone":"1"},"support":"u",\#
        "supportMail":"e"},"warnings":[{"claims":[{"name":{"entries":[]},"path":["a"]}],"kind":"overAsking"},\#
        {"kind":"unverifiedRegistration","problem":"absent"},{"card":{"text":"c"},"kind":"portrait"}]},"identifier":"i","isLogin":false,\#
        "organization":"o","outcome":"approvalVoid","refusedAddress":"relative"}
        """#

    /// An answer that was made while the history was switched off.
    private static let unkept = #"""
        {"accept":"a","body":"AAEC","contentType":"f","event":{"cardName":{"entries":[]},"date":785376000.25,"issuerName":{"entries":[]},\#
        "kind":"shared","links":[],"sharing":\#(whole)},"isKept":false,"isSameDevice":true,"mayHaveArrived":true,"number":2,\#
        "until":785376000.25,"url":"u"}
        """#

    @Test func `the details are read from exactly the bytes in which they are stored`() throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        let event = try JSONDecoder().decode(StoredSharingEvent.self, from: Data(Self.whole.utf8))
        #expect(String(decoding: try encoder.encode(event), as: UTF8.self) == Self.whole)
        #expect(event.shown.isWhole && event.shown.organization?.registration?.supervisor.phone == "1")
        #expect(event.shown.warnings.count == 3 && event.shown.reason == "cards" && event.shown.arrival == .sameDevice)
        let answer = try JSONDecoder().decode(StoredSharing.self, from: Data(Self.unkept.utf8))
        #expect(String(decoding: try encoder.encode(answer), as: UTF8.self) == Self.unkept)
        #expect(answer.isKept == false && answer.linksOfErased.isEmpty)
    }

    @Test func `of the earlier form, with at most one type of a part, events and waiting answers are read`() throws {
        let now = #","types":["t"]"#
        #expect(Self.unkept.contains(now))
        for (then, types) in [(#","type":"t""#, ["t"]), ("", [])] as [(String, [String])] {
            func earlier(_ text: String) -> Data { Data(text.replacingOccurrences(of: now, with: then).utf8) }
            let event = try JSONDecoder().decode(StoredSharingEvent.self, from: earlier(Self.whole))
            #expect(event.shown.asked.map(\.types) == [types] && event.shown.asked.first?.claims.map(\.path) == [["a"]])
            var answer = try JSONDecoder().decode(StoredSharing.self, from: earlier(Self.unkept))
            #expect(answer.event.sharing == event && answer.number == 2)
            // It is written in the present form.
            answer.mayHaveArrived = false
            let again = try JSONDecoder().decode(StoredSharing.self, from: JSONEncoder().encode(answer))
            #expect(again == answer)
            let written = String(decoding: try JSONEncoder().encode(event), as: UTF8.self)
            #expect(written.contains(#""types":["#) && !written.contains(#""type":"#))
        }
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode(
                StoredSharingEvent.self, from: Data(Self.whole.replacingOccurrences(of: now, with: #","types":"t""#).utf8))
        }
    }

    @Test func `every warning is shown as it was stored, and one of a later version is left out`() throws {
        let warnings: [SharingWarning] = [
            .overAsking(Self.claims(2, label: "Label")), .unverifiedRegistration(.withdrawn), .noWebsiteHost, .statusUnknown(CardID("c")),
            .portrait(CardID("c")),
        ]
        var event = Self.stored(ToldSharing(state: .offered, isLogin: true, organization: nil, asked: [], warnings: warnings))
        #expect(event.shown.warnings == warnings && event.shown.isLogin)
        event.details?.warnings.append(StoredSharingEvent.Warning(kind: "later"))
        event.details?.warnings.append(StoredSharingEvent.Warning(kind: "unverifiedRegistration", problem: "later"))
        #expect(event.shown.warnings == warnings)
    }

    @Test func `an event of version 0.1 is shown with its name and identifier, and is called not whole`() throws {
        let text = #"""
            {"cards":[{"card":{"text":"c"},"claims":[{"name":{"entries":[]},"path":["a","b"]}],"name":{"entries":[]}}],"identifier":"i",\#
            "isLogin":false,"organization":"o","outcome":"mayHaveArrived"}
            """#
        let event = try JSONDecoder().decode(StoredSharingEvent.self, from: Data(text.utf8))
        #expect(event.shown.organizationName == "o" && event.shown.organizationID == "i" && event.shown.organization == nil)
        #expect(!event.shown.isWhole && event.shown.arrival == nil && event.shown.cards.first?.issuerName == LocalizedText([]))
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        #expect(String(decoding: try encoder.encode(event), as: UTF8.self) == text)
    }

    @Test func `an unknown outcome counts as data that may have left`() {
        var event = Self.stored(Self.told([]))
        event.outcome = "later"
        #expect(event.shown.outcome == .mayHaveArrived)
    }
}
