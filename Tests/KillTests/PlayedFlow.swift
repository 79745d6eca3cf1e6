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
    /// The point at which its preparation is killed; nil when it is not.
    var cutAt: String?
    /// Whether it ends with a card.
    var issues = false
    /// Whether its wallets have a card on the way.
    var hasCard = false
    /// Whether its user may type the old PIN for the new one or the new one for the old one.
    var changesPIN = false
    /// In the sample, of the points that are no writes of a card or a PIN every so manieth; in the long form, of the second faults.
    var stride = 1

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
        PlayedFlow(name: "wipe", registers: false, hasCard: true, changesPIN: true, stride: 3),
        PlayedFlow(name: "interrupted wipe", registers: false, cutAt: "after file erasing", changesPIN: true),
        PlayedFlow(name: "farewell", registers: false), PlayedFlow(name: "second wipe", registers: false),
        PlayedFlow(name: "second wipe, told", registers: false), PlayedFlow(name: "issuance", issues: true, stride: 12),
        PlayedFlow(name: "acceptance", polls: true, issues: true, stride: 16),
        PlayedFlow(name: "PIN recovery", issues: true, changesPIN: true, stride: 20),
    ]
}
