// SPDX-License-Identifier: EUPL-1.2

package import ServerKit

/// The limits on one process's requests. Requests above a limit are answered `too_many_requests`.
///
/// Each limit is a token bucket: this number of requests at once, and on average this number per minute.
///
/// - SeeAlso: ProviderProtocol.docc, *Problems*; Documentation/Operations/settings.md, *Limits*.
package struct RequestLimits: Sendable {
    let perAddress: RequestRate?
    let registrationPerAddress: RequestRate?
    let registrationInAll: RequestRate?
    let trustedProxies: TrustedProxies

    /// No limits, for a server that only its own machine can reach.
    package static let none = RequestLimits(perAddress: nil, registrationPerAddress: nil, registrationInAll: nil, trustedProxies: .none)

    /// Requests of any kind per address. Several thousand phones behind one address of a mobile network stay below this limit.
    package static let standardPerAddress = 6000
    /// Requests to `/enroll` and `/createwallet` per address. One wallet needs two.
    package static let standardRegistrationPerAddress = 60
    /// Requests to `/enroll` and `/createwallet` of all addresses together.
    package static let standardRegistrationInAll = 6000

    /// Creates limits, each in requests per minute; 0 disables a limit.
    ///
    /// - Parameters:
    ///   - perAddress: requests of any kind per address.
    ///   - registrationPerAddress: requests to `/enroll` and `/createwallet` per address. They are costly and need no account.
    ///   - registrationInAll: the same requests of all addresses together.
    ///   - trustedProxies: the proxies whose forwarded client addresses are trusted.
    /// - Throws: `RequestLimitError` for a number below 0 or above a million.
    package init(
        perAddress: Int = standardPerAddress, registrationPerAddress: Int = standardRegistrationPerAddress,
        registrationInAll: Int = standardRegistrationInAll, trustedProxies: TrustedProxies = .none
    ) throws {
        self.init(
            perAddress: try Self.rate(perAddress), registrationPerAddress: try Self.rate(registrationPerAddress),
            registrationInAll: try Self.rate(registrationInAll), trustedProxies: trustedProxies)
    }

    private init(
        perAddress: RequestRate?, registrationPerAddress: RequestRate?, registrationInAll: RequestRate?, trustedProxies: TrustedProxies
    ) {
        self.perAddress = perAddress
        self.registrationPerAddress = registrationPerAddress
        self.registrationInAll = registrationInAll
        self.trustedProxies = trustedProxies
    }

    private static func rate(_ requestsPerMinute: Int) throws -> RequestRate? {
        guard (0...1_000_000).contains(requestsPerMinute) else {
            throw RequestLimitError(description: "requests are limited to 1 to 1000000 a minute, or 0 for no limit")
        }
        return requestsPerMinute == 0 ? nil : RequestRate(requestsPerMinute: requestsPerMinute)
    }
}

/// An invalid request limit.
package struct RequestLimitError: Error, Sendable, CustomStringConvertible {
    /// The reason, for the operator.
    package let description: String
}
