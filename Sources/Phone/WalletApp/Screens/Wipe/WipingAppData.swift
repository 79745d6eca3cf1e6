// SPDX-License-Identifier: EUPL-1.2

/// UC9.4/1.1a: the data is being deleted.
struct WipingAppData: Screen {
    let row: Row = "UC9.4/1.1"
    let pieces: [Piece<NoAction>] = [
        .title("wipingAppData.title"),
        .progress("wipingAppData.progress"),
    ]

    static func == (_: WipingAppData, _: WipingAppData) -> Bool { true }
}
