// SPDX-License-Identifier: EUPL-1.2

import ArgumentParser
import ServerCommands
import ServerKit
import WalletProviderHTTP

/// Request limits, the time limit of an answer, and the proxies trusted to report client addresses.
struct RequestLimitOptions: ParsableArguments {
    @Option(help: ArgumentHelp("Requests of one address in a minute; 0 for no limit.", valueName: "number"))
    var requestsPerAddress = RequestLimits.standardPerAddress

    @Option(help: ArgumentHelp("Of these, requests to register; a registration is two. 0 for no limit.", valueName: "number"))
    var registrationRequestsPerAddress = RequestLimits.standardRegistrationPerAddress

    @Option(help: ArgumentHelp("Requests to register of all addresses together in a minute; 0 for no limit.", valueName: "number"))
    var registrationRequests = RequestLimits.standardRegistrationInAll

    @OptionGroup
    var timeout: RequestTimeoutOption

    @OptionGroup
    var proxies: TrustedProxyOptions

    func validate() throws {
        _ = try limits()
    }

    /// The request limits.
    ///
    /// - Throws: `ValidationError` with the reason for an invalid value.
    func limits() throws -> RequestLimits {
        do {
            return try RequestLimits(
                perAddress: requestsPerAddress, registrationPerAddress: registrationRequestsPerAddress,
                registrationInAll: registrationRequests, trustedProxies: proxies.addresses())
        } catch {
            throw ValidationError("\(error)")
        }
    }
}
