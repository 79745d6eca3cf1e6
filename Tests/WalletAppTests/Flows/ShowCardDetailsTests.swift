// SPDX-License-Identifier: EUPL-1.2

import Brands
import ObservedValues
import Testing
import WalletInterface

@testable import WalletApp

/// UC7.2 Show card details.
@Suite(.timeLimit(.minutes(20)))
struct ShowCardDetailsTests: Walk {
    let stage: Stage

    private static let pid = CardDetails.pid()

    init() throws {
        stage = try Stage(in: .unlocked)
        stage.wallet.script { script in
            script.events = CardDetails.events
        }
        tell([Self.pid])
    }

    /// Publishes other cards from the core.
    private func tell(_ cards: [CardDetails]) {
        stage.wallet.hold(cards)
        stage.context.supervision.cards.set(stage.wallet.cards.value)
    }

    private func play(_ card: String = "pid", _ script: @escaping @Sendable (ScriptedGlass) async throws -> Void) async throws {
        try await stage.play({ try await ShowCardDetails($0).run(CardID(card)) }, script: script)
    }

    @Test func `LTC25 a card shows its data, its issuer and its activities`() async throws {
        let (overview, data, issuer) = (CardOverview(card: Self.pid), CardData(card: Self.pid), AboutIssuer(issuer: Self.pid.issuer))
        try await play { glass in
            try await glass.sees(overview, presses: "1.1a")
            try await glass.sees(data, presses: "2.1a")
            try await glass.sees(DetailsIncorrect(issuer: Self.pid.summary.issuerName), presses: "3.1a")
            try await glass.sees(data, presses: "2.1b")
            try await glass.sees(HelpPage(topic: "UC7.2"), presses: "1a")
            try await glass.sees(data, presses: "2.1c")
            try await glass.sees(overview, presses: "1.1c")
            try await glass.sees(issuer, presses: "4.1b")
            try await glass.sees(HelpPage(topic: "UC7.2"), presses: "1a")
            try await glass.sees(issuer, presses: "4.1c")
            try await glass.sees(overview, presses: "1.1b")
            try await glass.sees(Activities(events: CardDetails.events, isOfCard: true), presses: "UC6.2/1.1b")
            try await glass.sees(overview, presses: "1.1d")
            try await glass.sees(HelpPage(topic: "UC7.2"), presses: "1a")
            try await glass.sees(overview, presses: "1.1g")
        }
    }

    @Test func `a card has no entry for a flow that is not built`() {
        for card in [Self.pid, CardDetails.other(.expired)] {
            let controls = Presentation.Drawn(CardOverview(card: card)).controls
            var rows = Set(["1.1a", "1.1b", "1.1c", "1.1d", "1.1g"].map { Row("UC7.2", $0) })
            rows.insert(card.summary.isPID ? "extra/6a" : "UC7.2/1.1f")
            #expect(Set(controls) == rows)
            let issuer = Presentation.Drawn(AboutIssuer(issuer: card.issuer)).controls
            #expect(Set(issuer) == ["UC7.2/4.1a", "UC7.2/4.1b", "UC7.2/4.1c"])
        }
    }

    @Test(arguments: [CardStatus.valid, .expired, .expiresSoon, .corrupted])
    func `an identity card that can be obtained again has a control that does so`(_ status: CardStatus) async throws {
        let card = CardDetails.pid(status)
        tell([card])
        await #expect(throws: GoTo(.obtainPID)) {
            try await play { glass in try await glass.sees(CardOverview(card: card), presses: "extra/6a") }
        }
    }

    @Test(arguments: CardStatus.allCases) func `no card of another issuer has a control to obtain it again`(_ status: CardStatus) {
        #expect(!Presentation.Drawn(CardOverview(card: .other(status))).controls.contains("extra/6a"))
    }

    @Test(arguments: [CardStatus.revoked, .suspended, .notYetValid, .unknown])
    func `an identity card that a new one would not help has no control to obtain it again`(_ status: CardStatus) {
        #expect(!Presentation.Drawn(CardOverview(card: .pid(status))).controls.contains("extra/6a"))
    }

    @Test func `to obtain a valid card again is a row, not the main button`() {
        let components = Presentation.Drawn(CardOverview(card: Self.pid)).components
        #expect(!components.contains { if case .button = $0 { true } else { false } })
    }

    @Test(arguments: CardStatus.allCases)
    func `the sentence below a valid card names the last day, and no other card has the sentence`(_ status: CardStatus) throws {
        let catalog = try StringCatalog.load(for: .nlWallet)
        for card in [CardDetails.pid(status), .other(status)] {
            let day = WrittenDate(try #require(card.summary.lastDay)).words(in: .english)
            let sentences = Presentation.Drawn(CardOverview(card: card)).components.compactMap { component -> String? in
                guard case .paragraph(let text) = component else { return nil }
                return catalog.string(text, in: .english)
            }
            #expect(sentences.count == (status == .valid ? 1 : 0))
            #expect(sentences.allSatisfy { $0.hasPrefix("You can use this card through \(day).") })
        }
    }

    @Test func `the question whether the details are incorrect stands below them, not among the fixed buttons`() {
        let components = Presentation.Drawn(CardData(card: .complete)).components
        guard case .list(let rows, _)? = components.last else {
            Issue.record("the screen does not end with a list")
            return
        }
        #expect(rows.map(\.row) == ["UC7.2/2.1a"])
        #expect(!components.contains { if case .button = $0 { true } else { false } })
    }

    @Test func `the control to obtain an identity card again is also beside its data`() async throws {
        let card = CardDetails.pid(.expired)
        tell([card])
        await #expect(throws: GoTo(.obtainPID)) {
            try await play { glass in
                try await glass.sees(CardOverview(card: card), presses: "1.1a")
                try await glass.sees(CardData(card: card), presses: "extra/6a")
            }
        }
    }

    @Test(arguments: CardStatus.allCases) func `a card says that it can be obtained again only beside the control for it`(
        _ status: CardStatus
    ) throws {
        let catalog = try StringCatalog.load(for: .nlWallet)
        for card in [CardDetails.pid(status), .other(status)] {
            for drawn in [Presentation.Drawn(CardOverview(card: card)), Presentation.Drawn(CardData(card: card))] {
                let advice = drawn.components.compactMap { component -> Text? in
                    switch component {
                    case .banner(_, let text), .paragraph(let text): text
                    default: nil
                    }
                }
                let hasControl = drawn.controls.contains("extra/6a")
                for (language, again) in [(Language.english, "again"), (.dutch, "opnieuw op")] {
                    #expect(advice.contains { catalog.string($0, in: language).contains(again) } == hasControl)
                }
            }
        }
    }

    @Test func `a card that is revoked while the user reads its data changes on the screen`() async throws {
        let revoked = CardDetails.pid(.revoked)
        try await play { glass in
            try await glass.sees(CardOverview(card: Self.pid), presses: "1.1a")
            try await glass.sees(CardData(card: Self.pid))
            tell([revoked])
            try await glass.sees(CardData(card: revoked), presses: "2.1c")
            try await glass.sees(CardOverview(card: revoked), presses: "1.1g")
        }
    }

    @Test func `the screen of a removed card closes`() async throws {
        try await play { glass in
            try await glass.sees(CardOverview(card: Self.pid), presses: "1.1a")
            try await glass.sees(CardData(card: Self.pid))
            tell([])
        }
        #expect(!stage.rows.contains("UC7.2/2.1c"))
    }

    @Test func `a card that does not exist shows no details`() async throws {
        try await play("another") { _ in }
        #expect(stage.rows == [])
    }

    @Test(arguments: [nil, 4, 20] as [Int?])
    func `the copies left are not told while there are enough, or if their number is not known`(_ left: Int?) {
        let texts = Presentation.Drawn(CardOverview(card: .pid(copiesLeft: left))).texts
        #expect(!texts.contains { $0.key.hasPrefix("cardOverview.copies") || $0.key.hasPrefix("cardOverview.noCopies") })
    }

    @Test func `few copies are told, none with what helps, and of a card that does not count neither`() {
        func texts(_ card: CardDetails) -> [Text] { Presentation.Drawn(CardOverview(card: card)).texts }
        for left in 1...3 { #expect(texts(.pid(copiesLeft: left)).contains(Text("cardOverview.copies", .number(left)))) }
        #expect(texts(.pid(copiesLeft: 0)).contains("cardOverview.noCopies"))
        #expect(texts(.other(.valid, copiesLeft: 0)).contains("cardOverview.noCopies.other"))
        for status in [CardStatus.expired, .revoked] {
            #expect(!texts(.pid(status, copiesLeft: 0)).contains("cardOverview.noCopies"))
        }
    }

    @Test func `an issuer is reported to the help desk, with an event of its own and no word to the issuer`() async throws {
        let (overview, issuer) = (CardOverview(card: Self.pid), AboutIssuer(issuer: Self.pid.issuer))
        let party = ReportedParty.issuer(Self.pid.issuer)
        let report = ReportProblem(rows: .card, party: party)
        let place = WhereToReport(rows: .card, problem: .wrongData, party: party, support: stage.context.support)
        let contact = try #require(SharingReport.wrongData.contacts(about: party, support: stage.context.support).first)
        try await play { glass in
            try await glass.sees(overview, presses: "1.1c")
            try await glass.sees(issuer, presses: "4.1a")
            try await glass.sees(report, presses: "5.1b", "wrongData")
            try await glass.sees(place, presses: "5.2b", "0")
            try await glass.sees(place, presses: "5.2a")
            try await glass.sees(report, presses: "5.1a")
            try await glass.sees(issuer, presses: "4.1c")
            try await glass.sees(overview, presses: "1.1g")
        }
        #expect(contact.role == .helpDesk)
        #expect(stage.wallet.calls == [.noteReport(.card(CardID("pid")), contact.noted)])
        #expect(stage.left.places.count == 1)
        let event = try stage.newestEvent()
        #expect(event.kind == .problemReported && event.card?.id == CardID("pid") && event.contact == contact.noted)
    }

    @Test func `a card that cannot be read says so and names its issuer`() throws {
        let components = Presentation.Drawn(CardOverview(card: .pid(.corrupted))).components
        #expect(components.contains(.banner(.danger, "cardAdvice.corrupted")))
    }
}
