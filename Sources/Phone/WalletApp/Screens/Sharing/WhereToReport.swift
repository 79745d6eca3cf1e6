// SPDX-License-Identifier: EUPL-1.2

import WalletConfiguration
import WalletInterface

/// UC5.1/8.2, UC5.2/8.2: the bodies that fit a problem, and how to reach them.
struct WhereToReport: Screen {
    /// The actions that the design lists.
    enum Action: Sendable {
        case contact(SharingContact)
        case back
    }

    let isLogin: Bool
    let problem: SharingReport
    /// The organization that asks; nil if it is not known.
    let organization: SharingOrganization?
    /// The wallet's own help desk.
    let support: SupportContacts

    var row: Row { rows.row("8.2") }
    let helpTopic: String? = "UC5.1.report"
    var pieces: [Piece<Action>] {
        [
            .topBar(.back(row: rows.row("8.2a"), .back)),
            .title("whereToReport.title"),
            .paragraph(problem.words),
        ] + contacts
    }

    private var rows: SharingRows { SharingRows(isLogin: isLogin) }

    private var contacts: [Piece<Action>] {
        let contacts = problem.contacts(of: organization, support: support)
        guard !contacts.isEmpty else { return [.banner(.info, "whereToReport.none")] }
        return [
            .paragraph("whereToReport.text"),
            .list("whereToReport.title", contacts.enumerated().map { number, contact in entry(contact, number) }),
        ]
    }

    private func entry(_ contact: SharingContact, _ number: Int) -> Piece<Action>.ListEntry {
        let (key, icon): (String, ListIcon) =
            switch contact.way {
            case .page: ("whereToReport.page", .info)
            case .mail: ("whereToReport.mail", .feedback)
            case .phone: ("whereToReport.phone", .telephone)
            }
        return .link(
            Text(key, .texts([contact.body], separator: "")), detail: Text("value.text", .verbatim(contact.address)), icon: icon,
            row: rows.row("8.2b"), target: String(number), .contact(contact))
    }
}
