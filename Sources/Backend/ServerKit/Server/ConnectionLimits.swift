// SPDX-License-Identifier: EUPL-1.2

/// The resources that one client may use before its request is examined. The time limits are in `Timeouts`.
///
/// - SeeAlso: threats-and-faults.md, F-S10, F-S11 and F-S12.
package struct ConnectionLimits: Sendable, Hashable {
    /// The maximum number of connections, 1 or more. Further connections wait in the system's queue.
    package var maximumConnections: Int
    /// The maximum number of connections per address, where an IPv6 address counts by its first 64 bits; 0 disables the limit.
    package var connectionsPerAddress: Int
    /// The trusted proxies in front of the server. Their connections serve many clients and are not limited per address.
    package var trustedProxies: TrustedProxies
    /// The maximum number of unanswered requests per connection, 1 or more. Exceeding it ends the connection.
    package var maximumRequestsAtWork: Int
    /// The maximum size of one header field, in bytes.
    package var maximumFieldBytes: Int
    /// The maximum size of all header fields of a request, in bytes.
    package var maximumHeaderBytes: Int
    /// The maximum number of header fields of a request.
    package var maximumFields: Int

    /// The number of connections from which a new connection ends the slowest connection: fifteen sixteenths of the maximum.
    package var crowdedConnections: Int { maximumConnections - maximumConnections / 16 }

    /// Creates limits. The defaults suit a server that receives small messages.
    ///
    /// - Parameter connectionsPerAddress: nil for a quarter of the maximum.
    package init(
        maximumConnections: Int = 1000, connectionsPerAddress: Int? = nil, trustedProxies: TrustedProxies = .none,
        maximumRequestsAtWork: Int = 8, maximumFieldBytes: Int = 8192, maximumHeaderBytes: Int = 16_384, maximumFields: Int = 100
    ) {
        self.maximumConnections = maximumConnections
        self.connectionsPerAddress = connectionsPerAddress ?? max(1, maximumConnections / 4)
        self.trustedProxies = trustedProxies
        self.maximumRequestsAtWork = maximumRequestsAtWork
        self.maximumFieldBytes = maximumFieldBytes
        self.maximumHeaderBytes = maximumHeaderBytes
        self.maximumFields = maximumFields
    }
}
