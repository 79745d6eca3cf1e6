// SPDX-License-Identifier: EUPL-1.2

/// code/1: asks for one group of the written-down deletion code.
struct ConfirmDeletionCode: Screen {
    /// The user's actions. The design has no rows for these actions.
    enum Action: Sendable {
        case group(String), back
    }

    /// The group asked for, counted from 1.
    let number: Int

    let row: Row = "code/1"
    let helpTopic: String? = "code"
    var pieces: [Piece<Action>] {
        [
            .topBar(.back(row: "code/1b", .back)),
            .stepBar(.deletionCode),
            .illustration(.deletionCode),
            .title("confirmDeletionCode.title"),
            .paragraph("confirmDeletionCode.text"),
            .entry(Text("confirmDeletionCode.group", .number(number), .number(5)), button: "confirmDeletionCode.confirm", row: "code/1a") {
                .group($0)
            },
        ]
    }
}
