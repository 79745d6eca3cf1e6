// SPDX-License-Identifier: EUPL-1.2

package import ServerKit

/// How many requests one process answers; those above are answered `too_many_requests`.
///
/// Each number is that of a bucket: so many requests at once, and in the long run so many a minute.
///
/// - SeeAlso: the protocol page, Problems; Documentation/operations.md, Limits of requests.
package struct RequestLimits: Sendable {
    let perAddress: RequestRate?
    let registrationPerAddress: RequestRate?
    let registrationInAll: RequestRate?
    let trustedProxies: TrustedProxies

    /// No limits: for a server that only its own machine reaches.
    package static let none = RequestLimits(perAddress: nil, registrationPerAddress: nil, registrationInAll: nil, trustedProxies: .none)

    /// Of one address, any requests: several thousand phones behind one address of a mobile network do not reach it.
    package static let standardPerAddress = 6000
    /// Of one address, requests to `/enroll` and `/createwallet`: two are one wallet.
    package static let standardRegistrationPerAddress = 60
    /// Of all together, requests to `/enroll` and `/createwallet`.
    package static let standardRegistrationInAll = 6000

    /// Limits, each in requests a minute; 0 for no limit.
    ///
    /// - Parameters:
    ///   - perAddress: of one address, whatever it asks for.
    ///   - registrationPerAddress: of one address, of what it asks at `/enroll` and `/createwallet`, which cost before there is an account.
    ///   - registrationInAll: the same of all addresses together.
    ///   - trustedProxies: who may say from which address a request comes.
    /// - Throws: `RequestLimitError` for a number below 0 or above a million.
    package init(
        perAddress: Int = standardPerAddress, registrationPerAddress: Int = standardRegistrationPerAddress,
        registrationInAll: Int = standardRegistrationInAll, trustedProxies: TrustedProxies = .none
    ) throws(RequestLimitError) {
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

    private static func rate(_ requestsPerMinute: Int) throws(RequestLimitError) -> RequestRate? {
        guard (0...1_000_000).contains(requestsPerMinute) else {
            throw RequestLimitError(description: "requests are limited to 1 to 1000000 a minute, or 0 for no limit")
        }
        return requestsPerMinute == 0 ? nil : RequestRate(requestsPerMinute: requestsPerMinute)
    }
}

/// A limit that cannot be set.
package struct RequestLimitError: Error, Sendable, CustomStringConvertible {
    /// The reason, for whoever starts the program.
    package let description: String
}
