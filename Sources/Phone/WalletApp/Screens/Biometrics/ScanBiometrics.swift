// SPDX-License-Identifier: EUPL-1.2

/// UC2.3/1.2: the background of the system's scan prompt.
struct ScanBiometrics: Screen {
    let row: Row = "UC2.3/1.2"
    let pieces: [Piece<NoAction>] = [
        .illustration(.secured),
        .title("scanBiometrics.title"),
        .paragraph("scanBiometrics.text"),
    ]

    static func == (_: ScanBiometrics, _: ScanBiometrics) -> Bool { true }
}
