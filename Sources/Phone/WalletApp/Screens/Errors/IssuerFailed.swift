// SPDX-License-Identifier: EUPL-1.2

import WalletInterface

/// Error: the card issuer failed. Known Issuer with its name, Unknown Issuer before the name is known.
struct IssuerFailed: Screen {
    /// The user's actions, in addition to the design.
    enum Action: Sendable {
        case close, help
    }

    /// The issuer's name; nil before it is known.
    let issuer: LocalizedText?

    var row: Row { Row("error", name) }
    var pieces: [Piece<Action>] {
        let text = issuer.map { Text("issuerFailed.known", .localized($0)) } ?? "issuerFailed.unknown"
        return [
            .topBar(.help(row: Row("error", name + ".help"), .help)),
            .illustration(.issuerFailed),
            .title("issuerFailed.title"),
            .paragraph(text),
            .button(.primary, "common.close", row: Row("error", name + ".close"), .close),
        ]
    }

    private var name: String { issuer == nil ? "UnknownIssuer" : "KnownIssuer" }
}
