// SPDX-License-Identifier: EUPL-1.2

/// PF2.9/1.5: the PIN is being set up.
struct SettingUpPIN: Screen {
    var use = NewPINUse.first

    let row: Row = "PF2.9/1.5"
    var pieces: [Piece<NoAction>] {
        (use == .first ? [.stepBar(.repeatPIN)] : []) + [.title("settingUpPIN.title"), .progress("settingUpPIN.progress")]
    }
}
