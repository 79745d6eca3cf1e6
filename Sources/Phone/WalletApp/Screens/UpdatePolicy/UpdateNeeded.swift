// SPDX-License-Identifier: EUPL-1.2

/// PF1.4/2.1: this version may not be used any more; there is a newer one.
struct UpdateNeeded: Screen {
    /// What the design lists.
    enum Action: Sendable {
        case close
        case toStore
    }

    let row: Row = "PF1.4/2.1"
    var pieces: [Piece<Action>] {
        [
            .illustration(.update),
            .title("updateNeeded.title"),
            .paragraph("updateNeeded.text"),
            .button(.primary, "common.toStore", row: "PF1.4/2.1b", .toStore),
            .button(.text, "common.close", row: "PF1.4/2.1a", .close),
        ]
    }

    static func == (_: UpdateNeeded, _: UpdateNeeded) -> Bool { true }
}
