// SPDX-License-Identifier: EUPL-1.2

import Brands
import Foundation
import Testing
import WalletConfiguration
import WalletInterface

@testable import WalletApp

/// The words of activities: what happened, with whom, how it ended and why.
struct ActivityWordsTests {
    private let catalog: StringCatalog

    init() throws {
        catalog = try StringCatalog.load(for: .nlWallet)
    }

    private func words(_ text: Text) -> String { catalog.string(text, in: .english) }

    @Test func `each kind has a label of its own in every language`() {
        for language in [Language.english, .dutch, .german] {
            let labels = WalletEvent.Kind.allCases.map { catalog.string(ActivitySample.event($0).label, in: language) }
            #expect(Set(labels).count == WalletEvent.Kind.allCases.count)
            #expect(!labels.contains { $0.contains("activity.") })
        }
    }

    @Test func `in the saved file each activity is written in sentences, with its warnings, in every language`() {
        for language in [Language.english, .dutch, .german] {
            let written = ActivitySample.all.map { $0.written { catalog.string($0, in: language) } }
            #expect(written.allSatisfy { $0.contains(". ") && $0.hasSuffix(".") && !$0.contains("activity.") }, "\(language.rawValue)")
        }
        let event = ActivitySample.request(.stopped, warnings: [.noWebsiteHost])
        let text = event.written(in: .gmt, words)
        #expect(text.hasPrefix(words(event.label)) && text.contains(words("sharing.warning.noWebsiteHost")))
    }

    @Test func `in the saved file each activity tells when, with whom, with which card, and the names of the data`() {
        let text = ActivitySample.request(.delivered, cards: [ActivitySample.shared, ActivitySample.others]).written(in: .gmt, words)
        let told = [
            "When: 15\u{A0}January 2027, 08:00.", "Organisation: Blue Bicycles.", "Cards: Identity card, …",
            "How it began: With a QR code on another screen.", "Shared (Identity card): Date of birth, ", "Shared: …",
            "Asked for: Date of birth, ", "Asked for: A card.",
        ]
        for part in told { #expect(text.contains(part), "\(part): \(text)") }
        #expect(!text.contains("..") && !text.contains("….") && !text.contains("urn:eudi:pid:1"))
    }

    @Test func `in the saved file data that did not leave is not called shared, and the possession of a card is told`() {
        let card = SharingEvent.Card(id: CardID("a"), name: ActivitySample.card.name, claims: [])
        let text = ActivitySample.request(.notSent, cards: [card]).written(in: .gmt, words)
        #expect(text.contains("Not shared (Identity card): Only that you have this card.") && !text.contains(" Shared"))
    }

    @Test func `in the saved file an activity without an organization has neither its facts nor any data`() {
        let text = ActivitySample.event(.pinChanged).written(in: .gmt, words)
        #expect(text.hasSuffix("When: 15\u{A0}January 2027, 08:00.") && !text.contains("Organisation"))
        #expect(!ActivitySample.event(.problemReported).written(in: .gmt, words).contains("Shared"))
    }

    @Test func `each outcome of a request has a label, and only an answer without a reply and a refused answer share theirs`() {
        for isLogin in [false, true] {
            let labels = SharingEvent.Outcome.allCases.map { ($0, words(ActivitySample.request($0, isLogin: isLogin).label)) }
            let uncertain = labels.filter { [.refused, .mayHaveArrived].contains($0.0) }.map(\.1)
            #expect(Set(uncertain).count == 1)
            #expect(Set(labels.map(\.1)).count == labels.count - 1)
        }
    }

    @Test(arguments: [SharingEvent.Outcome.delivered, .refused, .mayHaveArrived, .notSent, .stopped])
    func `a login is not called sharing`(_ outcome: SharingEvent.Outcome) {
        #expect(ActivitySample.request(outcome).label != ActivitySample.request(outcome, isLogin: true).label)
    }

    @Test(arguments: SharingEvent.Outcome.allCases)
    func `an outcome without data on the way says that nothing was shared, and no other does`(_ outcome: SharingEvent.Outcome) {
        let account = ActivitySample.request(outcome).account
        #expect(account.contains("sharingStopped.text") != outcome.hasLeft)
        #expect(!account.isEmpty)
    }

    @Test func `a request whose time was over does not say that the person stopped`() {
        #expect(ActivitySample.request(.stopped).account.first == "activity.stopped.text")
        #expect(ActivitySample.request(.stopped, reason: SharingEvent.expired).account.first == "activity.expired.text")
        #expect(!ActivitySample.request(.missing, reason: SharingEvent.expired).account.contains("activity.expired.text"))
    }

    @Test(arguments: ApprovalChange.allCases)
    func `an approval that no longer held says what had changed`(_ change: ApprovalChange) {
        let account = ActivitySample.request(.approvalVoid, reason: change.rawValue).account
        #expect(account.first == Text("lookAgain.\(change.rawValue)"))
    }

    @Test func `a reason that this version does not know is told in general, and never as it is stored`() {
        let event = ActivitySample.request(.approvalVoid, reason: "weather")
        #expect(event.account.first == "activity.approvalVoid.text")
        #expect(!Presentation.Drawn(Activity(event: event)).texts.contains { $0.arguments.contains(.verbatim("weather")) })
    }

    @Test(arguments: [
        ("relative", "unsafeAddress"), ("otherScheme", "unsafeAddress"), ("noText", "unsafeAddress"), ("unfit", "unsafeAddress"),
        ("otherDevice", "otherDevice"),
    ])
    func `an activity says why a way back was not followed, and the reason as stored is not on the glass`(_ reason: String, _ key: String) {
        let texts = Presentation.Drawn(Activity(event: ActivitySample.request(.delivered, refusedAddress: reason))).texts
        #expect(texts.contains(Text("activity.wayBack.\(key)")))
        #expect(!texts.contains { $0.arguments.contains(.verbatim(reason)) })
    }

    @Test(arguments: SharingEvent.Outcome.allCases)
    func `an activity says nothing of a way back that was followed, or of an answer that was not delivered`(
        _ outcome: SharingEvent.Outcome
    ) {
        let refused = outcome == .delivered ? nil : "relative"
        let account = ActivitySample.request(outcome, refusedAddress: refused).account
        #expect(!account.contains { $0.key.hasPrefix("activity.wayBack") })
    }

    @Test func `the line of an activity has who and when, and the card only where the list is of all cards`() {
        let added = ActivitySample.event(.issued)
        let rest = "National Office for Identity Data · 15\u{A0}January 2027, 08:00"
        #expect(words(added.line(withCard: true, in: .gmt)) == "Identity card · " + rest)
        #expect(words(added.line(withCard: false, in: .gmt)) == rest)
        #expect(words(ActivitySample.request(.delivered).line(withCard: true, in: .gmt)) == "Blue Bicycles · 15\u{A0}January 2027, 08:00")
        #expect(words(ActivitySample.event(.newPIN).line(withCard: true, in: .gmt)) == "15\u{A0}January 2027, 08:00")
        #expect(words(ActivitySample.unknown.line(withCard: true, in: .gmt)) == "An unknown party · 15\u{A0}January 2027, 08:00")
    }

    @Test func `a request of an earlier version says that less was kept, and no other does`() {
        let said = ActivitySample.all.filter { Presentation.Drawn(Activity(event: $0)).texts.contains("activity.earlierVersion") }
        #expect(said.count == 1 && said.allSatisfy { $0.sharing?.isWhole == false })
    }

    @Test func `a change that a stranger could have made asks if it was the person`() {
        let asked = WalletEvent.Kind.allCases.filter { ActivitySample.event($0).couldBeStranger }
        #expect(asked == [.pinChanged, .newPIN, .biometricsOn, .historyErased, .historyOff])
    }

    @Test(arguments: WalletEvent.Kind.allCases)
    func `only after biometrics were switched on the person is told to switch them off`(_ kind: WalletEvent.Kind) {
        let event = ActivitySample.event(kind)
        let texts = Presentation.Drawn(Activity(event: event)).texts
        #expect(texts.contains("activity.notYou.biometrics") == (kind == .biometricsOn))
        #expect(texts.contains("activity.notYou") == (event.couldBeStranger && kind != .biometricsOn))
    }

    @Test func `what to write to an organization names each card with its data, also one of which only the possession was shown`() throws {
        let pass = SharingEvent.Card(id: CardID("pass"), name: LocalizedText("Library card", "Bibliotheekpas"), claims: [])
        let event = ActivitySample.request(.delivered, cards: [ActivitySample.shared, pass, ActivitySample.others])
        let drawn = Presentation.Drawn(AskToDelete(event: event, support: SupportContacts(), zone: .gmt))
        let text = words(try #require(drawn.texts.first { $0.key == "askToDelete.message" }))
        #expect(text.contains("): Identity card: Date of birth, "))
        #expect(text.contains("; Library card: only that I have this card; …. I ask"), "\(text)")
    }

    @Test(arguments: EventContact.Body.allCases, EventContact.Way.allCases)
    func `a report names the body, or its role, and the way`(_ body: EventContact.Body, _ way: EventContact.Way) {
        for name in ["Supervisor", nil] {
            let event = ActivitySample.event(.problemReported, contact: EventContact(body: body, way: way, name: name))
            let fact = event.facts(in: .gmt).first { $0.name == "activity.contact" }
            guard case .text(let text)? = fact?.value else {
                Issue.record("no contact")
                continue
            }
            #expect(text.key == "whereToReport.\(way.rawValue)")
            #expect(name.map { words(text).hasSuffix($0) } ?? !words(text).contains("activity."))
        }
    }
}
