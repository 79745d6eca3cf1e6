// SPDX-License-Identifier: EUPL-1.2

import Foundation
import WalletInterface

extension WalletEvent {
    /// What happened, how it ended and why, in sentences (UC6.3/1.1).
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
        let cards = sharing?.cards.compactMap(\.name.words) ?? []
        let names = cards.isEmpty ? [card?.name.words].compactMap(\.self) : cards
        let optional: [Fact?] = [
            who.map { Fact(issuer == nil ? "activity.organization" : "activity.issuer", text: $0) },
            names.isEmpty ? nil : Fact("activity.cards", text: Text("value.text", .texts(names, separator: ", "))),
            sharing?.arrival.map { Fact("activity.arrival", text: Text("activity.arrival.\($0.rawValue)")) },
            contact.map { Fact("activity.contact", text: $0.words) },
            sharing?.code.map { Fact("genericError.code", $0) },
        ]
        return [Fact("activity.when", text: WrittenMoment(date, in: zone).words)] + optional.compactMap(\.self)
    }

    /// True if an earlier version of the app wrote a request of an organization, without most of it.
    var isOfEarlierVersion: Bool { kind == .shared && sharing?.isWhole == false }

    /// True if somebody else who held the phone could have done it, to open the wallet later.
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
        case .stopped: ["activity.stopped.text", "sharingStopped.text"]
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

    /// What had changed; a change that this version does not know is told in general.
    private var change: Text {
        reason.flatMap { ApprovalChange(rawValue: $0) }.map { Text("lookAgain.\($0.rawValue)") } ?? "activity.approvalVoid.text"
    }
}

extension EventContact {
    /// The body and the way.
    fileprivate var words: Text {
        let body = name.map { Text("value.text", .verbatim($0)) } ?? Text("activity.contact.\(self.body.rawValue)")
        return Text("whereToReport.\(way.rawValue)", .texts([body], separator: ""))
    }
}
