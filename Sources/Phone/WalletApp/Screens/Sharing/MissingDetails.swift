// SPDX-License-Identifier: EUPL-1.2

import WalletInterface

/// UC5.1/9.2, UC5.2/9.2: all that was asked for, and whether the wallet has it.
struct MissingDetails: Screen {
    /// The actions that the design lists.
    enum Action: Sendable {
        case close
    }

    let missing: MissingCards

    var row: Row { rows.row("9.2") }
    let style = ScreenStyle.sheet
    var pieces: [Piece<Action>] {
        [
            .title("missingDetails.title"),
            .facts(facts),
            .button(.primary, "common.close", row: rows.row("9.2a"), .close),
        ]
    }

    private var rows: SharingRows { SharingRows(isLogin: missing.isLogin) }

    private var facts: [Fact] {
        missing.parts.flatMap { part -> [Fact] in
            let state: Text = part.cause == nil ? "missingDetails.there" : "missingDetails.missing"
            guard part.claims.isEmpty else { return part.claims.map { Fact($0.words, text: state) } }
            return [Fact(part.card?.name ?? "sharing.wholeCard", text: state)]
        }
    }
}
