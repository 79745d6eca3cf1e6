// SPDX-License-Identifier: EUPL-1.2

import WalletInterface

/// UC7.2/4.1: the issuer of the card.
struct AboutIssuer: Screen {
    /// The implemented actions of the design.
    enum Action: Sendable {
        case help, back
    }

    let issuer: CardIssuer

    let row: Row = "UC7.2/4.1"
    var pieces: [Piece<Action>] {
        let name = Text("value.text", .localized(issuer.name))
        let facts =
            [Fact("aboutIssuer.name", text: name)]
            + [("aboutIssuer.certified", issuer.certifiedName), ("aboutIssuer.address", issuer.identifier)].compactMap { name, value in
                value.flatMap { $0.isEmpty ? nil : Fact(name, $0) }
            }
        return [
            .topBar(.back(row: "UC7.2/4.1c", .back), .help(row: "UC7.2/4.1b", .help)),
            .title(Text("aboutIssuer.title", .localized(issuer.name))),
        ] + (EmbeddedPicture(issuer.logo).map { [.picture($0, label: "aboutIssuer.logo")] } ?? []) + [
            .paragraph("aboutIssuer.text"),
            .facts(facts),
        ]
    }
}
