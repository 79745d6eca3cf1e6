// SPDX-License-Identifier: EUPL-1.2

import ProviderProtocol

/// UC2.1/1.6: write down your deletion code.
struct WriteDownDeletionCode: Screen {
    /// What the design lists.
    enum Action: Sendable {
        case writtenDown
        case help
    }

    /// The code.
    let code: RevocationCode

    let row: Row = "UC2.1/1.6"
    var pieces: [Piece<Action>] {
        [
            .topBar(.help(row: "UC2.1/1.6b", .help)),
            .stepBar(.deletionCode),
            .illustration(.deletionCode),
            .title("writeDownDeletionCode.title"),
            .paragraph("writeDownDeletionCode.text"),
            .code(code.groups, label: "writeDownDeletionCode.code"),
            .banner(.info, "writeDownDeletionCode.keep"),
            .button(.primary, "writeDownDeletionCode.done", row: "UC2.1/1.6a", .writtenDown),
        ]
    }
}
