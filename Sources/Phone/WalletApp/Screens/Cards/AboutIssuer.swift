// SPDX-License-Identifier: EUPL-1.2

import WalletInterface

/// UC7.2/4.1, UC6.3/6.1: the issuer of a card; of an activity, as it was at that time.
struct AboutIssuer: Screen {
    /// The actions that the design lists.
    enum Action: Sendable {
        case report, help, back
    }

    let issuer: CardIssuer
    /// The use case that shows the page.
    var rows = PageRows.card

    var row: Row { rows.row(.about) }
    var pieces: [Piece<Action>] {
        let name = Text("value.text", .localized(issuer.name))
        let facts =
            [Fact("aboutIssuer.name", text: name)]
            + [("aboutIssuer.certified", issuer.certifiedName), ("aboutIssuer.address", issuer.identifier)].compactMap { name, value in
                value.flatMap { $0.isEmpty ? nil : Fact(name, $0) }
            }
        let head: [Piece<Action>] = [
            .topBar(.back(row: rows.row(.about, "c"), .back), .help(row: rows.row(.about, "b"), .help)),
            .title(Text("aboutIssuer.title", .localized(issuer.name))),
        ]
        let past: [Piece<Action>] = rows == .activity ? [.paragraph("aboutOrganization.past")] : []
        return head + logo + [.paragraph("aboutIssuer.text")] + past + [
            .facts(facts),
            .list("reportProblem.title", .link("reportProblem.title", icon: .feedback, row: rows.row(.about, "a"), .report)),
        ]
    }

    private var logo: [Piece<Action>] {
        EmbeddedPicture(issuer.logo).map { [.picture($0, label: "aboutIssuer.logo")] } ?? []
    }
}
