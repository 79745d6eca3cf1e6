// SPDX-License-Identifier: EUPL-1.2

import WalletCore

/// What the design calls the help placeholder: what this screen is for, what can be done, the connection, and the support details.
struct HelpPage: Screen {
    /// What the person can do.
    enum Action: Sendable {
        case back, check
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
    /// Nil before it was checked.
    var connection: Connection?

    let row: Row = "help/1"
    var pieces: [Piece<Action>] {
        let result: [Piece<Action>] = connection.map(Self.result).map { [$0] } ?? []
        return [.topBar(.back(row: "help/1a", .back))] + answer + result + [
            .heading("help.forHelpDesk"),
            .paragraph("help.contact"),
            .facts(details.facts, canBeCopied: true),
            .button(.secondary, "help.check", row: "help/1b", .check),
        ]
    }

    /// A screen's page says what it is for and what can be done; a topic's page is about the topic.
    private var answer: [Piece<Action>] {
        if let topic = NeedHelp.Topic(rawValue: topic) {
            return [.illustration(.help), .title(Text("needHelp.\(topic.rawValue)")), .paragraph(Text("help.\(topic.rawValue)"))]
        }
        return [
            .title("help.title"),
            .heading("help.whatFor"),
            .paragraph(Text("help.\(topic).what")),
            .heading("help.whatToDo"),
            .paragraph(Text("help.\(topic).do")),
        ]
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
