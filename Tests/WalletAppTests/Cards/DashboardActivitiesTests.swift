// SPDX-License-Identifier: EUPL-1.2

import Brands
import Foundation
import Testing
import WalletInterface

@testable import WalletApp

/// What happened last and what needs attention, on the dashboard.
struct DashboardActivitiesTests {
    private static func rows(of dashboard: Dashboard, _ row: Row) -> [ListRow] {
        Presentation.Drawn(dashboard).components.flatMap { component -> [ListRow] in
            if case .list(let rows, _) = component { rows.filter { $0.row == row } } else { [] }
        }
    }

    private static func opened(_ target: String?, of dashboard: Dashboard) -> CardID? {
        let choice = ScreenContents(dashboard).choice(for: Answer(ticket: 1, control: "extra/10a", value: target))
        guard case .action(.card(let card))? = choice else { return nil }
        return card
    }

    private static func shown(_ target: String?, of dashboard: Dashboard) -> Int64? {
        let choice = ScreenContents(dashboard).choice(for: Answer(ticket: 1, control: "extra/10d", value: target))
        guard case .action(.activity(let number))? = choice else { return nil }
        return number
    }

    @Test(arguments: WalletEvent.Kind.allCases)
    func `the last activity is shown and can be opened, also if it is about no card`(_ kind: WalletEvent.Kind) {
        let event = ActivitySample.event(kind, number: 7)
        let dashboard = Dashboard(of: [.pid()], steps: NextSteps(lastEvents: [event]))
        #expect(Self.rows(of: dashboard, "extra/10d").map(\.label) == [event.label])
        #expect(Self.shown("7", of: dashboard) == 7)
    }

    @Test func `the three newest activities are shown with who and when, each opens, and no other does`() {
        let events = (Int64(1)...5).reversed().map { ActivitySample.event(.shared, number: $0) }
        var dashboard = Dashboard(of: [.pid()], steps: NextSteps(lastEvents: events))
        dashboard.zone = .gmt
        let rows = Self.rows(of: dashboard, "extra/10d")
        #expect(rows.map(\.target) == ["5", "4", "3"])
        #expect(rows.map(\.detail) == events.prefix(3).map { Optional($0.line(withCard: true, in: .gmt)) })
        for number in [Int64(5), 4, 3] { #expect(Self.shown(String(number), of: dashboard) == number) }
        for target in ["2", "6", "", nil] as [String?] { #expect(Self.shown(target, of: dashboard) == nil) }
    }

    @Test func `without an activity there is no heading about the last ones`() {
        let headed: Text = "dashboard.lastActivities"
        #expect(!Presentation.Drawn(Dashboard(of: [.pid()])).texts.contains(headed))
        let steps = NextSteps(lastEvents: [ActivitySample.event(.issued)])
        #expect(Presentation.Drawn(Dashboard(of: [.pid()], steps: steps)).texts.contains(headed))
    }

    @Test func `a renewed card is pointed out with the day, after the cards that have ended, and at most three are`() {
        let ended = ["a", "b"].map { CardDetails.other(.expired, $0) }
        let steps = NextSteps(renewed: [CardID("pid")])
        let pid = CardDetails.pid(isRenewed: true)
        let renewed = Self.rows(of: Dashboard(of: [pid], steps: steps), "extra/10a")
        #expect(renewed.map(\.detail?.key) == ["dashboard.renewed"])
        #expect(Self.rows(of: Dashboard(of: [pid] + ended, steps: steps), "extra/10a").map(\.target) == ["a", "b", "pid"])
        let many = ended + [CardDetails.other(.revoked, "c"), pid]
        #expect(Self.rows(of: Dashboard(of: many, steps: steps), "extra/10a").map(\.target) == ["a", "b", "c"])
    }

    @Test(arguments: [(-12 * 3600, "14\u{A0}January 2027"), (0, "15\u{A0}January 2027"), (16 * 3600, "16\u{A0}January 2027")])
    func `the day of a renewal is the phone's, and no line ends in it`(_ offset: Int, _ day: String) throws {
        var dashboard = Dashboard(of: [.pid(isRenewed: true)], steps: NextSteps(renewed: [CardID("pid")]))
        dashboard.zone = try #require(TimeZone(secondsFromGMT: offset))
        let detail = try #require(Self.rows(of: dashboard, "extra/10a").first?.detail)
        #expect(try StringCatalog.load(for: .nlWallet).string(detail, in: .english) == "Renewed on " + day)
    }

    @Test func `of many new cards those that replaced another are found, after an instant and while they are valid`() {
        func card(_ name: String, _ status: CardStatus = .valid, renewed seconds: TimeInterval?) -> CardSummary {
            CardSummary(
                id: CardID(name), isPID: false, styles: [], issuerName: LocalizedText([]), issuedAt: Self.now, validFrom: nil,
                expiresAt: nil, status: status, renewedAt: seconds.map { Self.now.addingTimeInterval($0) })
        }
        let new = ["a", "b", "c"].map { card($0, renewed: nil) }
        let cards = new + [card("d", renewed: 1), card("e", renewed: 0), card("f", .revoked, renewed: 1), card("g", renewed: -1)]
        #expect(cards.renewed(after: Self.now) == [CardID("d")])
        #expect(new.renewed(after: .distantPast).isEmpty)
    }

    private static let now = Date(timeIntervalSince1970: 1_800_000_000)

    @Test func `all activities can be seen as soon as the cards are known, also without a card or an activity`() {
        #expect(Self.rows(of: Dashboard(cards: nil), "UC7.1/1.1c").isEmpty)
        #expect(Self.rows(of: Dashboard(cards: []), "UC7.1/1.1c").count == 1)
        #expect(Self.rows(of: Dashboard(of: [.pid()]), "UC7.1/1.1c").count == 1)
        #expect(Self.rows(of: Dashboard(of: [.pid()]), "extra/10d").isEmpty)
    }

    @Test func `one card in need of attention has an entry without a target`() {
        let dashboard = Dashboard(of: [.pid(.expiresSoon), .other(.valid)])
        #expect(Self.opened(nil, of: dashboard) == CardID("pid"))
        #expect(Self.opened("pid", of: dashboard) == nil)
    }

    @Test func `of several cards in need of attention each opens itself, those that ended first, and three at most`() {
        let ended = ["a", "b", "c"].map { CardDetails.other(.revoked, $0) }
        let dashboard = Dashboard(of: [CardDetails.pid(.expiresSoon)] + ended.prefix(1))
        #expect(Self.rows(of: dashboard, "extra/10a").map(\.target) == ["a", "pid"])
        #expect(Self.opened("a", of: dashboard) == CardID("a"))
        #expect(Self.opened("pid", of: dashboard) == CardID("pid"))
        #expect(Self.opened(nil, of: dashboard) == nil && Self.opened("b", of: dashboard) == nil)
        #expect(Self.rows(of: Dashboard(of: [CardDetails.pid(.expiresSoon)] + ended), "extra/10a").map(\.target) == ["a", "b", "c"])
    }

    @Test(arguments: [CardStatus.valid, .suspended, .notYetValid, .unknown])
    func `a card in another status needs no attention`(_ status: CardStatus) {
        #expect([CardDetails.pid(status).summary].urgent == [])
    }
}
