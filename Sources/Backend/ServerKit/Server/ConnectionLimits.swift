// SPDX-License-Identifier: EUPL-1.2

/// What one client may cost a server before anything that it asks for is looked at.
///
/// - SeeAlso: threat list, F-S10, F-S11 and F-S12.
package struct ConnectionLimits: Sendable, Hashable {
    /// How many connections there are at once; further ones wait in the system's queue. 1 or more.
    package var maximumConnections: Int
    /// How many of them one address may have, an IPv6 address by its first 64 bits; 0 for no limit.
    package var connectionsPerAddress: Int
    /// The proxies in front. Their connections are those of many clients and have no limit of an address.
    package var trustedProxies: TrustedProxies
    /// How many requests of one connection may wait for their answer at once, 1 or more. More end the connection.
    package var maximumRequestsAtWork: Int
    /// How long an answer may take to be written. A client that does not read it by then loses its connection.
    package var answerTime: Duration
    /// How long a connection may do nothing, and how long the TLS handshake and the header of a request may take together, however often a
    /// byte of them comes.
    package var idleTime: Duration
    /// How long a request may take to come from the end of its header to its own end, also when it was answered meanwhile.
    package var requestTime: Duration
    /// The most bytes of one header field.
    package var maximumFieldBytes: Int
    /// The most bytes of all header fields of a request.
    package var maximumHeaderBytes: Int
    /// The most header fields of a request.
    package var maximumFields: Int

    /// From so many connections on a new connection ends the slowest one: fifteen sixteenths of the maximum.
    package var crowdedConnections: Int { maximumConnections - maximumConnections / 16 }

    /// Limits; the defaults fit a server that small messages are sent to.
    ///
    /// - Parameter connectionsPerAddress: nil for a quarter of the maximum.
    package init(
        maximumConnections: Int = 1000, connectionsPerAddress: Int? = nil, trustedProxies: TrustedProxies = .none,
        maximumRequestsAtWork: Int = 8, answerTime: Duration = .seconds(30), idleTime: Duration = .seconds(10),
        requestTime: Duration = .seconds(30), maximumFieldBytes: Int = 8192, maximumHeaderBytes: Int = 16_384,
        maximumFields: Int = 100
    ) {
        self.maximumConnections = maximumConnections
        self.connectionsPerAddress = connectionsPerAddress ?? max(1, maximumConnections / 4)
        self.trustedProxies = trustedProxies
        self.maximumRequestsAtWork = maximumRequestsAtWork
        self.answerTime = answerTime
        self.idleTime = idleTime
        self.requestTime = requestTime
        self.maximumFieldBytes = maximumFieldBytes
        self.maximumHeaderBytes = maximumHeaderBytes
        self.maximumFields = maximumFields
    }
}
