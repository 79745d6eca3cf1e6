// SPDX-License-Identifier: EUPL-1.2

import WalletInterface

/// Error: whoever issues cards has failed; Known Issuer with its name, Unknown Issuer before we knew who it is.
struct IssuerFailed: Screen {
    /// What the person can do.
    enum Action: Sendable {
        case close, help
    }

    /// Its name; nil before it is known.
    let issuer: LocalizedText?

    var row: Row { Row("error", name) }
    var pieces: [Piece<Action>] {
        let text = issuer.map { Text("issuerFailed.known", .localized($0)) } ?? "issuerFailed.unknown"
        return [
            .topBar(.help(row: Row("error", name + ".help"), .help)),
            .illustration(.genericError),
            .title("issuerFailed.title"),
            .paragraph(text),
            .button(.primary, "common.close", row: Row("error", name + ".close"), .close),
        ]
    }

    private var name: String { issuer == nil ? "UnknownIssuer" : "KnownIssuer" }
}
