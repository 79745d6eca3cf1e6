// SPDX-License-Identifier: EUPL-1.2

import WalletConfiguration
import WalletInterface

/// The design's help placeholder: the purpose of the screen, possible actions, the connection, the help desk and the details it asks for.
struct HelpPage: Screen {
    /// The user's actions, in addition to the design.
    enum Action: Sendable {
        case back, check, call
    }

    /// The state of the connection to the services.
    enum Connection: String, Sendable, CaseIterable {
        /// The check is in progress.
        case checking
        /// Both services answer.
        case works
        /// Both services answer, and the phone's clock is wrong.
        case clockWrong
        case offline
        /// One of the two services, or both, do not answer.
        case noProvider, noConfiguration, neither
        /// The check itself failed.
        case unknown
    }

    /// The screen that asked for help, which selects the texts.
    let topic: String
    var details = SupportDetails()
    var support = SupportContacts()
    /// The result of the check; nil before the first check.
    var connection: Connection?

    let row: Row = "help/1"
    var pieces: [Piece<Action>] {
        // The result comes first: the user waits for it, and it must be visible without scrolling.
        let result: [Piece<Action>] = connection.map(Self.result).map { [$0] } ?? []
        return [.topBar(.back(row: "help/1a", .back))] + head + result + answer + [
            .heading("help.forHelpDesk"),
            .paragraph("help.contact"),
        ] + contacts + [
            .facts(details.facts, canBeCopied: true),
            .button(.secondary, "help.check", row: "help/1b", .check),
        ]
    }

    /// A topic's page has the topic's name as its title.
    private var head: [Piece<Action>] {
        guard let topic = NeedHelp.Topic(rawValue: topic) else { return [.title("help.title")] }
        return [.illustration(.help), .title(Text("needHelp.\(topic.rawValue)"))]
    }

    /// A screen's page explains the screen's purpose and possible actions; a topic's page explains the topic.
    private var answer: [Piece<Action>] {
        if let topic = NeedHelp.Topic(rawValue: topic) { return [.paragraph(Text("help.\(topic.rawValue)"))] }
        return [
            .heading("help.whatFor"),
            .paragraph(Text("help.\(topic).what")),
            .heading("help.whatToDo"),
            .paragraph(Text("help.\(topic).do")),
        ]
    }

    /// A phone number has a call button; an address can only be read or copied.
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
        case .clockWrong, .offline, .noProvider, .noConfiguration, .neither, .unknown: .banner(.warn, text)
        }
    }
}

extension HelpPage.Connection {
    /// The result of a check.
    init(_ found: Connections) {
        self =
            switch (found.provider, found.configuration) {
            case (.works, .works): found.isClockWrong ? .clockWrong : .works
            case (.offline, .offline): .offline
            case (.works, _): .noConfiguration
            case (_, .works): .noProvider
            default: .neither
            }
    }
}
