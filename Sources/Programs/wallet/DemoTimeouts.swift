// SPDX-License-Identifier: EUPL-1.2

import Deadlines
import Foundation

/// The time limits of the demo: those of its servers, of its phone, and of links from later starts.
struct DemoTimeouts {
    /// The time limits of the servers.
    let servers: Timeouts
    /// The least time limit of a request or a page of the phone. A request fails at the end of its limit.
    let phone: Duration
    /// The longest wait of the app for update policy and wallet status, in seconds. Then it goes on without them.
    let answerBudget: TimeInterval
    /// The other side of a link's delivery. At the end the link is not delivered.
    let link: Duration

    /// The time limits of an installation.
    static let production = DemoTimeouts(servers: .production, phone: .zero, answerBudget: 1.5, link: .seconds(5))
    /// The time limits for a busy machine, such as one that runs tests.
    static let patient = DemoTimeouts(servers: .patient, phone: .seconds(60), answerBudget: 60, link: .seconds(60))
}
