// SPDX-License-Identifier: EUPL-1.2

/// UC9.6/1.1: the help topics.
struct NeedHelp: Screen {
    /// The actions that the design lists.
    enum Action: Sendable {
        case topic(Topic), contact, back
    }

    enum Topic: String, Sendable, CaseIterable {
        case cards, qrCode, sharing, activities, security, settings
    }

    let row: Row = "UC9.6/1.1"
    var pieces: [Piece<Action>] {
        [
            .topBar(.back(row: "UC9.6/1.1h", .back)),
            .title("needHelp.title"),
            .list(
                "needHelp.title",
                .link("needHelp.cards", icon: .card, row: "UC9.6/1.1a", .topic(.cards)),
                .link("needHelp.qrCode", icon: .qrCode, row: "UC9.6/1.1b", .topic(.qrCode)),
                .link("needHelp.sharing", icon: .share, row: "UC9.6/1.1c", .topic(.sharing)),
                .link("needHelp.activities", icon: .clock, row: "UC9.6/1.1d", .topic(.activities)),
                .link("needHelp.security", icon: .shield, row: "UC9.6/1.1e", .topic(.security)),
                .link("needHelp.settings", icon: .settings, row: "UC9.6/1.1f", .topic(.settings)),
                .link("needHelp.contact", icon: .telephone, row: "UC9.6/1.1g", .contact)),
        ]
    }
}
