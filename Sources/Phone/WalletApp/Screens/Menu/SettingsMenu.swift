// SPDX-License-Identifier: EUPL-1.2

import PlatformSupport

/// UC9.1/2.1: the settings, each with its present value.
struct SettingsMenu: Screen {
    /// The implemented actions of the design.
    enum Action: Sendable {
        case back, changePIN, biometrics, language, idleTime, removeData, deletionCode
    }

    /// The state of biometric unlock. The raw value names its text.
    enum Biometrics: String, Sendable, Equatable, CaseIterable {
        case on, off
        /// The phone has a sensor without an enrolment.
        case notSetUp
    }

    /// The sensor; nil when the phone has none, or when the wallet's provider has disabled biometric unlock.
    let sensor: BiometricKind?
    /// The state of biometric unlock; without a sensor it is not shown.
    let biometrics: Biometrics
    let language: Language
    /// The idle time after which the wallet locks, in seconds.
    let idleTime: Int

    let row: Row = "UC9.1/2.1"
    let helpTopic: String? = "UC9.1.settings"
    var pieces: [Piece<Action>] {
        [
            .topBar(.back(row: "UC9.1/2.1a", .back)),
            .title("settingsMenu.title"),
            .list(
                "settingsMenu.title",
                .link("settingsMenu.changePIN", icon: .lock, row: "UC9.1/2.1b", .changePIN),
                unlock,
                .link(
                    "settingsMenu.language", value: Text("value.text", .verbatim(language.ownName)), icon: .language, row: "UC9.1/2.1d",
                    .language),
                .link("settingsMenu.idleTime", value: IdleTime.label(idleTime), icon: .clock, row: "extra/4a", .idleTime),
                .link("settingsMenu.deletionCode", icon: .code, row: "UC9.1/2.1h", .deletionCode)),
            .list(
                "settingsMenu.removal",
                .deletion("settingsMenu.removeData", detail: "settingsMenu.removeData.detail", row: "UC9.1/2.1e", .removeData)),
        ]
    }

    private var unlock: Piece<Action>.ListEntry {
        guard let sensor else { return .link("settingsMenu.biometrics", icon: .fingerprint, row: "UC9.1/2.1c", .biometrics) }
        return .link(
            Text("settingsMenu.biometrics.\(sensor.rawValue)"), value: Text("settingsMenu.biometrics.\(biometrics.rawValue)"),
            icon: .biometrics(sensor), row: "UC9.1/2.1c", .biometrics)
    }
}
