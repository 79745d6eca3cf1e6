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
    /// The address of the portal on which it is used; nil where the configuration names none.
    var portal: String?
    /// Whether another group was typed than the code has.
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
    /// The deletion code on paper: what it is for, and where it is used.
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
