// SPDX-License-Identifier: EUPL-1.2

import WalletInterface

/// Error: a session with an issuer or with an organization that asks for data is over and must start again.
struct SessionExpired: Screen {
    /// The user's actions, in addition to the design.
    enum Action: Sendable {
        case close, help
    }

    /// A session that shares data.
    struct Sharing: Sendable, Hashable {
        /// The organization's name; nil if it is not known.
        let organizationName: String?
        /// The way in which the request came, which says where to begin again.
        let arrival: SharingArrival
        /// True if the organization had received the answer when it said so (UC5.1/1.7f).
        var hasReceived = false

        /// What happened.
        fileprivate var happened: Text {
            let kind = hasReceived ? "received" : "nothing"
            return organizationName.map { Text("sessionExpired.\(kind)", .verbatim($0)) } ?? Text("sessionExpired.\(kind).unknown")
        }

        /// How to begin again.
        fileprivate var next: Text { Text("sessionExpired.next.\(arrival.rawValue)") }
    }

    /// Nil for a session with an issuer.
    var sharing: Sharing?

    let row: Row = "error/SessionExpired"
    var pieces: [Piece<Action>] {
        [
            .topBar(.help(row: "error/SessionExpired.help", .help)),
            .illustration(.sessionExpired),
            .title("sessionExpired.title"),
        ] + text + [
            .button(.primary, sharing == nil ? "sessionExpired.again" : "common.close", row: "error/SessionExpired.close", .close)
        ]
    }

    private var text: [Piece<Action>] {
        guard let sharing else { return [.paragraph("sessionExpired.text")] }
        return [.paragraph(sharing.happened), .paragraph(sharing.next)]
    }
}
