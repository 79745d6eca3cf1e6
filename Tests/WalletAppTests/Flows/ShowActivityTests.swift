// SPDX-License-Identifier: EUPL-1.2

import Testing
import WalletConfiguration
import WalletInterface

@testable import WalletApp

/// UC6.3 Show an activity.
@Suite(.timeLimit(.minutes(20)))
struct ShowActivityTests: Walk {
    let stage: Stage

    private static let event = WalletEvent.sample(7)
    private static let page = Activity(event: event)
    private static let report = ReportProblem(rows: .activity, party: ReportedParty(event))

    init() throws {
        stage = try Stage(in: .unlocked)
        stage.wallet.script { $0.events = [Self.event] }
    }

    private func play(
        _ event: WalletEvent = Self.event, _ script: @escaping @Sendable (ScriptedGlass) async throws -> Void
    ) async throws -> ShowActivity.Ending {
        stage.wallet.script { $0.events = [event] }
        return try await stage.play({ try await ShowActivity($0).run(event.number) }, script: script)
    }

    private func place(_ problem: SharingReport) -> WhereToReport {
        WhereToReport(rows: .activity, problem: problem, party: ReportedParty(Self.event), support: stage.context.support)
    }

    @Test func `LTC23 every page about an activity leads back to it`() async throws {
        let data = ActivityData(event: Self.event)
        let about = AboutOrganization(rows: .activity, organization: .shop)
        let agreement = SharingAgreement(rows: .activity, organization: .shop)
        let ending = try await play { glass in
            try await glass.sees(Self.page, presses: "1.1a")
            try await glass.sees(data, presses: "2.1b")
            try await glass.sees(HelpPage(topic: "UC6.3.data"), presses: "1a")
            try await glass.sees(data, presses: "2.1a")
            try await glass.sees(DataNotRight(event: Self.event), presses: "3.1a")
            try await glass.sees(data, presses: "2.1c")
            try await glass.sees(Self.page, presses: "1.1b")
            try await glass.sees(agreement, presses: "5.1a")
            try await glass.sees(agreement, presses: "5.1b")
            try await glass.sees(Self.page, presses: "1.1c")
            try await glass.sees(about, presses: "6.1b")
            try await glass.sees(HelpPage(topic: "UC6.3.organization"), presses: "1a")
            try await glass.sees(about, presses: "6.1a")
            try await glass.sees(Self.report, presses: "4.1a")
            try await glass.sees(about, presses: "6.1c")
            try await glass.sees(Self.page, presses: "1.1d")
            try await glass.sees(Self.report, presses: "4.1a")
            try await glass.sees(Self.page, presses: "1.1f")
            try await glass.sees(AskToDelete(event: Self.event, support: stage.context.support), presses: "7.1b")
            try await glass.sees(Self.page, presses: "1.1e")
        }
        #expect(ending == .back)
        #expect(stage.left.places == [.page(try #require(PageAddress("https://shop.example/privacy")))])
        #expect(stage.wallet.calls.isEmpty && stage.wallet.present.events == [Self.event])
    }

    @Test func `the pages of an activity whose registration was not kept say so`() async throws {
        let organization = SharingOrganization(
            name: "Shop", legalName: nil, identifier: nil, country: nil, host: "shop.example", registration: nil)
        let event = ActivitySample.request(.delivered, of: organization, leavesOutRegistration: true)
        _ = try await play(event) { glass in
            try await glass.sees(Activity(event: event), presses: "1.1b")
            let agreement = SharingAgreement(rows: .activity, organization: organization, leavesOutRegistration: true)
            try await glass.sees(agreement, presses: "5.1b")
            try await glass.sees(Activity(event: event), presses: "1.1c")
            let about = AboutOrganization(rows: .activity, organization: organization, leavesOutRegistration: true)
            try await glass.sees(about, presses: "6.1c")
            try await glass.sees(Activity(event: event), presses: "1.1e")
        }
    }

    @Test func `an event of a card leads to its issuer, which can be reported`() async throws {
        let event = WalletEvent.sample(3, .renewed)
        let issuer = AboutIssuer(issuer: CardDetails.pid().issuer, rows: .activity)
        _ = try await play(event) { glass in
            try await glass.sees(Activity(event: event), presses: "1.1c")
            try await glass.sees(issuer, presses: "6.1b")
            try await glass.sees(HelpPage(topic: "UC6.3.organization"), presses: "1a")
            try await glass.sees(issuer, presses: "6.1a")
            try await glass.sees(ReportProblem(rows: .activity, party: ReportedParty(event)), presses: "4.1a")
            try await glass.sees(issuer, presses: "6.1c")
            try await glass.sees(Activity(event: event), presses: "1.1e")
        }
    }

    @Test func `an unknown party can only be reported, to the help desk`() async throws {
        let event = WalletEvent(
            number: 7, kind: .shared, date: FakeWallet.Script.eventDate, card: nil,
            sharing: SharingEvent(
                organizationName: "", organizationID: nil, isLogin: false, outcome: .refusedByWallet, cards: [], isWhole: true,
                reason: "sample"))
        let party = ReportedParty.organization(nil)
        let place = WhereToReport(rows: .activity, problem: .tooMuch, party: party, support: stage.context.support)
        _ = try await play(event) { glass in
            let shown = try await glass.sees(Activity(event: event), presses: "1.1d")
            #expect(Set(shown.top.controls) == ["UC6.3/1.1d", "UC6.3/1.1e", "extra/17a", .sharedHelp])
            try await glass.sees(ReportProblem(rows: .activity, party: party), presses: "4.1b", "tooMuch")
            try await glass.sees(place, presses: "4.2b", "0")
            try await glass.sees(place, presses: "4.2a")
            try await glass.sees(ReportProblem(rows: .activity, party: party), presses: "4.1a")
            try await glass.sees(Activity(event: event), presses: "1.1e")
        }
        #expect(try stage.newestEvent().contact?.body == .helpDesk)
    }

    // MARK: Turning to others

    @Test func `a problem is reported to a body that fits, with an event before the app leaves`() async throws {
        _ = try await play { glass in
            try await glass.sees(Self.page, presses: "1.1d")
            try await glass.sees(Self.report, presses: "4.1b", "tooMuch")
            for entry in ["0", "1", "2"] { try await glass.sees(place(.tooMuch), presses: "4.2b", entry) }
            try await glass.sees(place(.tooMuch), presses: "4.2a")
            try await glass.sees(Self.report, presses: "4.1a")
            try await glass.sees(Self.page, presses: "1.1e")
        }
        let authority = try #require(PageAddress("https://authority.example"))
        #expect(stage.left.places == [.page(authority), .mail("post@authority.example"), .phone("+31201234568")])
        let noted = EventContact.Way.allCases.map { EventContact(body: .supervisor, way: $0, name: "The Authority") }
        #expect(stage.wallet.calls == noted.map { .noteReport(.event(7), $0) })
        let events = stage.wallet.present.events.prefix(3)
        #expect(events.allSatisfy { $0.kind == .problemReported && $0.about == 7 && $0.sharing?.organization == .shop })
    }

    @Test func `the organization is asked to delete data, with an event before the app leaves`() async throws {
        let ask = AskToDelete(event: Self.event, support: stage.context.support)
        _ = try await play { glass in
            try await glass.sees(Self.page, presses: "1.1f")
            for entry in ["0", "1"] { try await glass.sees(ask, presses: "7.1a", entry) }
            try await glass.sees(ask, presses: "7.1b")
            try await glass.sees(Self.page, presses: "1.1e")
        }
        #expect(stage.left.places == [.page(try #require(PageAddress("https://shop.example/help"))), .mail("help@shop.example")])
        let noted = [EventContact.Way.page, .mail].map { EventContact(body: .organization, way: $0, name: "The Shop") }
        #expect(stage.wallet.calls == noted.map { .noteDeletionAsked(7, $0) })
        #expect(try stage.newestEvent().kind == .deletionAsked)
    }

    @Test func `if the event cannot be written the error is shown and nothing is opened, and the user can try again`() async throws {
        for call in [CoreCall.noteReport, .noteDeletionAsked] { stage.wallet.fails(call, .storeFull) }
        let full = StoreProblem(problem: .full)
        let ask = AskToDelete(event: Self.event, support: stage.context.support)
        let left = stage.left
        _ = try await play { glass in
            try await glass.sees(Self.page, presses: "1.1d")
            try await glass.sees(Self.report, presses: "4.1b", "tooMuch")
            try await glass.sees(place(.tooMuch), presses: "4.2b", "0")
            try await glass.sees(full, presses: "Generic.retry")
            try await glass.sees(place(.tooMuch), presses: "4.2a")
            try await glass.sees(Self.report, presses: "4.1a")
            try await glass.sees(Self.page, presses: "1.1f")
            try await glass.sees(ask, presses: "7.1a", "1")
            try await glass.sees(full, presses: "Generic.retry")
            try await glass.sees(ask)
            #expect(left.places.isEmpty)
            stage.press("UC6.3/7.1a", "1")
            try await glass.sees(ask, presses: "7.1b")
            try await glass.sees(Self.page, presses: "1.1e")
        }
        #expect(left.places == [.mail("help@shop.example")])
        #expect(stage.wallet.present.events.map(\.kind) == [.deletionAsked, .shared])
    }

    @Test func `while the history is switched off the app leaves without an event`() async throws {
        stage.wallet.script { $0.isHistoryKept = false }
        let ask = AskToDelete(event: Self.event, support: stage.context.support)
        _ = try await play { glass in
            try await glass.sees(Self.page, presses: "1.1f")
            try await glass.sees(ask, presses: "7.1a", "0")
            try await glass.sees(ask, presses: "7.1b")
            try await glass.sees(Self.page, presses: "1.1e")
        }
        #expect(stage.left.places.count == 1 && stage.wallet.present.events == [Self.event])
    }

    // MARK: Deletion

    @Test func `one activity is deleted after a question, and the list follows`() async throws {
        let events = [WalletEvent.sample(8), Self.event]
        let question = DeleteActivityQuestion(event: Self.event)
        stage.wallet.script { $0.events = events }
        _ = try await stage.play({ try await ShowActivities($0).run(from: .menu) }) { glass in
            try await glass.sees(Activities(events: events), presses: "1.1a", "7")
            try await glass.sees(Self.page, presses: "extra/17a")
            try await glass.sees(question, presses: "5.1b")
            try await glass.sees(Self.page, presses: "extra/17a")
            try await glass.sees(question, presses: "5.1a")
            try await glass.sees(Activities(events: [events[0]]), presses: "1.1b")
        }
        #expect(stage.wallet.calls == [.deleteEvent(7)])
    }

    @Test func `an activity that could not be deleted is still there`() async throws {
        stage.wallet.fails(.deleteEvent, .storeFull)
        let ending = try await play { glass in
            try await glass.sees(Self.page, presses: "extra/17a")
            try await glass.sees(DeleteActivityQuestion(event: Self.event), presses: "5.1a")
            try await glass.sees(StoreProblem(problem: .full), presses: "Generic.retry")
            try await glass.sees(Self.page, presses: "1.1e")
        }
        #expect(ending == .back && stage.wallet.present.events == [Self.event])
    }

    @Test func `the event of an answer that may have arrived cannot be deleted until it is settled`() async throws {
        let event = WalletEvent.sample(1, .mayHaveArrived)
        stage.wallet.script { $0.sharing = .answered(.sample()) }
        _ = try await play(event) { glass in
            let shown = try await glass.sees(Activity(event: event, canDelete: false), presses: "1.1d")
            #expect(!shown.top.controls.contains("extra/17a"))
            try await glass.sees(ReportProblem(rows: .activity, party: ReportedParty(event)))
            stage.wallet.script { $0.sharing = .none }
            stage.press("UC6.3/4.1a")
            try await glass.sees(Activity(event: event), presses: "1.1e")
        }
    }

    @Test func `what a stranger could have done leads to the help desk by each of its ways, and writes no event`() async throws {
        let event = WalletEvent(number: 7, kind: .newPIN, date: FakeWallet.Script.eventDate, card: nil)
        let page = Activity(event: event, support: stage.context.support)
        let ways = SharingContact.all(of: stage.context.support)
        try #require(!ways.isEmpty)
        _ = try await play(event) { glass in
            for number in ways.indices { try await glass.sees(page, presses: "extra/18a", String(number)) }
            try await glass.sees(page, presses: "1.1e")
        }
        #expect(stage.left.places.count == ways.count)
        #expect(stage.wallet.present.events == [event] && stage.wallet.calls.isEmpty)
    }

    @Test func `an event that does not exist has no page`() async throws {
        let ending = try await stage.play({ try await ShowActivity($0).run(99) }) { _ in }
        #expect(ending == .gone && stage.rows.isEmpty)
    }
}
