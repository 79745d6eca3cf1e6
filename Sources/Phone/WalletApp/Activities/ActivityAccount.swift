// SPDX-License-Identifier: EUPL-1.2

import Foundation
import WalletInterface

extension WalletEvent {
    /// The account of the activity in sentences: what happened, how it ended and why (UC6.3/1.1).
    var account: [Text] {
        switch kind {
        case .shared: sharing.map { $0.account(of: party) } ?? []
        case .issued, .renewed, .revoked, .deleted:
            [Text("activity.\(kind.rawValue).text", .texts([card?.name.words ?? "sharing.wholeCard"], separator: ""))]
        case .problemReported, .deletionAsked: [Text("activity.\(kind.rawValue).text", party)]
        case .pinChanged, .newPIN, .biometricsOn, .biometricsOff, .historyErased, .historyOff, .historyOn:
            [Text("activity.\(kind.rawValue).text")]
        }
    }

    /// The facts of the activity: when, with whom, with which cards, how it came and to whom the person turned.
    func facts(in zone: TimeZone) -> [Fact] {
        var facts = [Fact("activity.when", text: WrittenMoment(date, in: zone).words)]
        if let who { facts.append(Fact(issuer == nil ? "activity.organization" : "activity.issuer", text: who)) }
        let names = cardNames
        if !names.isEmpty {
            let list = Text("value.text", .texts(names, separator: ", "))
            facts.append(Fact(names.count == 1 ? "activity.card" : "activity.cards", text: list))
        }
        if let arrival = sharing?.arrival { facts.append(Fact("activity.arrival", text: Text("activity.arrival.\(arrival.rawValue)"))) }
        if let contact { facts.append(Fact("activity.contact", text: contact.words)) }
        if let code = sharing?.code { facts.append(Fact("genericError.code", code)) }
        return facts
    }

    /// The names of the cards that took part, of which an event without an answer has one or none.
    private var cardNames: [Text] {
        let shared = sharing?.cards.compactMap(\.name.words) ?? []
        return shared.isEmpty ? [card?.name.words].compactMap(\.self) : shared
    }

    /// True if an earlier version of the app wrote a request of an organization, without most of it.
    var isOfEarlierVersion: Bool { kind == .shared && sharing?.isWhole == false }

    /// True if a stranger with the phone in hand could have done it, to open the wallet later or to hide something.
    var couldBeStranger: Bool { [.pinChanged, .newPIN, .biometricsOn, .historyErased, .historyOff].contains(kind) }
}

extension SharingEvent {
    /// The rule of a refusal, for the help desk.
    fileprivate var code: String? { outcome == .refusedByWallet ? reason : nil }

    fileprivate func account(of party: Text.Argument) -> [Text] {
        switch outcome {
        case .delivered: [Text(isLogin ? "activity.loggedIn.text" : "activity.shared.text", party)] + wayBack
        case .refused: [Text("activity.refused.text", party)]
        case .mayHaveArrived: [Text(isLogin ? "mayHaveArrived.login" : "mayHaveArrived.text", party)]
        case .notSent: ["activity.notSent.text", "sharingStopped.text"]
        case .stopped: [isExpired ? "activity.expired.text" : "activity.stopped.text", "sharingStopped.text"]
        case .missing: ["activity.missing.text", "sharingStopped.text"]
        case .blocked: ["activity.blocked.text", "sharingStopped.text"]
        case .refusedByWallet: ["activity.refusedByWallet.text", "sharingStopped.text"]
        case .approvalVoid: [change, "sharingStopped.text"]
        }
    }

    /// Why the organization's address for the browser was not followed.
    private var wayBack: [Text] {
        guard refusedAddress != nil else { return [] }
        return [isAddressForOtherDevice ? "activity.wayBack.otherDevice" : "activity.wayBack.unsafeAddress"]
    }

    /// The change that ended an approval; one that this version does not know is told in general.
    private var change: Text {
        reason.flatMap { ApprovalChange(rawValue: $0) }.map { Text("lookAgain.\($0.rawValue)") } ?? "activity.approvalVoid.text"
    }
}

extension EventContact {
    /// The body and the way.
    fileprivate var words: Text {
        let body = name.map { Text("value.text", .verbatim($0)) } ?? self.body.words
        return Text("whereToReport.\(way.rawValue)", .texts([body], separator: ""))
    }
}

extension EventContact.Body {
    /// The role of a body without a name.
    fileprivate var words: Text {
        switch self {
        case .supervisor: "whereToReport.supervisor"
        case .organization: "activity.contact.organization"
        case .issuer: "activity.contact.issuer"
        case .helpDesk: "whereToReport.helpDesk"
        }
    }
}
