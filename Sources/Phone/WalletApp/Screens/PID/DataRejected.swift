// SPDX-License-Identifier: EUPL-1.2

/// UC3.1/5.1: advice for data that is not correct.
struct DataRejected: Screen {
    /// The actions that the design lists.
    enum Action: Sendable {
        case stop, back
    }

    let row: Row = "UC3.1/5.1"
    let helpTopic: String? = "UC3.1.rejected"
    var pieces: [Piece<Action>] {
        [
            .topBar(.back(row: "UC3.1/5.1b", .back)),
            .illustration(.dataRejected),
            .title("dataRejected.title"),
            .paragraph("dataRejected.text"),
            .button(.primary, "dataRejected.stop", row: "UC3.1/5.1a", .stop),
        ]
    }

    static func == (_: DataRejected, _: DataRejected) -> Bool { true }
}
