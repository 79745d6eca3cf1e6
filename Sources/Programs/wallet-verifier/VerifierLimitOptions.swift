// SPDX-License-Identifier: EUPL-1.2

import ArgumentParser
import Deadlines
import ServerCommands
import WalletVerifierHTTP

/// Request limits, the time limit of an answer, and the proxies trusted to report client addresses.
struct VerifierLimitOptions: ParsableArguments {
    @Option(help: ArgumentHelp("Requests of one address in a minute; 0 for no limit.", valueName: "number"))
    var requestsPerAddress = VerifierLimits.standardPerAddress

    @Option(help: ArgumentHelp("Of these, answers of wallets; 0 for no limit.", valueName: "number"))
    var answersPerAddress = VerifierLimits.standardAnswersPerAddress

    @Option(help: ArgumentHelp("Answers of all addresses together in a minute; 0 for no limit.", valueName: "number"))
    var answers = VerifierLimits.standardAnswers

    @Option(help: ArgumentHelp("Requests of one party in a minute; 0 for no limit.", valueName: "number"))
    var requestsPerParty = VerifierLimits.standardPerParty

    @Option(
        help: ArgumentHelp(
            "Requests for the page of one session in a minute, and as many of its wallet; 0 for no limit. A page asks 30 times.",
            valueName: "number"))
    var requestsPerSession = VerifierLimits.standardPerSession

    @Option(
        help: ArgumentHelp(
            "How long the work for an answer may take; that of a wallet's answer also --status-seconds.", valueName: "milliseconds")
    )
    var requestMilliseconds = Timeouts.production.answer.wholeMilliseconds

    @OptionGroup
    var proxies: TrustedProxyOptions

    func validate() throws {
        try TimeLimitOption.check([("request-milliseconds", requestMilliseconds)], in: 500...60_000)
        _ = try limits()
    }

    /// The request limits.
    ///
    /// - Throws: `ValidationError` with the reason for an invalid value.
    func limits() throws -> VerifierLimits {
        do {
            return try VerifierLimits(
                perAddress: requestsPerAddress, answersPerAddress: answersPerAddress, answers: answers, perParty: requestsPerParty,
                perSession: requestsPerSession, trustedProxies: proxies.addresses())
        } catch {
            throw ValidationError("\(error)")
        }
    }
}
