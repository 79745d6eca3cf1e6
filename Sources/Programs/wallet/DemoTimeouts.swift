// SPDX-License-Identifier: EUPL-1.2

import Deadlines
import WalletCore

/// The time limits of the demo: those of its servers, of its phone and the phone's page, of its start and stop, and of links from later
/// starts.
struct DemoTimeouts {
    /// The time limits of the servers.
    let servers: Timeouts
    /// The least time limit of a request or a page of the phone. A request fails at the end of its limit.
    let phone: Duration
    /// The longest time that the app waits for update policy and wallet status; after it the app continues without them.
    let answerBudget: Duration
    /// An idle connection of the phone's page. At the end the connection is closed.
    let page: Duration
    /// The complete answer of a configuration server that runs elsewhere. At the end the start fails.
    let configuration: Duration
    /// The stop of phone and servers. At the end the rest is cancelled.
    let stop: Duration
    /// The other side of a link's delivery. At the end the link is not delivered.
    let link: Duration
    /// All attempts to deliver a link to another demo, which may be starting or stopping. At the end this start fails.
    let delivery: Duration

    /// The time limits of an installation.
    static let production = DemoTimeouts(
        servers: .production, phone: .zero, answerBudget: WalletEngine.standardAnswerBudget, page: .seconds(10),
        configuration: .seconds(10), stop: .milliseconds(1500), link: .seconds(5), delivery: .seconds(60))
    /// The time limits for a busy machine, such as one that runs tests.
    static let patient = DemoTimeouts(
        servers: .patient, phone: .seconds(60), answerBudget: .seconds(60), page: .seconds(60),
        configuration: .seconds(60), stop: .seconds(60), link: .seconds(60), delivery: .seconds(60))
}
