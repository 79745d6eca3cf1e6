// SPDX-License-Identifier: EUPL-1.2

import Foundation

/// A flow of the subject, by name, with its properties.
struct PlayedFlow: Sendable {
    let name: String
    /// True if its wallets are registered at the end.
    var registers = true
    /// True if the core works in the background, so that later points are not passed every time; such a point is tried several times.
    var polls = false
    /// True if it begins with a store of the previous version.
    var startsEarlier = false
    /// True if the app is reinstalled before it. The account of the earlier wallet stays, since no phone can deregister it.
    var reinstalls = false
    /// The point at which its preparation is killed; nil for none.
    var cutAt: String?
    /// A word that must occur in one of its points; nil for none.
    var passes: String?
    /// True if it ends with a card.
    var issues = false
    /// True if its wallets have a second card, which is deleted, when it begins.
    var hasSecondCard = false
    /// True if its wallets temporarily have a card.
    var hasCard = false
    /// True if a verifier asks its wallets for data.
    var shares = false
    /// True if its user may confuse the old and the new PIN.
    var changesPIN = false
    /// In the sample, one fault per this many points other than writes of a card or a PIN.
    var sample = 1
    /// In the long form, second faults after one in this many points, at one in this many later points.
    var stride = 1
    /// In the long form, one fault per this many later points.
    var laterStride = 1

    /// The flows to play: all, or those that `WALLET_KILL_FLOWS` names, separated by commas.
    static var chosen: [PlayedFlow] {
        guard let names = ProcessInfo.processInfo.environment["WALLET_KILL_FLOWS"]?.split(separator: ",").map(String.init) else {
            return all
        }
        return all.filter { names.contains($0.name) }
    }

    static let all = [
        PlayedFlow(name: "first start", registers: false), PlayedFlow(name: "registration"), PlayedFlow(name: "deletion code"),
        PlayedFlow(name: "biometrics"), PlayedFlow(name: "unlock"), PlayedFlow(name: "wrong PIN"),
        PlayedFlow(name: "documents", registers: false, polls: true), PlayedFlow(name: "PIN change", changesPIN: true),
        PlayedFlow(name: "settlement", changesPIN: true), PlayedFlow(name: "migration", startsEarlier: true, hasCard: true),
        PlayedFlow(name: "wipe", registers: false, hasCard: true, changesPIN: true, sample: 4, stride: 4),
        PlayedFlow(
            name: "interrupted wipe", registers: false, cutAt: "after file erasing", passes: "received.farewells", changesPIN: true,
            sample: 3, stride: 2),
        PlayedFlow(name: "deregistration", registers: false),
        PlayedFlow(name: "second wipe", registers: false, polls: true, sample: 7, stride: 3),
        PlayedFlow(name: "second wipe sent", registers: false, polls: true, sample: 7, stride: 3),
        PlayedFlow(name: "issuance", issues: true, sample: 12, stride: 12, laterStride: 6),
        PlayedFlow(name: "acceptance", polls: true, issues: true, sample: 16, stride: 16, laterStride: 6),
        PlayedFlow(name: "PIN recovery", issues: true, changesPIN: true, sample: 20, stride: 20, laterStride: 6),
        PlayedFlow(name: "reinstallation", registers: false, reinstalls: true),
        PlayedFlow(name: "link"),
        PlayedFlow(name: "sharing", passes: "pending.sharing", issues: true, shares: true, sample: 2, stride: 4, laterStride: 3),
        PlayedFlow(
            name: "deletion", passes: "-card_entry", issues: true, hasSecondCard: true, sample: 4, stride: 6, laterStride: 6),
        PlayedFlow(name: "history", passes: "account.history_from", issues: true, sample: 4, stride: 8, laterStride: 8),
    ]
}
