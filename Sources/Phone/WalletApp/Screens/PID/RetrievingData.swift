// SPDX-License-Identifier: EUPL-1.2

/// UC3.1/1.3: retrieves the data from the issuer.
struct RetrievingData: Screen {
    /// The actions that the design lists.
    enum Action: Sendable {
        case stop
    }

    let row: Row = "UC3.1/1.3"
    var pieces: [Piece<Action>] {
        [
            .title("retrievingData.title"),
            .progress("retrievingData.progress"),
            .button(.secondary, "login.stop", row: "UC3.1/1.3e", .stop),
        ]
    }

    static func == (_: RetrievingData, _: RetrievingData) -> Bool { true }
}
