// SPDX-License-Identifier: EUPL-1.2

/// The limits on tried codes.
package struct TryLimits: Sendable, Hashable {
    /// The maximum number of tries of one address within the window.
    package let perAddress: Int
    /// The maximum number of tries of all addresses within the window.
    package let inAll: Int
    /// The length of the sliding window.
    package let window: Duration

    /// 5 tries of an address and 1000 in total, within 10 minutes.
    package static let standard = TryLimits(checkedPerAddress: 5, inAll: 1000, window: .seconds(600))

    /// Creates limits.
    ///
    /// - Parameters:
    ///   - perAddress: 1 or more, at most `inAll`.
    ///   - inAll: up to 100,000; also the maximum number of tries that a limiter stores.
    ///   - window: 1 second to 1 day.
    /// - Throws: `PortalError` for a number outside its range.
    package init(perAddress: Int, inAll: Int, window: Duration) throws(PortalError) {
        guard perAddress >= 1, inAll >= perAddress, inAll <= 100_000 else {
            throw PortalError(.badConfiguration, "tries are limited to 1 or more for an address, and up to 100000 in all")
        }
        guard (.seconds(1) ... .seconds(86_400)).contains(window) else {
            throw PortalError(.badConfiguration, "tries are counted over 1 second to 1 day")
        }
        self.init(checkedPerAddress: perAddress, inAll: inAll, window: window)
    }

    private init(checkedPerAddress perAddress: Int, inAll: Int, window: Duration) {
        self.perAddress = perAddress
        self.inAll = inAll
        self.window = window
    }
}
