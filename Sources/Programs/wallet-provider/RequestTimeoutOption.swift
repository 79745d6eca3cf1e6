// SPDX-License-Identifier: EUPL-1.2

import ArgumentParser
import Deadlines
import Logging
import ServerCommands

/// The time limit of an answer.
struct RequestTimeoutOption: ParsableArguments {
    /// The time within which phones expect an answer, in milliseconds.
    private static let expected = 2000

    @Option(
        help: ArgumentHelp(
            "How long the work for an answer may take after the end of the request; then the answer is 503.", valueName: "milliseconds"))
    var requestMilliseconds = Timeouts.production.answer.wholeMilliseconds

    func validate() throws {
        try TimeLimitOption.check([("request-milliseconds", requestMilliseconds)], in: 500...60_000)
    }

    func apply(to timeouts: inout Timeouts) { timeouts.answer = .milliseconds(requestMilliseconds) }

    /// Logs a warning if phones may wait for longer than they expect.
    func warn(_ logger: Logger) {
        guard requestMilliseconds > Self.expected else { return }
        logger.warning(
            "phones expect an answer within two seconds", metadata: ["request_milliseconds": .stringConvertible(requestMilliseconds)])
    }
}
