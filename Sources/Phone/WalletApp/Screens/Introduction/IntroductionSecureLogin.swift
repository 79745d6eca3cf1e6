// SPDX-License-Identifier: EUPL-1.2

/// UC1.1/1.2: introduces secure login.
struct IntroductionSecureLogin: Screen {
    /// The actions that the design lists.
    enum Action: Sendable {
        case back
        case next
        case skip
        case help
        case toggleAnimation
    }

    let isPaused: Bool

    let row: Row = "UC1.1/1.2"
    let isSensitive = false
    var pieces: [Piece<Action>] {
        [
            .topBar(.back(row: "UC1.1/1.2a", .back), .help(row: "UC1.1/1.2d", .help)),
            .stepBar(.introduction),
            .illustration(.secureLogin, isPaused: isPaused),
            isPaused
                ? .button(.play, "introduction.play", row: "UC1.1/1.2e", .toggleAnimation)
                : .button(.pause, "introduction.pause", row: "UC1.1/1.2e", .toggleAnimation),
            .title("introductionSecureLogin.title"),
            .paragraph("introductionSecureLogin.text"),
            .button(.primary, "common.next", row: "UC1.1/1.2b", .next),
            .button(.text, "introduction.skip", row: "UC1.1/1.2c", .skip),
        ]
    }
}
