// SPDX-License-Identifier: EUPL-1.2

import PlatformSupport
import Synchronization

extension ConformanceSuite {
    /// The links delivered to a process.
    private final class DeliveredLinks: Sendable {
        /// A link, and the number of events `openLink` that the phone had sent when it delivered the link.
        struct Link {
            let text: String
            let events: Int
        }

        private let list = Mutex<[Link]>([])

        init(_ trial: Trial) {
            let phone = trial.phone
            phone.links.receive { [self] text in
                let link = Link(text: text, events: phone.sentCount(of: .openLink))
                list.withLock { $0.append(link) }
            }
        }

        var links: [Link] { list.withLock { $0 } }
        var texts: [String] { links.map(\.text) }
    }

    /// Lets the user open links.
    ///
    /// - Returns: the links delivered to the process.
    private static func open(_ names: [String], _ trial: Trial) async throws -> [String] {
        let delivered = DeliveredLinks(trial)
        let earlier = delivered.texts.count
        for name in names { _ = try await trial.phone.events(of: .openLink(trial.phone.linkPrefix + name), until: .openLink) }
        return Array(delivered.texts.dropFirst(earlier))
    }

    /// The promises of `OpenedLinks`.
    static let links: [Promise] = [
        Promise("LNK-01", "Links arrive unchanged, in the order in which the user opened them.") { trial in
            // ASCII, because a phone may encode other characters before it hands a link to the app.
            let names = ["one", "two?x=%20&y=%c3%AB", "three#part"]
            let expected = names.map { trial.phone.linkPrefix + $0 }
            try trial.require(try await open(names, trial) == expected, "the order or a link changed")
        },
        Promise("LNK-02", "Each opened link is delivered once.") { trial in
            try trial.require(try await open(["one"], trial) == [trial.phone.linkPrefix + "one"], "it was not delivered, or more than once")
        },
        Promise("LNK-03", "A link that is opened twice is delivered twice.") { trial in
            try trial.require(try await open(["one", "one"], trial).count == 2, "it was not delivered twice")
        },
        Promise("LNK-04", "A link is delivered before the event `openLink`.") { trial in
            let delivered = DeliveredLinks(trial)
            let earlier = delivered.links.count
            let sent = trial.phone.sentCount(of: .openLink)
            _ = try await trial.phone.events(of: .openLink(trial.phone.linkPrefix + "one"), until: .openLink)
            try trial.require(trial.phone.sentCount(of: .openLink) > sent, "no event was sent")
            guard let link = delivered.links.dropFirst(earlier).first else { throw Broken("no link was delivered") }
            try trial.require(link.events == sent, "the event came first")
        },
        Promise("LNK-05", "A link that was delivered to a process is not delivered to the next process.") { trial in
            _ = try await open(["one", "two"], trial)
        } check: { trial in
            try trial.require(DeliveredLinks(trial).texts.isEmpty, "it is delivered again")
        },
    ]
}
