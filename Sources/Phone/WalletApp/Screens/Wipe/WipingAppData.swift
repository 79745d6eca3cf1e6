// SPDX-License-Identifier: EUPL-1.2

/// wipe/1: the data is being deleted.
struct WipingAppData: Screen {
    let row: Row = "wipe/1"
    let pieces: [Piece<NoAction>] = [
        .title("wipingAppData.title"),
        .progress("wipingAppData.progress"),
    ]

    static func == (_: WipingAppData, _: WipingAppData) -> Bool { true }
}
