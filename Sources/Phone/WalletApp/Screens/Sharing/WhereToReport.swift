// SPDX-License-Identifier: EUPL-1.2

import WalletConfiguration
import WalletInterface

/// UC5.1/8.2, UC5.2/8.2, UC6.3/4.2, UC7.2/5: the bodies that fit a problem, and how to reach them.
struct WhereToReport: Screen {
    /// The actions that the design lists.
    enum Action: Sendable {
        case contact(SharingContact)
        case back
    }

    private let rows: PageRows
    private let problem: SharingReport
    private let party: ReportedParty
    private let support: SupportContacts

    /// About a request.
    ///
    /// - Parameters:
    ///   - organization: the organization that asks; nil if it is not known.
    ///   - support: the wallet's own help desk.
    init(isLogin: Bool, problem: SharingReport, organization: SharingOrganization?, support: SupportContacts) {
        self.init(rows: PageRows(isLogin: isLogin), problem: problem, party: .organization(organization), support: support)
    }

    /// - Parameter support: the wallet's own help desk.
    init(rows: PageRows, problem: SharingReport, party: ReportedParty, support: SupportContacts) {
        (self.rows, self.problem, self.party, self.support) = (rows, problem, party, support)
    }

    var row: Row { rows.row(.contacts) }
    var helpTopic: String? { rows.reportHelp }
    var pieces: [Piece<Action>] {
        [
            .topBar(.back(row: rows.row(.contacts, "a"), .back)),
            .title("whereToReport.title"),
            .paragraph(problem.words),
        ] + issuer + contacts
    }

    /// The issuer of a card, who alone can correct it; its address is only text.
    private var issuer: [Piece<Action>] {
        guard case .issuer(let issuer) = party, problem == .wrongData else { return [] }
        let address = issuer.identifier.isEmpty ? [] : [Fact("aboutIssuer.address", issuer.identifier)]
        return [
            .paragraph("whereToReport.issuer"),
            .facts([Fact("aboutIssuer.name", text: Text("value.text", .localized(issuer.name)))] + address),
        ]
    }

    private var contacts: [Piece<Action>] {
        let contacts = problem.contacts(about: party, support: support)
        guard !contacts.isEmpty else { return [.banner(.info, "whereToReport.none")] }
        return [
            .paragraph("whereToReport.text"),
            .list("whereToReport.title", entries(of: contacts)),
        ]
    }

    private func entries(of contacts: [SharingContact]) -> [Piece<Action>.ListEntry] {
        contacts.enumerated().map { number, contact in
            Piece<Action>.ListEntry.contact(contact, row: rows.row(.contacts, "b"), target: String(number), .contact(contact))
        }
    }
}

extension Piece.ListEntry {
    /// A way to reach a body, with its address.
    static func contact(_ contact: SharingContact, row: Row, target: String, _ action: Action) -> Self {
        let (key, icon): (String, ListIcon) =
            switch contact.way {
            case .page: ("whereToReport.page", .info)
            case .mail: ("whereToReport.mail", .feedback)
            case .phone: ("whereToReport.phone", .telephone)
            }
        return .link(
            Text(key, .texts([contact.body], separator: "")), detail: Text("value.text", .verbatim(contact.address)), icon: icon, row: row,
            target: target, action)
    }
}
