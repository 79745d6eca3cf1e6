// SPDX-License-Identifier: EUPL-1.2

import WalletInterface

/// UC5.1/9.1, UC5.2/9.1: what the wallet lacks or cannot use now, why, and how to get it.
struct DataMissing: Screen {
    /// The actions that the design lists. The identity card is obtained again (extra/6a), since UC3.2 is not built.
    enum Action: Sendable {
        case close, details, help, renew
    }

    let missing: MissingCards

    var row: Row { rows.row("9.1") }
    var pieces: [Piece<Action>] {
        [
            .topBar(.help(row: rows.row("9.1c"), .help)),
            .title("dataMissing.title"),
            .paragraph(Text("dataMissing.text", missing.organization.argument)),
        ] + causes + [
            .list("dataMissing.details", .link("dataMissing.details", icon: .info, row: rows.row("9.1b"), .details))
        ] + renewal + [.button(missing.wouldRenewalHelp ? .text : .primary, "common.close", row: rows.row("9.1a"), .close)]
    }

    private var rows: SharingRows { SharingRows(isLogin: missing.isLogin) }

    private var causes: [Piece<Action>] {
        missing.parts.compactMap { part -> Piece<Action>? in
            part.cause.map { .state(.card, part.card?.name ?? part.claims.words, detail: Text("dataMissing.\($0.rawValue)")) }
        }
    }

    private var renewal: [Piece<Action>] {
        missing.wouldRenewalHelp
            ? [.paragraph("dataMissing.renew"), .button(.primary, "cardOverview.again", row: "extra/6a", .renew)] : []
    }
}
