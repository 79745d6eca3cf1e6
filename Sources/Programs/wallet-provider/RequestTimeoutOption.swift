// SPDX-License-Identifier: EUPL-1.2

import ArgumentParser
import Deadlines
import ServerCommands

/// The time limit of an answer.
struct RequestTimeoutOption: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "How long the work for an answer may take after the end of the request; then the answer is 503.", valueName: "milliseconds"))
    var requestMilliseconds = Timeouts.production.answer.wholeMilliseconds

    func validate() throws {
        try TimeLimitOption.check([("request-milliseconds", requestMilliseconds)], in: 500...60_000)
    }

    func apply(to timeouts: inout Timeouts) { timeouts.answer = .milliseconds(requestMilliseconds) }
}
