// SPDX-License-Identifier: EUPL-1.2

/// status/1: the wallet was opened by a scan, and its status is not known yet.
struct CheckingStatus: Screen {
    let row: Row = "status/1"
    let pieces: [Piece<NoAction>] = [
        .illustration(.secured),
        .title("checkingStatus.title"),
        .progress("checkingStatus.progress"),
    ]

    static func == (_: CheckingStatus, _: CheckingStatus) -> Bool { true }
}
