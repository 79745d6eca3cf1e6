// SPDX-License-Identifier: EUPL-1.2

/// PF2.9/1.5: the PIN is being set up.
struct SettingUpPIN: Screen {
    let row: Row = "PF2.9/1.5"
    let pieces: [Piece<NoAction>] = [
        .stepBar(.repeatPIN),
        .title("settingUpPIN.title"),
        .progress("settingUpPIN.progress"),
    ]

    static func == (_: SettingUpPIN, _: SettingUpPIN) -> Bool { true }
}
