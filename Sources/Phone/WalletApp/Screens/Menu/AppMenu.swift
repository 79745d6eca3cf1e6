// SPDX-License-Identifier: EUPL-1.2

struct AppMenu: Screen {
    /// The implemented actions of the design.
    enum Action: Sendable {
        case help, settings, feedback, about, back, logOut
    }

    let row: Row = "UC9.1/1.1"
    let helpTopic: String? = "UC9.1"
    var pieces: [Piece<Action>] {
        [
            .topBar(.back(row: "UC9.1/1.1h", .back)),
            .title("appMenu.title"),
            .list(
                "appMenu.title",
                .link("appMenu.settings", icon: .settings, row: "UC9.1/1.1e", .settings),
                .link("appMenu.help", icon: .help, row: "UC9.1/1.1b", .help),
                .link("appMenu.feedback", icon: .feedback, row: "UC9.1/1.1f", .feedback),
                .link("aboutApp.title", icon: .info, row: "UC9.1/1.1g", .about)),
            .button(.secondary, "common.logOut", row: "UC9.1/1.1i", .logOut),
        ]
    }
}
