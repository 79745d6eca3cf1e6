// SPDX-License-Identifier: EUPL-1.2

import WalletInterface

/// UC5.1/2.2, UC5.2/2.2: nothing was shared; what the organization was told, and the way back.
struct SharingStopped: Screen {
    /// The actions that the design lists.
    enum Action: Sendable {
        case close, website
    }

    let isLogin: Bool
    /// The organization's name; nil if it is not known, which is then told nothing.
    let organizationName: String?
    let wayBack: SharingWayBack

    var row: Row { rows.row("2.2") }
    let helpTopic: String? = "UC5.1.stopped"
    var pieces: [Piece<Action>] {
        [.title("sharingStopped.title"), .paragraph(isLogin ? "sharingStopped.login" : "sharingStopped.text")] + told + [
            .paragraph(wayBack.words)
        ] + website + [
            .button(wayBack == .website ? .text : .primary, "common.close", row: rows.row("2.2a"), .close)
        ]
    }

    private var rows: SharingRows { SharingRows(isLogin: isLogin) }

    private var told: [Piece<Action>] {
        organizationName.map { [.paragraph(Text("sharingStopped.told", .verbatim($0)))] } ?? []
    }

    private var website: [Piece<Action>] {
        wayBack == .website ? [.button(.primary, "sharing.website", row: rows.row("2.2b"), .website)] : []
    }
}
