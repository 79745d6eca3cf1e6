// SPDX-License-Identifier: EUPL-1.2

/// UC9.1/2.1: the settings.
struct SettingsMenu: Screen {
    /// What the design lists.
    enum Action: Sendable {
        case back, changePIN, biometrics, language, idleTime, removeData, transfer, notifications, deletionCode
    }

    let row: Row = "UC9.1/2.1"
    var pieces: [Piece<Action>] {
        [
            .topBar(.back(row: "UC9.1/2.1a", .back)),
            .title("settingsMenu.title"),
            .list(
                "settingsMenu.title",
                .link("settingsMenu.changePIN", row: "UC9.1/2.1b", .changePIN),
                .link("settingsMenu.biometrics", row: "UC9.1/2.1c", .biometrics),
                .link("settingsMenu.language", row: "UC9.1/2.1d", .language),
                .link("idleTime.title", row: "idle/1", .idleTime),
                .link("settingsMenu.deletionCode", row: "UC9.1/2.1h", .deletionCode),
                .link("settingsMenu.notifications", row: "UC9.1/2.1g", .notifications),
                .link("settingsMenu.transfer", row: "UC9.1/2.1f", .transfer),
                .link("settingsMenu.removeData", row: "UC9.1/2.1e", .removeData)),
        ]
    }
}
