// SPDX-License-Identifier: EUPL-1.2

import Foundation
import WalletInterface

/// UC6.1/1.1, UC6.2/1.1: all activities, or those of one card, newest first, grouped by month.
struct Activities: Screen {
    /// The actions that the design lists, and one for the history itself, which only UC6.1 has.
    enum Action: Sendable {
        /// An activity, by its number.
        case activity(Int64)
        case older, keeping, back
    }

    /// The activities, newest first.
    let events: [WalletEvent]
    /// True for the activities of one card (UC6.2).
    var isOfCard = false
    /// True if there are older ones.
    var hasOlder = false
    /// True if the wallet has unreadable activities, which could be of any card.
    var areSomeUnreadable = false
    /// False if the person has switched the history off.
    var isKept = true
    /// The time zone of the reader.
    var zone: TimeZone = .current

    var row: Row { numbered("") }
    var helpTopic: String? { isOfCard ? "UC6.2" : "UC6.1" }
    var pieces: [Piece<Action>] {
        let head: [Piece<Action>] = [
            .topBar(.back(row: numbered("b"), .back)), .title(isOfCard ? "activities.card" : "activities.title"),
        ]
        return head + notices + months + older + keeping
    }

    private func numbered(_ letter: String) -> Row { Row(isOfCard ? "UC6.2" : "UC6.1", "1.1" + letter) }

    private var notices: [Piece<Action>] {
        let off: [Piece<Action>] = isKept ? [] : [.banner(.warn, "activities.notKept")]
        guard areSomeUnreadable else { return off }
        return off + [.banner(.warn, isOfCard ? "activities.unreadable.card" : "activities.unreadable")]
    }

    private var months: [Piece<Action>] {
        guard events.isEmpty else {
            return ActivityMonth.grouping(events, in: zone).flatMap { group -> [Piece<Action>] in
                let month = Text("value.text", .day(group.month))
                return [.heading(month), .list(month, group.events.map(entry))]
            }
        }
        // With unreadable activities the screen cannot claim that there are none.
        return areSomeUnreadable ? [] : [.paragraph(isOfCard ? "activities.none.card" : "activities.none")]
    }

    private func entry(_ event: WalletEvent) -> Piece<Action>.ListEntry {
        .link(
            event.label, detail: event.line(withCard: !isOfCard, in: zone), icon: event.icon, row: numbered("a"),
            target: String(event.number), .activity(event.number))
    }

    private var older: [Piece<Action>] { hasOlder ? [.button(.secondary, "activities.older", row: numbered("c"), .older)] : [] }

    /// extra/16a.
    private var keeping: [Piece<Action>] {
        isOfCard ? [] : [.list("keepActivities.title", .link("keepActivities.title", icon: .settings, row: "extra/16a", .keeping))]
    }
}
