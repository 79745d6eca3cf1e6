// SPDX-License-Identifier: EUPL-1.2

/// Error: the organization that asks for data failed. Known Verifier with its name, Unknown Verifier before it is known who asks.
struct VerifierFailed: Screen {
    /// The user's actions, in addition to the design.
    enum Action: Sendable {
        case close, help
    }

    /// The failure.
    enum Failure: String, Sendable, Hashable, CaseIterable {
        /// The request breaks a rule. Nothing was shared.
        case request
        /// The organization has received the answer and refused it.
        case answer
    }

    /// The organization's name; nil if it is not known.
    let organizationName: String?
    var failure = Failure.request
    /// The rule that was broken, for the help desk; nil if there is none.
    var code: String?

    var row: Row { Row("error", name) }
    var pieces: [Piece<Action>] {
        [
            .topBar(.help(row: Row("error", name + ".help"), .help)),
            .illustration(.issuerFailed),
            .title("verifierFailed.title"),
            .paragraph(text),
        ] + (code.map { [.facts([Fact("genericError.code", $0)], canBeCopied: true)] } ?? []) + [
            .button(.primary, "common.close", row: Row("error", name + ".close"), .close)
        ]
    }

    private var name: String { organizationName == nil ? "UnknownVerifier" : "KnownVerifier" }

    private var text: Text {
        organizationName.map { Text("verifierFailed.\(failure.rawValue)", .verbatim($0)) } ?? "verifierFailed.unknown"
    }
}
