// SPDX-License-Identifier: EUPL-1.2

import WalletConfiguration
import WalletInterface

/// What the design calls the help placeholder: what this screen is for, what can be done, the connection, the help desk, and what it asks
/// for.
struct HelpPage: Screen {
    /// What the person can do.
    enum Action: Sendable {
        case back, check, call
    }

    /// What is known of the connection to the services.
    enum Connection: String, Sendable, CaseIterable {
        /// They are being asked.
        case checking
        /// Both answer.
        case works
        /// The phone has no internet.
        case offline
        /// Only one of them answers, or neither.
        case noProvider, noConfiguration, neither
        /// The app could not ask.
        case unknown
    }

    /// The place that asked for help: it chooses the words.
    let topic: String
    /// What the help desk asks for.
    var details = SupportDetails()
    /// Where the help desk is.
    var support = SupportContacts()
    /// Nil before it was checked.
    var connection: Connection?

    let row: Row = "help/1"
    var pieces: [Piece<Action>] {
        // What the check has found stands first: it is what the person waits for, and must not lie below the edge.
        let result: [Piece<Action>] = connection.map(Self.result).map { [$0] } ?? []
        return [.topBar(.back(row: "help/1a", .back))] + head + result + answer + [
            .heading("help.forHelpDesk"),
            .paragraph("help.contact"),
        ] + contacts + [
            .facts(details.facts, canBeCopied: true),
            .button(.secondary, "help.check", row: "help/1b", .check),
        ]
    }

    /// A topic's page is named after it.
    private var head: [Piece<Action>] {
        guard let topic = NeedHelp.Topic(rawValue: topic) else { return [.title("help.title")] }
        return [.illustration(.help), .title(Text("needHelp.\(topic.rawValue)"))]
    }

    /// A screen's page says what it is for and what can be done; a topic's page is about the topic.
    private var answer: [Piece<Action>] {
        if let topic = NeedHelp.Topic(rawValue: topic) { return [.paragraph(Text("help.\(topic.rawValue)"))] }
        return [
            .heading("help.whatFor"),
            .paragraph(Text("help.\(topic).what")),
            .heading("help.whatToDo"),
            .paragraph(Text("help.\(topic).do")),
        ]
    }

    /// A call is one press; an address is read or copied.
    private var contacts: [Piece<Action>] {
        let call = support.phone.map { number -> [Piece<Action>] in
            [
                .list(
                    "help.forHelpDesk",
                    .link("help.call", detail: Text("help.number", .verbatim(number)), icon: .telephone, row: "help/1c", .call))
            ]
        }
        let written = [
            support.email.map { Fact("contact.email", $0) }, support.web.map { Fact("contact.website", $0.text) },
        ].compactMap(\.self)
        return (call ?? []) + (written.isEmpty ? [] : [.facts(written)])
    }

    private static func result(_ connection: Connection) -> Piece<Action> {
        let text = Text("help.connection.\(connection.rawValue)")
        return switch connection {
        case .checking: .progress(text)
        case .works: .banner(.info, text)
        case .offline, .noProvider, .noConfiguration, .neither, .unknown: .banner(.warn, text)
        }
    }
}

extension HelpPage.Connection {
    /// What a check has found.
    init(_ found: Connections) {
        self =
            switch (found.provider, found.configuration) {
            case (.works, .works): .works
            case (.offline, .offline): .offline
            case (.works, _): .noConfiguration
            case (_, .works): .noProvider
            default: .neither
            }
    }
}
