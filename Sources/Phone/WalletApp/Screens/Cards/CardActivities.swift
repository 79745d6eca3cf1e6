// SPDX-License-Identifier: EUPL-1.2

import WalletCore

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

    let row: Row = "UC6.2/1.1"
    var pieces: [Piece<Action>] {
        [
            .topBar(.back(row: "UC6.2/1.1a", .back)),
            .title("cardActivities.title"),
            events.isEmpty
                ? .paragraph("cardActivities.none")
                : .facts(events.map { Fact($0.words, text: Text("value.text", .day(CalendarDay($0.date)))) }),
        ]
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
