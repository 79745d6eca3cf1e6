// SPDX-License-Identifier: EUPL-1.2

import ProviderProtocol

/// UC2.1/1.6: asks the user to write down the deletion code.
struct WriteDownDeletionCode: Screen {
    /// The actions that the design lists.
    enum Action: Sendable {
        case writtenDown
        case help
    }

    let code: RevocationCode
    /// The address of the portal that accepts the code; nil if the configuration has none.
    var portal: String?
    /// True if the group typed before did not match the code.
    var didDiffer = false

    let row: Row = "UC2.1/1.6"
    var pieces: [Piece<Action>] {
        [
            .topBar(.help(row: "UC2.1/1.6b", .help)),
            .stepBar(.deletionCode),
            .illustration(.deletionCode),
            .title("writeDownDeletionCode.title"),
            didDiffer ? .banner(.warn, "writeDownDeletionCode.differs") : .paragraph("writeDownDeletionCode.text"),
            .code(code.groups, label: "writeDownDeletionCode.code"),
            .banner(.info, "writeDownDeletionCode.keep"),
            .printout(.deletionCode(code, portal: portal)),
            .button(.primary, "writeDownDeletionCode.done", row: "UC2.1/1.6a", .writtenDown),
        ]
    }
}

extension Printout {
    /// The printed deletion code: its purpose and where to use it.
    static func deletionCode(_ code: RevocationCode, portal: String?) -> Printout {
        Printout(
            title: "deletionCodeSheet.title",
            paragraphs: [
                "writeDownDeletionCode.text",
                portal.map { Text("deletionCodeSheet.portal", .verbatim($0)) } ?? "deletionCodeSheet.noPortal",
                "writeDownDeletionCode.keep",
            ], groups: code.groups, label: "writeDownDeletionCode.code")
    }
}
