// SPDX-License-Identifier: EUPL-1.2

import Foundation
import WalletInterface

extension WalletEvent {
    /// The activity in a few words: the kind and, of a request, its outcome.
    var label: Text {
        switch kind {
        case .shared: sharing.map { $0.outcome.label(isLogin: $0.isLogin) } ?? "activity.shared"
        default: Text("activity.\(kind.rawValue)")
        }
    }

    /// The other party: the organization, else the issuer; nil if no other party took part.
    var who: Text? {
        guard isAboutOthers else { return nil }
        if let name = sharing?.organizationName { return name.isEmpty ? "activity.unknownParty" : Text("value.text", .verbatim(name)) }
        return card.flatMap(\.issuer.name.words) ?? "activity.unknownParty"
    }

    /// The other party, as an argument of a text.
    var party: Text.Argument { .texts([who ?? "activity.unknownParty"], separator: "") }

    /// The card, the other party and the time, on one line of a list.
    ///
    /// - Parameters:
    ///   - withCard: false if all of the list is of one card.
    ///   - zone: the time zone of the reader.
    func line(withCard: Bool, in zone: TimeZone) -> Text {
        // The card of a request is one of several, and is told on its page.
        let name = withCard && sharing == nil ? card.flatMap(\.name.words) : nil
        return Text("value.text", .texts([name, who, WrittenMoment(date, in: zone).words].compactMap(\.self), separator: " · "))
    }

    /// The picture of the kind.
    var icon: ListIcon {
        switch kind {
        case .issued, .revoked: .card
        case .renewed: .retry
        case .deleted, .historyErased: .trash
        case .shared: sharing?.isLogin == true ? .lock : .share
        case .problemReported: .feedback
        case .deletionAsked: .transfer
        case .pinChanged, .newPIN: .lock
        case .biometricsOn, .biometricsOff: .fingerprint
        case .historyOff, .historyOn: .clock
        }
    }
}

extension SharingEvent.Outcome {
    /// The outcome of a request in a few words. A refusal by the organization is the same as an answer without reply: it may have the data.
    fileprivate func label(isLogin: Bool) -> Text {
        switch self {
        case .delivered: isLogin ? "activity.loggedIn" : "activity.shared"
        case .refused, .mayHaveArrived: isLogin ? "activity.loginUncertain" : "activity.shareUncertain"
        case .notSent: isLogin ? "activity.loginNotSent" : "activity.shareNotSent"
        case .stopped: isLogin ? "activity.loginStopped" : "activity.shareStopped"
        case .missing: "activity.missing"
        case .blocked: "activity.blocked"
        case .refusedByWallet: "activity.refusedByWallet"
        case .approvalVoid: "activity.approvalVoid"
        }
    }
}

extension SharingEvent.Outcome {
    /// The heading of the data, which tells their fate.
    var dataHeading: Text {
        switch self {
        case .delivered: "activityData.shared"
        case .refused, .mayHaveArrived: "activityData.mayBeShared"
        case .notSent, .stopped, .missing, .blocked, .refusedByWallet, .approvalVoid: "activityData.notShared"
        }
    }
}

extension SharingEvent.Card {
    /// The name of the card; *a card* if it has none.
    var label: Text { name.words ?? "sharing.wholeCard" }

    /// True if it stands for cards that were left out of a large event, under the name `…`. Such a card has no identifier.
    var standsForOthers: Bool { id.text.isEmpty }
}
