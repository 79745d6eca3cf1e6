// SPDX-License-Identifier: EUPL-1.2

package import ServerKit

/// The provider's limits. Requests above a limit are answered `too_many_requests`.
///
/// - SeeAlso: ProviderProtocol.docc, *Problems*; Documentation/Operations/settings.md, *Limits*.
extension RequestLimits {
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
        try self.init(
            perAddress: perAddress, costlyPerAddress: registrationPerAddress, costlyInAll: registrationInAll,
            trustedProxies: trustedProxies)
    }
}
