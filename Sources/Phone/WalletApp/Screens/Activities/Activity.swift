// SPDX-License-Identifier: EUPL-1.2

import Foundation
import WalletConfiguration
import WalletInterface

/// UC6.3/1.1: what happened, when, with whom, how it ended and why, and what the person can do about it.
struct Activity: Screen {
    /// The actions that the design lists, one to delete the activity, and one to reach the help desk.
    enum Action: Sendable {
        case data, agreement, about, report, back, askToDelete, delete
        case helpDesk(SharingContact)
    }

    let event: WalletEvent
    /// False while the activity cannot be deleted, because its answer is not settled: it may have arrived, or still waits to be sent.
    var canDelete = true
    /// The wallet's own help desk, for an activity that could be a stranger's.
    var support = SupportContacts()
    /// The time zone of the reader.
    var zone: TimeZone = .current

    let row: Row = "UC6.3/1.1"
    let helpTopic: String? = "UC6.3"
    var pieces: [Piece<Action>] {
        let head: [Piece<Action>] = [.topBar(.back(row: "UC6.3/1.1e", .back)), .title(event.label)]
        return head + account + notices + warnings + links + deletion
    }

    private var account: [Piece<Action>] {
        event.account.map { Piece<Action>.paragraph($0) } + [.facts(event.facts(in: zone))]
    }

    private var notices: [Piece<Action>] {
        let old: [Piece<Action>] = event.isOfEarlierVersion ? [.banner(.info, "activity.earlierVersion")] : []
        guard event.couldBeStranger else { return old }
        // A changed PIN does not end unlocking with biometrics.
        let question: Text = event.kind == .biometricsOn ? "activity.notYou.biometrics" : "activity.notYou"
        return old + [.banner(.info, question)] + helpDesk
    }

    /// extra/18a.
    private var helpDesk: [Piece<Action>] {
        let contacts = SharingContact.all(of: support)
        guard !contacts.isEmpty else { return [] }
        let entries = contacts.enumerated().map { number, contact in
            Piece<Action>.ListEntry.contact(contact, row: "extra/18a", target: String(number), .helpDesk(contact))
        }
        return [.list("needHelp.contact", entries)]
    }

    private var warnings: [Piece<Action>] {
        guard let sharing = event.sharing, event.kind == .shared, !sharing.warnings.isEmpty else { return [] }
        return [.heading("activity.warnings")] + sharing.warnings.map { Piece<Action>.paragraph($0.words(about: sharing.organizationName)) }
    }

    private var links: [Piece<Action>] {
        let entries = ActivityAction.all(of: event).map(entry)
        return entries.isEmpty ? [] : [.list("activity.actions", entries)]
    }

    private func entry(_ action: ActivityAction) -> Piece<Action>.ListEntry {
        switch action {
        case .data: .link("shareWith.view", icon: .card, row: "UC6.3/1.1a", .data)
        case .agreement: .link("activity.agreement", icon: .shield, row: "UC6.3/1.1b", .agreement)
        case .about: .link(Text("aboutOrganization.title", event.party), icon: .info, row: "UC6.3/1.1c", .about)
        case .report: .link("reportProblem.title", icon: .feedback, row: "UC6.3/1.1d", .report)
        case .askToDelete: .link("askToDelete.title", icon: .transfer, row: "UC6.3/1.1f", .askToDelete)
        }
    }

    /// extra/17a.
    private var deletion: [Piece<Action>] {
        guard event.kind.isDeletable else { return [] }
        guard canDelete else { return [.paragraph("activity.notSettled")] }
        return [.list("deleteActivity.link", .deletion("deleteActivity.link", detail: "deleteActivity.detail", row: "extra/17a", .delete))]
    }
}
