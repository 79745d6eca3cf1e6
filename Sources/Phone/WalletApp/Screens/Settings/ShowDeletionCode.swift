// SPDX-License-Identifier: EUPL-1.2

import ProviderProtocol

/// UC9.12/1.3: shows the deletion code again.
struct ShowDeletionCode: Screen {
    /// The actions that the design lists.
    enum Action: Sendable {
        case writtenDown, close, help
    }

    let code: RevocationCode
    /// The address of the portal that accepts the code; nil if the configuration has none.
    var portal: String?

    let row: Row = "UC9.12/1.3"
    var pieces: [Piece<Action>] {
        [
            .topBar(.help(row: "UC9.12/1.3c", .help)),
            .illustration(.deletionCode),
            .title("aboutDeletionCode.title"),
            .paragraph("showDeletionCode.text"),
            .code(code.groups, label: "writeDownDeletionCode.code"),
            .banner(.info, "writeDownDeletionCode.keep"),
            .printout(.deletionCode(code, portal: portal)),
            .button(.primary, "writeDownDeletionCode.done", row: "UC9.12/1.3a", .writtenDown),
            .button(.text, "common.close", row: "UC9.12/1.3b", .close),
        ]
    }
}
