// SPDX-License-Identifier: EUPL-1.2

/// UC1.1/1.3: introduces sharing only necessary data.
struct IntroductionSharing: Screen {
    /// The actions that the design lists.
    enum Action: Sendable {
        case back
        case next
        case help
        case toggleAnimation
    }

    let isPaused: Bool

    let row: Row = "UC1.1/1.3"
    let isSensitive = false
    var pieces: [Piece<Action>] {
        [
            .topBar(.back(row: "UC1.1/1.3a", .back), .help(row: "UC1.1/1.3c", .help)),
            .stepBar(.introduction),
            .illustration(.sharing, isPaused: isPaused),
            isPaused
                ? .button(.play, "introduction.play", row: "UC1.1/1.3d", .toggleAnimation)
                : .button(.pause, "introduction.pause", row: "UC1.1/1.3d", .toggleAnimation),
            .title("introductionSharing.title"),
            .paragraph("introductionSharing.text"),
            .button(.primary, "common.next", row: "UC1.1/1.3b", .next),
        ]
    }
}
