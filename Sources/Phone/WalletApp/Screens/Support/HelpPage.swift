// SPDX-License-Identifier: EUPL-1.2

/// What the design calls the help placeholder: what this screen is for, what can be done, and the support details.
struct HelpPage: Screen {
    /// What the person can do.
    enum Action: Sendable {
        case back
    }

    /// The design of the screen that asked for help: it chooses the words.
    let topic: String

    let row: Row = "help/1"
    var pieces: [Piece<Action>] {
        [
            .topBar(.back(row: "help/1a", .back)),
            .illustration(.help),
            .title("help.title"),
            .paragraph(Text("help.\(topic)")),
            .paragraph("help.contact"),
            .facts([Fact("help.version", AppRelease.version)]),
        ]
    }
}
