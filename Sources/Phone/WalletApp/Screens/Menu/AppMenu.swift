// SPDX-License-Identifier: EUPL-1.2

/// UC9.1/1.1: the menu.
struct AppMenu: Screen {
    /// What the design lists.
    enum Action: Sendable {
        case tour, help, scan, activities, settings, feedback, about, back, logOut
    }

    let row: Row = "UC9.1/1.1"
    var pieces: [Piece<Action>] {
        [
            .topBar(.back(row: "UC9.1/1.1h", .back)),
            .title("appMenu.title"),
            .list(
                "appMenu.title",
                .link("appMenu.settings", row: "UC9.1/1.1e", .settings),
                .link("appMenu.activities", row: "UC9.1/1.1d", .activities),
                .link("appMenu.scan", row: "UC9.1/1.1c", .scan),
                .link("appMenu.tour", row: "UC9.1/1.1a", .tour),
                .link("appMenu.help", row: "UC9.1/1.1b", .help),
                .link("appMenu.feedback", row: "UC9.1/1.1f", .feedback),
                .link("aboutApp.title", row: "UC9.1/1.1g", .about)),
            .button(.secondary, "common.logOut", row: "UC9.1/1.1i", .logOut),
        ]
    }
}
