// SPDX-License-Identifier: EUPL-1.2

/// UC9.4/1.1: asks to confirm the deletion of all data.
struct WipeAppData: Screen {
    /// The actions that the design lists.
    enum Action: Sendable {
        case delete
        case cancel
    }

    let row: Row = "UC9.4/1.1"
    let helpTopic: String? = "UC9.4"
    var pieces: [Piece<Action>] {
        [
            .illustration(.remove),
            .title("wipeAppData.title"),
            .paragraph("wipeAppData.text"),
            .banner(.warn, "wipeAppData.forGood"),
            .button(.destructive, "wipeAppData.delete", row: "UC9.4/1.1a", .delete),
            .button(.text, "common.cancel", row: "UC9.4/1.1b", .cancel),
        ]
    }

    static func == (_: WipeAppData, _: WipeAppData) -> Bool { true }
}
