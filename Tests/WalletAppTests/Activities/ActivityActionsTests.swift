// SPDX-License-Identifier: EUPL-1.2

import Foundation
import Testing
import WalletConfiguration
import WalletInterface

@testable import WalletApp

/// The actions of UC6.3/1.1 that apply to an activity, and those that must not be offered.
struct ActivityActionsTests {
    private static func controls(of event: WalletEvent, canDelete: Bool = true) -> Set<Row> {
        Set(Presentation.Drawn(Activity(event: event, canDelete: canDelete)).controls)
    }

    @Test(arguments: SharingEvent.Outcome.allCases, [false, true])
    func `deletion can be asked for only if data left or may have left`(_ outcome: SharingEvent.Outcome, _ isLogin: Bool) {
        let actions = ActivityAction.all(of: ActivitySample.request(outcome, isLogin: isLogin))
        #expect(actions == [.data, .agreement, .about, .report] + (outcome.hasLeft ? [.askToDelete] : []))
    }

    @Test(arguments: SharingEvent.Outcome.allCases)
    func `a request of an earlier version has no page about its organization, and no agreement`(_ outcome: SharingEvent.Outcome) {
        let actions = ActivityAction.all(of: ActivitySample.early(outcome))
        #expect(actions == [.data, .report] + (outcome.hasLeft ? [.askToDelete] : []))
    }

    @Test func `an unknown party can only be reported`() {
        #expect(ActivityAction.all(of: ActivitySample.unknown) == [.report])
        #expect(ActivitySample.unknown.who == "activity.unknownParty")
    }

    @Test func `a request that asked and shared nothing has no data to look at`() {
        #expect(!ActivityAction.all(of: ActivitySample.request(.stopped, cards: [], asked: [])).contains(.data))
        #expect(ActivityAction.all(of: ActivitySample.request(.stopped, cards: [])).contains(.data))
    }

    @Test(arguments: WalletEvent.Kind.allCases)
    func `the actions follow from the kind`(_ kind: WalletEvent.Kind) {
        let expected: [ActivityAction] =
            switch kind {
            case .shared: ActivityAction.allCases
            case .issued, .renewed, .revoked, .deleted, .problemReported, .deletionAsked: [.about, .report]
            case .pinChanged, .newPIN, .biometricsOn, .biometricsOff, .historyErased, .historyOff, .historyOn: []
            }
        #expect(ActivityAction.all(of: ActivitySample.event(kind)) == expected)
    }

    @Test(arguments: WalletEvent.Kind.allCases)
    func `each event can be deleted but those that tell of the history itself`(_ kind: WalletEvent.Kind) {
        let isOffered = Self.controls(of: ActivitySample.event(kind)).contains("extra/17a")
        #expect(isOffered == ![.historyErased, .historyOff, .historyOn].contains(kind))
    }

    @Test func `an issuer without a name has no page`() {
        let issuer = CardIssuer(identifier: "", name: LocalizedText([]), logo: nil, certifiedName: nil)
        let card = EventCard(id: CardID("a"), name: LocalizedText([]), issuer: issuer)
        let event = WalletEvent(number: 1, kind: .issued, date: .distantPast, card: card)
        #expect(ActivityAction.all(of: event) == [.report])
    }

    @Test func `the controls on the glass are the actions that apply, with their rows`() {
        let letters: [Row] = ["UC6.3/1.1a", "UC6.3/1.1b", "UC6.3/1.1c", "UC6.3/1.1d", "UC6.3/1.1f"]
        let always: Set<Row> = ["UC6.3/1.1e", "extra/17a", .sharedHelp]
        #expect(Self.controls(of: ActivitySample.request(.delivered)) == always.union(letters))
        #expect(Self.controls(of: ActivitySample.event(.pinChanged)) == always)
        #expect(Self.controls(of: ActivitySample.unknown) == always.union(["UC6.3/1.1d"]))
    }

    @Test(arguments: WalletEvent.Kind.allCases)
    func `the help desk is a link only where a stranger could have acted`(_ kind: WalletEvent.Kind) {
        let event = ActivitySample.event(kind)
        let screen = Activity(event: event, support: SupportContacts(phone: "+31701234567"))
        #expect(Presentation.Drawn(screen).controls.contains("extra/18a") == event.couldBeStranger)
        #expect(!Self.controls(of: event).contains("extra/18a"))
    }

    @Test(arguments: [SharingEvent.Outcome.mayHaveArrived, .notSent], [false, true])
    func `an activity whose answer is not settled cannot be deleted, and the screen says why`(
        _ outcome: SharingEvent.Outcome, _ isLogin: Bool
    ) {
        let event = ActivitySample.request(outcome, isLogin: isLogin)
        let controls = Self.controls(of: event, canDelete: false)
        #expect(!controls.contains("extra/17a"))
        // Nothing can be deleted at the organization while nothing has left the phone.
        #expect(controls.contains("UC6.3/1.1f") == (outcome == .mayHaveArrived))
        let texts = Presentation.Drawn(Activity(event: event, canDelete: false)).texts
        #expect(texts.contains("activity.notSettled"))
        #expect(texts.contains("activity.notSent.text") == (outcome == .notSent))
    }
}
