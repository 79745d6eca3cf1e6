// SPDX-License-Identifier: EUPL-1.2

/// UC1.1/1.1: introduces adding cards.
struct IntroductionAddingCards: Screen {
    /// The actions that the design lists.
    enum Action: Sendable {
        case next
        case skip
        case help
        case toggleAnimation
    }

    let isPaused: Bool

    let row: Row = "UC1.1/1.1"
    let isSensitive = false
    var pieces: [Piece<Action>] {
        [
            .topBar(.help(row: "UC1.1/1.1c", .help)),
            .stepBar(.introduction),
            .illustration(.addingCards, isPaused: isPaused),
            isPaused
                ? .button(.play, "introduction.play", row: "UC1.1/1.1d", .toggleAnimation)
                : .button(.pause, "introduction.pause", row: "UC1.1/1.1d", .toggleAnimation),
            .title("introductionAddingCards.title"),
            .paragraph("introductionAddingCards.text"),
            .button(.primary, "common.next", row: "UC1.1/1.1a", .next),
            .button(.text, "introduction.skip", row: "UC1.1/1.1b", .skip),
        ]
    }
}
