// SPDX-License-Identifier: EUPL-1.2

import Foundation
import Testing
import WalletConfiguration
import WalletInterface

@testable import WalletApp

/// The screens of UC6.1 to UC6.3 and of the page `history`.
struct ActivityScreenTests {
    private static func texts(of screen: any Screen) -> [Text] { Presentation.Drawn(screen).texts }
    private static func controls(of screen: any Screen) -> Set<Row> { Set(Presentation.Drawn(screen).controls) }

    private static func chosen(_ target: String?, of screen: Activities) -> Int64? {
        let choice = ScreenContents(screen).choice(for: Answer(ticket: 1, control: "UC6.1/1.1a", value: target))
        guard case .action(.activity(let number))? = choice else { return nil }
        return number
    }

    @Test func `500 activities of many months are drawn, and each can be opened`() {
        let events = (Int64(1)...500).reversed().map { ActivitySample.event(.pinChanged, number: $0) }
        let screen = Activities(events: events, hasOlder: true, zone: .gmt)
        let lists = Presentation.Drawn(screen).components.compactMap { component -> [ListRow]? in
            if case .list(let rows, _) = component { rows.filter { $0.row == "UC6.1/1.1a" } } else { nil }
        }
        #expect(lists.joined().count == 500)
        #expect(lists.count { !$0.isEmpty } > 12)
        for event in events where event.number % 50 < 2 { #expect(Self.chosen(String(event.number), of: screen) == event.number) }
    }

    @Test(arguments: ["0", "501", "", "pid", nil] as [String?])
    func `a press that means no activity of the list is refused`(_ target: String?) {
        let screen = Activities(events: (Int64(1)...500).reversed().map { ActivitySample.event(.pinChanged, number: $0) }, zone: .gmt)
        #expect(Self.chosen(target, of: screen) == nil)
    }

    @Test func `the history of one card has rows of its own, and no control for the whole history`() {
        let own = Self.controls(of: Activities(events: ActivitySample.all, isOfCard: true, hasOlder: true))
        #expect(own == ["UC6.2/1.1a", "UC6.2/1.1b", "UC6.2/1.1c", .sharedHelp])
        let whole = Self.controls(of: Activities(events: ActivitySample.all, hasOlder: true))
        #expect(whole == ["UC6.1/1.1a", "UC6.1/1.1b", "UC6.1/1.1c", "extra/16a", .sharedHelp])
    }

    @Test(arguments: [false, true])
    func `older activities are offered only if there are any`(_ hasOlder: Bool) {
        for isOfCard in [false, true] {
            let screen = Activities(events: ActivitySample.all, isOfCard: isOfCard, hasOlder: hasOlder)
            #expect(Self.controls(of: screen).contains(isOfCard ? "UC6.2/1.1c" : "UC6.1/1.1c") == hasOlder)
        }
    }

    @Test(arguments: [false, true])
    func `an empty list claims that there are no activities only if every activity could be read`(_ isOfCard: Bool) {
        let none: Text = isOfCard ? "activities.none.card" : "activities.none"
        let unreadable: Text = isOfCard ? "activities.unreadable.card" : "activities.unreadable"
        let empty = Self.texts(of: Activities(events: [], isOfCard: isOfCard))
        #expect(empty.contains(none) && !empty.contains(unreadable))
        let damaged = Self.texts(of: Activities(events: [], isOfCard: isOfCard, areSomeUnreadable: true))
        #expect(damaged.contains(unreadable) && !damaged.contains(none))
    }

    @Test func `the list says that nothing is kept now, and only then`() {
        #expect(Self.texts(of: Activities(events: [], isKept: false)).contains("activities.notKept"))
        #expect(!Self.texts(of: Activities(events: [])).contains("activities.notKept"))
        #expect(Self.controls(of: KeepActivities(isKept: true)).isSuperset(of: ["history/1.1c"]))
        #expect(Self.controls(of: KeepActivities(isKept: true)).isDisjoint(with: ["history/1.1d"]))
        #expect(Self.controls(of: KeepActivities(isKept: false)).isSuperset(of: ["history/1.1d"]))
        #expect(Self.controls(of: KeepActivities(isKept: false)).isDisjoint(with: ["history/1.1c"]))
    }

    @Test func `no value of a card is on any screen of the history`() {
        let pid = CardDetails.complete
        let values = pid.claims.flatMap { claim -> [Text] in
            guard case .text(let text) = claim.value else { return [] }
            return [ClaimText.value(claim.value, named: claim.path.last ?? "", in: pid.summary.zone), Text("value.text", .verbatim(text))]
        }
        #expect(values.count > 10)
        let claims = pid.claims.map { AskedClaim(path: $0.path, name: $0.name) }
        let card = SharingEvent.Card(id: pid.summary.id, name: pid.summary.localizedName, claims: claims)
        let event = ActivitySample.request(.delivered, cards: [card], asked: [AskedData(types: ["a"], claims: claims)])
        let screens: [any Screen] = [
            Activities(events: [event]), Activity(event: event), ActivityData(event: event), DataNotRight(event: event),
            AskToDelete(event: event, support: SupportContacts()), DeleteActivityQuestion(event: event),
        ]
        for screen in screens { #expect(Set(Self.texts(of: screen)).isDisjoint(with: values), "\(screen.row)") }
        let names = Set(claims.map(\.words))
        #expect(names.isSubset(of: Self.texts(of: ActivityData(event: event))))
    }

    @Test func `what was asked for has the name of the card that answered it, and never the type of the request`() {
        // The second part asks for a card without data, and could be one that nothing answered.
        #expect(Self.askedFrom([ActivitySample.shared], ActivitySample.asked) == [Self.pidName, "sharing.wholeCard"])
        #expect(Self.askedFrom([], ActivitySample.asked) == ["sharing.wholeCard", "sharing.wholeCard"])
        for outcome in SharingEvent.Outcome.allCases {
            let texts = Self.texts(of: ActivityData(event: ActivitySample.request(outcome)))
            #expect(!texts.contains { $0.arguments.contains(.verbatim("urn:eudi:pid:1")) })
        }
    }

    @Test func `a part that no name leads to has the name of the only card only if it is the only part`() {
        let other = [AskedData(types: [], claims: [AskedClaim(path: ["other"], name: LocalizedText([]))])]
        #expect(Self.askedFrom([ActivitySample.shared], other) == [Self.pidName])
        #expect(Self.askedFrom([ActivitySample.shared], other + other) == ["sharing.wholeCard", "sharing.wholeCard"])
        #expect(Self.askedFrom([ActivitySample.shared, ActivitySample.others], other) == [Self.pidName])
        #expect(Self.askedFrom([], other) == ["sharing.wholeCard"])
    }

    @Test func `a card answers one part only, so two parts with the same name do not get the same card`() {
        let part = AskedData(types: [], claims: [SharingSample.asked])
        let pass = SharingEvent.Card(id: CardID("pass"), name: LocalizedText("Pass", "Pas"), claims: [SharingSample.asked])
        let passName = Text("value.text", .localized(pass.name))
        #expect(Self.askedFrom([ActivitySample.shared, pass], [part, part]) == [Self.pidName, passName])
        #expect(Self.askedFrom([pass], [part, part]) == [passName, "sharing.wholeCard"])
        // The part that nothing answered comes first and has one name in common.
        let more = AskedClaim(path: ["degree"], name: LocalizedText("Degree", "Graad"))
        let diploma = SharingEvent.Card(
            id: CardID("diploma"), name: LocalizedText("Diploma", "Diploma"), claims: [SharingSample.asked, more])
        let both = AskedData(types: [], claims: [SharingSample.asked, more])
        #expect(Self.askedFrom([diploma], [part, both]) == ["sharing.wholeCard", Text("value.text", .localized(diploma.name))])
    }

    @Test func `cards that were left out of a large event are told as such, and answer nothing`() {
        let cards = [ActivitySample.shared, ActivitySample.others]
        let event = ActivitySample.request(.delivered, cards: cards)
        let mark = Text("value.text", .localized(ActivitySample.others.name))
        let states = Presentation.Drawn(ActivityData(event: event)).components.compactMap { component -> Text? in
            if case .state(_, let text, _) = component { text } else { nil }
        }
        #expect(states == [Self.pidName] && Self.texts(of: ActivityData(event: event)).contains(mark))
        let texts = Self.texts(of: DataNotRight(event: event))
        #expect(texts.contains(Self.pidName) && !texts.contains(mark) && !texts.contains("dataNotRight.unknown"))
        let marked = AskedData(types: [], claims: ActivitySample.others.claims)
        #expect(Self.askedFrom(cards, [marked, marked]) == ["sharing.wholeCard", "sharing.wholeCard"])
    }

    private static let pidName = Text("value.text", .localized(ActivitySample.card.name))

    /// The names of the cards beside the parts of a request.
    private static func askedFrom(_ cards: [SharingEvent.Card], _ asked: [AskedData]) -> [Text] {
        Presentation.Drawn(ActivityData(event: ActivitySample.request(.delivered, cards: cards, asked: asked))).components
            .flatMap { component -> [Text] in
                if case .facts(let facts, _) = component { facts.map(\.name) } else { [] }
            }
    }

    @Test(arguments: SharingEvent.Outcome.allCases)
    func `data that did not leave is not called shared`(_ outcome: SharingEvent.Outcome) {
        let texts = Self.texts(of: ActivityData(event: ActivitySample.request(outcome)))
        #expect(texts.contains("activityData.shared") == (outcome == .delivered))
        #expect(texts.contains("activityData.mayBeShared") == (outcome.hasLeft && outcome != .delivered))
        #expect(texts.contains("activityData.notShared") == !outcome.hasLeft)
    }

    @Test func `only data on a card can be mended, and an issuer that was not kept is said to be so`() {
        #expect(Self.controls(of: ActivityData(event: ActivitySample.request(.delivered))).contains("UC6.3/2.1a"))
        #expect(!Self.controls(of: ActivityData(event: ActivitySample.request(.stopped, cards: []))).contains("UC6.3/2.1a"))
        let nameless = SharingEvent.Card(id: CardID("other"), name: ActivitySample.card.name, claims: [])
        let texts = Self.texts(of: DataNotRight(event: ActivitySample.request(.delivered, cards: [nameless])))
        #expect(texts.contains("dataNotRight.unknown"))
    }

    @Test func `a question about an activity says that a report about it stays, unless it is one or is about no other party`() {
        func says(_ event: WalletEvent) -> Bool { Self.texts(of: DeleteActivityQuestion(event: event)).contains("deleteActivity.reports") }
        #expect(says(ActivitySample.request(.delivered)) && says(ActivitySample.event(.issued)))
        #expect(!says(ActivitySample.event(.problemReported)) && !says(ActivitySample.event(.deletionAsked)))
        #expect(!says(ActivitySample.event(.pinChanged)))
    }

    @Test func `the question about all activities says beforehand what stays`() {
        #expect(Self.texts(of: DeleteActivitiesQuestion()).contains("deleteActivities.stays"))
    }

    @Test func `a question about an activity warns of the lost proof only if data left or may have`() {
        func warns(_ event: WalletEvent) -> Bool { Self.texts(of: DeleteActivityQuestion(event: event)).contains("deleteActivity.shared") }
        for outcome in SharingEvent.Outcome.allCases { #expect(warns(ActivitySample.request(outcome)) == outcome.hasLeft) }
        #expect(!warns(ActivitySample.event(.issued)) && !warns(ActivitySample.event(.problemReported)))
    }
}
