// SPDX-License-Identifier: EUPL-1.2

/// UC9.1/1.1: the state of the wallet, its settings and help, and the lock.
struct AppMenu: Screen {
    /// The implemented actions of the design.
    enum Action: Sendable {
        case help, scan, activities, settings, feedback, about, back, logOut
    }

    /// The idle time after which the wallet locks, in seconds.
    let idleTime: Int

    let row: Row = "UC9.1/1.1"
    let helpTopic: String? = "UC9.1"
    var pieces: [Piece<Action>] {
        [
            .topBar(.back(row: "UC9.1/1.1h", .back)),
            .title("appMenu.title"),
            .state(.shield, "appMenu.open", detail: Text("appMenu.locksAfter", .texts([IdleTime.label(idleTime)], separator: ""))),
            .heading("appMenu.wallet"),
            .list(
                "appMenu.wallet",
                .link("appMenu.scan", detail: "appMenu.scan.detail", icon: .qrCode, row: "UC9.1/1.1c", .scan),
                .link("activities.title", detail: "appMenu.activities.detail", icon: .clock, row: "UC9.1/1.1d", .activities),
                .link("appMenu.settings", detail: "appMenu.settings.detail", icon: .settings, row: "UC9.1/1.1e", .settings),
                .link(
                    "aboutApp.title", detail: Text("appMenu.version", .verbatim(AppRelease.version)), icon: .info, row: "UC9.1/1.1g",
                    .about)),
            .heading("appMenu.support"),
            .list(
                "appMenu.support",
                .link("appMenu.help", detail: "appMenu.help.detail", icon: .help, row: "UC9.1/1.1b", .help),
                .link("appMenu.feedback", detail: "appMenu.feedback.detail", icon: .feedback, row: "UC9.1/1.1f", .feedback)),
            .button(.secondary, "appMenu.lock", icon: .lock, row: "UC9.1/1.1i", .logOut),
        ]
    }
}
