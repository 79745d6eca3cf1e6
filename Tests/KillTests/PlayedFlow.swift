// SPDX-License-Identifier: EUPL-1.2

import Foundation

/// A flow of the subject, by its name, and what is true of its wallets.
struct PlayedFlow: Sendable {
    let name: String
    /// Whether its wallets are registered when it is at its end.
    var registers = true
    /// Whether the core works by itself in it, so that not every later point is passed each time: such a one is tried several times.
    var polls = false
    /// Whether it begins with a store of the version before.
    var startsEarlier = false
    /// Whether the app is deleted and installed again before it. The account of the earlier wallet stays: no phone can end it then.
    var reinstalls = false
    /// The point at which its preparation is killed; nil when it is not.
    var cutAt: String?
    /// A word of a point that must be among its points; nil when none is asked for by name.
    var passes: String?
    /// Whether it ends with a card.
    var issues = false
    /// Whether its wallets have a card on the way.
    var hasCard = false
    /// Whether its user may type the old PIN for the new one or the new one for the old one.
    var changesPIN = false
    /// In the sample, of the points that are no writes of a card or a PIN every so manieth.
    var sample = 1
    /// In the long form, after every so manieth point there are second faults, at every so manieth point of the way to the end.
    var stride = 1
    /// In the long form, of the points of the ways to the end every so manieth.
    var laterStride = 1

    /// The flows that are played: all, or those that `WALLET_KILL_FLOWS` names, with commas between them.
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
        PlayedFlow(name: "settlement", changesPIN: true), PlayedFlow(name: "migration", startsEarlier: true),
        PlayedFlow(name: "wipe", registers: false, hasCard: true, changesPIN: true, sample: 4, stride: 4),
        PlayedFlow(
            name: "interrupted wipe", registers: false, cutAt: "after file erasing", passes: "received.farewells", changesPIN: true,
            sample: 3, stride: 2),
        PlayedFlow(name: "farewell", registers: false),
        PlayedFlow(name: "second wipe", registers: false, polls: true, sample: 7, stride: 3),
        PlayedFlow(name: "second wipe told", registers: false, polls: true, sample: 7, stride: 3),
        PlayedFlow(name: "issuance", issues: true, sample: 12, stride: 12, laterStride: 6),
        PlayedFlow(name: "acceptance", polls: true, issues: true, sample: 16, stride: 16, laterStride: 6),
        PlayedFlow(name: "PIN recovery", issues: true, changesPIN: true, sample: 20, stride: 20, laterStride: 6),
        PlayedFlow(name: "reinstallation", registers: false, reinstalls: true),
    ]
}
