// SPDX-License-Identifier: EUPL-1.2

import WalletInterface

/// UC6.2/1.1, as far as there is something: what happened to a card, the newest first.
struct CardActivities: Screen {
    /// What the person can do.
    enum Action: Sendable {
        case back
    }

    /// The most that are shown.
    static let most = 50

    /// What happened.
    let events: [CardEvent]
    /// Whether the wallet holds others that cannot be read; nobody knows which card they were of.
    var areSomeUnreadable = false

    let row: Row = "UC6.2/1.1"
    var pieces: [Piece<Action>] {
        [
            .topBar(.back(row: "UC6.2/1.1b", .back)),
            .title("cardActivities.title"),
        ] + (areSomeUnreadable ? [.banner(.warn, "cardActivities.unreadable")] : []) + list
    }

    private var list: [Piece<Action>] {
        guard events.isEmpty else { return [.facts(events.map { Fact($0.words, text: Text("value.text", .day(CalendarDay($0.date)))) })] }
        // Where some cannot be read nobody can say that nothing has happened.
        return areSomeUnreadable ? [] : [.paragraph("cardActivities.none")]
    }
}

extension CardEvent {
    /// What happened.
    fileprivate var words: Text {
        switch kind {
        case .issued: "cardActivities.issued"
        case .renewed: "cardActivities.renewed"
        case .revoked: "cardActivities.revoked"
        }
    }
}
