// SPDX-License-Identifier: EUPL-1.2

import WalletInterface

/// UC5.1/1.2, UC5.2/1.2: the person compares the address on the other screen with the one that the organization's certificate names.
struct WebsiteCheck: Screen {
    /// The actions that the design lists.
    enum Action: Sendable {
        case proceed, stop, about, help
    }

    let offer: SharingOffer

    var row: Row { rows.row("1.2") }
    var pieces: [Piece<Action>] {
        [
            .topBar(.help(row: rows.row("1.2d"), .help)),
            .title("websiteCheck.title"),
        ] + address + [
            .list("websiteCheck.about", .link("websiteCheck.about", icon: .info, row: rows.row("1.2c"), .about)),
            .button(.primary, "websiteCheck.proceed", row: rows.row("1.2a"), .proceed),
            .button(.text, "sharing.stop", row: rows.row("1.2b"), .stop),
        ]
    }

    private var rows: SharingRows { SharingRows(isLogin: offer.isLogin) }

    private var address: [Piece<Action>] {
        guard let host = offer.websiteHost else {
            return [
                .banner(.warn, "sharing.warning.noWebsiteHost"),
                .paragraph(Text("websiteCheck.unknown", offer.organization.argument)),
            ]
        }
        return [
            .paragraph("websiteCheck.text"),
            .heading(Text("value.text", .verbatim(host))),
            .paragraph("websiteCheck.differs"),
        ]
    }
}
