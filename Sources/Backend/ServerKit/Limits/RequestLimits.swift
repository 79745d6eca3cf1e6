// SPDX-License-Identifier: EUPL-1.2

/// The limits on one process's requests.
///
/// Each limit is a token bucket: this number of requests at once, and on average this number per minute.
///
/// - SeeAlso: Documentation/Operations/settings.md, *Limits*.
package struct RequestLimits: Sendable {
    let perAddress: RequestRate?
    let costlyPerAddress: RequestRate?
    let costlyInAll: RequestRate?
    /// The proxies whose forwarded client addresses are trusted.
    package let trustedProxies: TrustedProxies

    /// No limits, for a server that only its own machine can reach.
    package static let none = RequestLimits(perAddress: nil, costlyPerAddress: nil, costlyInAll: nil, trustedProxies: .none)

    /// Creates limits, each in requests per minute; 0 disables a limit.
    ///
    /// - Parameters:
    ///   - perAddress: requests of any kind per address.
    ///   - costlyPerAddress: costly requests per address. The server says which requests are costly (`RequestLimiter.takeCostly`).
    ///   - costlyInAll: the same requests of all addresses together.
    ///   - trustedProxies: the proxies whose forwarded client addresses are trusted.
    /// - Throws: `RequestLimitError` for a number below 0 or above a million.
    package init(
        perAddress: Int, costlyPerAddress: Int, costlyInAll: Int, trustedProxies: TrustedProxies
    ) throws {
        self.init(
            perAddress: try Self.rate(perAddress), costlyPerAddress: try Self.rate(costlyPerAddress),
            costlyInAll: try Self.rate(costlyInAll), trustedProxies: trustedProxies)
    }

    private init(
        perAddress: RequestRate?, costlyPerAddress: RequestRate?, costlyInAll: RequestRate?, trustedProxies: TrustedProxies
    ) {
        self.perAddress = perAddress
        self.costlyPerAddress = costlyPerAddress
        self.costlyInAll = costlyInAll
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
