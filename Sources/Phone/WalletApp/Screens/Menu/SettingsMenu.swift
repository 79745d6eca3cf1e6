// SPDX-License-Identifier: EUPL-1.2

struct SettingsMenu: Screen {
    /// The implemented actions of the design.
    enum Action: Sendable {
        case back, changePIN, biometrics, language, idleTime, removeData, deletionCode
    }

    let row: Row = "UC9.1/2.1"
    let helpTopic: String? = "UC9.1.settings"
    var pieces: [Piece<Action>] {
        [
            .topBar(.back(row: "UC9.1/2.1a", .back)),
            .title("settingsMenu.title"),
            .list(
                "settingsMenu.title",
                .link("settingsMenu.changePIN", icon: .lock, row: "UC9.1/2.1b", .changePIN),
                .link("settingsMenu.biometrics", icon: .fingerprint, row: "UC9.1/2.1c", .biometrics),
                .link("settingsMenu.language", icon: .language, row: "UC9.1/2.1d", .language),
                .link("idleTime.title", icon: .clock, row: "extra/4a", .idleTime),
                .link("settingsMenu.deletionCode", icon: .code, row: "UC9.1/2.1h", .deletionCode),
                .link("settingsMenu.removeData", icon: .trash, row: "UC9.1/2.1e", .removeData)),
        ]
    }
}
