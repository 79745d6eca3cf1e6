// SPDX-License-Identifier: EUPL-1.2

import Testing
import WalletInterface

@testable import WalletApp

/// UC6.1 Show all activities, UC6.2 Show activities of a card.
@Suite(.timeLimit(.minutes(20)))
struct ShowActivitiesTests: Walk {
    let stage: Stage

    init() throws { stage = try Stage(in: .unlocked) }

    /// Scripts answers with the numbers of a range, newest first.
    private func script(_ numbers: ClosedRange<Int64>) -> [WalletEvent] {
        let events = numbers.reversed().map { WalletEvent.sample($0) }
        stage.wallet.script { $0.events = events }
        return events
    }

    private func list(
        _ events: [WalletEvent], of card: String? = nil, hasOlder: Bool = false, areSomeUnreadable: Bool = false,
        isKept: Bool = true
    ) -> Activities {
        Activities(
            events: events, isOfCard: card != nil, hasOlder: hasOlder, areSomeUnreadable: areSomeUnreadable, isKept: isKept)
    }

    /// Plays UC6.1 from the dashboard, or UC6.2.
    private func play(
        of card: String? = nil, _ script: @escaping @Sendable (ScriptedGlass) async throws -> Void
    ) async throws -> UseCase? {
        try await stage.play(
            { context -> UseCase? in
                guard let card else { return try await ShowActivities(context).run(from: .dashboard) }
                try await ShowCardActivities(context).run(CardID(card))
                return nil
            }, script: script)
    }

    @Test(arguments: [nil, "pid"])
    func `LTC22 all activities are listed, an older part is added, and an activity leads back to the list`(_ card: String?) async throws {
        let events = script(1...120)
        let next = try await play(of: card) { glass in
            try await glass.sees(list(Array(events.prefix(50)), of: card, hasOlder: true), presses: "1.1c")
            try await glass.sees(list(Array(events.prefix(100)), of: card, hasOlder: true), presses: "1.1a", "30")
            try await glass.sees(Activity(event: events[90]), presses: "1.1e")
            try await glass.sees(list(Array(events.prefix(100)), of: card, hasOlder: true), presses: "1.1c")
            try await glass.sees(list(events, of: card), presses: "1.1b")
        }
        #expect(next == (card == nil ? .showAllCards : nil))
    }

    @Test(arguments: [(ShowActivities.Origin.dashboard, UseCase.showAllCards), (.menu, .showAppMenu(.menu))])
    func `going back leads to where the user came from`(_ origin: ShowActivities.Origin, _ next: UseCase) async throws {
        let result = try await stage.play({ try await ShowActivities($0).run(from: origin) }) { glass in
            try await glass.sees(list([]), presses: "1.1b")
        }
        #expect(result == next)
    }

    @Test(arguments: [49, 50, 51, 100] as [Int64])
    func `older activities are offered exactly while there are any`(_ count: Int64) async throws {
        let events = script(1...count)
        _ = try await play { glass in
            let first = list(Array(events.prefix(50)), hasOlder: count > 50)
            guard count > 50 else {
                try await glass.sees(first, presses: "1.1b")
                return
            }
            try await glass.sees(first, presses: "1.1c")
            try await glass.sees(list(events), presses: "1.1b")
        }
    }

    @Test func `a card's list has only its own activities, and those of the wallet are in the list of all`() async throws {
        let (own, other) = (WalletEvent.sample(3, .issued), WalletEvent.sample(4, cards: [.other(.valid)]))
        let wallet = WalletEvent(number: 5, kind: .pinChanged, date: FakeWallet.Script.eventDate, card: nil)
        stage.wallet.script { $0.events = [wallet, other, own] }
        _ = try await play(of: "pid") { glass in try await glass.sees(list([own], of: "pid"), presses: "1.1b") }
        _ = try await play { glass in try await glass.sees(list([wallet, other, own]), presses: "1.1b") }
    }

    @Test func `an activity that arrives meanwhile is in the list after the return, and older ones that were loaded stay`() async throws {
        let events = script(1...70)
        let new = WalletEvent.sample(71, .stopped)
        _ = try await play { glass in
            try await glass.sees(list(Array(events.prefix(50)), hasOlder: true), presses: "1.1c")
            try await glass.sees(list(events), presses: "1.1a", "70")
            try await glass.sees(Activity(event: events[0]))
            stage.wallet.script { $0.events.insert(new, at: 0) }
            stage.press("UC6.3/1.1e")
            try await glass.sees(list([new] + events), presses: "1.1b")
        }
    }

    @Test func `more than a page of new activities leaves no gap`() async throws {
        let events = script(1...3)
        let new = (4...80).reversed().map { WalletEvent.sample($0) }
        _ = try await play { glass in
            try await glass.sees(list(events), presses: "1.1a", "3")
            try await glass.sees(Activity(event: events[0]))
            stage.wallet.script { $0.events.insert(contentsOf: new, at: 0) }
            stage.press("UC6.3/1.1e")
            try await glass.sees(list(Array(new.prefix(50)), hasOlder: true), presses: "1.1c")
            try await glass.sees(list(new + events), presses: "1.1b")
        }
    }

    @Test func `an answer that was settled meanwhile has its outcome in the list`() async throws {
        let (uncertain, delivered) = (WalletEvent.sample(1, .mayHaveArrived), WalletEvent.sample(1))
        stage.wallet.script { $0.events = [uncertain] }
        _ = try await play { glass in
            try await glass.sees(list([uncertain]), presses: "1.1a", "1")
            try await glass.sees(Activity(event: uncertain))
            stage.wallet.script { $0.events = [delivered] }
            stage.press("UC6.3/1.1e")
            try await glass.sees(list([delivered]), presses: "1.1b")
        }
    }

    @Test func `an activity that is gone or cannot be read has no page, and leaves the list`() async throws {
        let events = script(1...3)
        _ = try await play { glass in
            try await glass.sees(list(events))
            stage.wallet.script { $0.events.remove(at: 1) }
            stage.press("UC6.1/1.1a", "2")
            try await glass.sees(list([events[0], events[2]]))
            stage.wallet.script { $0.goneEvents = [3] }
            stage.press("UC6.1/1.1a", "3")
            try await glass.sees(list([events[0], events[2]]), presses: "1.1b")
        }
        #expect(!stage.rows.contains("UC6.3/1.1"))
    }

    @Test func `activities that cannot be read are told, and that nothing is kept now`() async throws {
        stage.wallet.script { script in
            (script.unreadableEvents, script.isHistoryKept) = (2, false)
        }
        for card in [nil, "pid"] {
            _ = try await play(of: card) { glass in
                try await glass.sees(list([], of: card, areSomeUnreadable: true, isKept: false), presses: "1.1b")
            }
        }
    }

    @Test(arguments: [50, 100] as [Int64])
    func `a full page that only unreadable activities follow says so, and offers none older`(_ count: Int64) async throws {
        let events = script(1...count)
        stage.wallet.script { script in
            (script.unreadableEvents, script.areUnreadableOldest) = (3, true)
        }
        _ = try await play { glass in
            if count > 50 { try await glass.sees(list(Array(events.prefix(50)), hasOlder: true), presses: "1.1c") }
            try await glass.sees(list(events, areSomeUnreadable: true), presses: "1.1a", "1")
            try await glass.sees(Activity(event: events[events.count - 1]), presses: "1.1e")
            try await glass.sees(list(events, areSomeUnreadable: true), presses: "1.1b")
        }
    }

    @Test func `a history that cannot be read is an error, not an empty list`() async throws {
        stage.wallet.fails(.events, .storeDamaged)
        await #expect(throws: WalletCoreError.self) { _ = try await play { _ in } }
        #expect(stage.rows.isEmpty)
    }

    @Test func `only an activity of the list can be opened`() async throws {
        let events = script(1...60)
        let (stage, screen) = (stage, list(Array(events.prefix(50)), hasOlder: true))
        _ = try await play { glass in
            let shown = try await glass.sees(screen)
            for value in [nil, "", "0", "10", "61", "+60", "060"] {
                #expect(!stage.host.submit(Answer(ticket: shown.ticket, control: "UC6.1/1.1a", value: value)))
            }
            stage.press("UC6.1/1.1b")
        }
    }
}
