// SPDX-License-Identifier: EUPL-1.2

import CalendarDays
import Foundation
import WalletInterface

/// UC6.2/1.1, as far as built: the history of a card, newest first.
struct CardActivities: Screen {
    /// The user's actions, in addition to the design.
    enum Action: Sendable {
        case back
    }

    /// The largest number of events shown.
    static let most = 50

    let events: [WalletEvent]
    /// True if the wallet has unreadable events, which could be of any card.
    var areSomeUnreadable = false

    let row: Row = "UC6.2/1.1"
    let helpTopic: String? = "UC6.2"
    var pieces: [Piece<Action>] {
        [
            .topBar(.back(row: "UC6.2/1.1b", .back)),
            .title("cardActivities.title"),
        ] + (areSomeUnreadable ? [.banner(.warn, "cardActivities.unreadable")] : []) + list
    }

    private var list: [Piece<Action>] {
        guard events.isEmpty else { return [.facts(events.map { Fact($0.account, text: Text("value.text", .day(WrittenDate($0.day)))) })] }
        // With unreadable events the screen cannot claim that nothing has happened.
        return areSomeUnreadable ? [] : [.paragraph("cardActivities.none")]
    }
}

extension WalletEvent {
    /// The day on which it happened, for the user: in the phone's time zone.
    var day: CalendarDay { CalendarDay(date, in: .current) }

    /// The event for the history: as `words`, with the reason why the organization's address for the browser was not followed.
    var account: Text {
        guard kind == .shared, let sharing, sharing.outcome == .delivered, sharing.refusedAddress != nil else { return words }
        return sharing.isAddressForOtherDevice ? "cardActivities.shared.otherDevice" : "cardActivities.shared.unsafeAddress"
    }

    /// The event in a few words, without its card.
    var words: Text {
        switch kind {
        case .issued: "cardActivities.issued"
        case .renewed: "cardActivities.renewed"
        case .revoked: "cardActivities.revoked"
        case .shared:
            switch sharing?.outcome {
            case .delivered, nil: "cardActivities.shared"
            case .mayHaveArrived, .refused: "cardActivities.mayBeShared"
            case .notSent: "cardActivities.notShared"
            case .stopped: "activity.stopped"
            case .missing: "activity.missing"
            case .blocked: "activity.blocked"
            case .refusedByWallet: "activity.refusedByWallet"
            case .approvalVoid: "activity.approvalVoid"
            }
        case .deleted: "activity.deleted"
        case .problemReported: "activity.problemReported"
        case .deletionAsked: "activity.deletionAsked"
        case .pinChanged: "activity.pinChanged"
        case .newPIN: "activity.newPIN"
        case .biometricsOn: "activity.biometricsOn"
        case .biometricsOff: "activity.biometricsOff"
        case .historyErased: "activity.historyErased"
        case .historyOff: "activity.historyOff"
        case .historyOn: "activity.historyOn"
        }
    }
}
