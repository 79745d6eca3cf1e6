// SPDX-License-Identifier: EUPL-1.2

/// What one client may cost a server before anything that it asks for is looked at.
///
/// - SeeAlso: threat list, F-S10, F-S11 and F-S12.
package struct ConnectionLimits: Sendable, Hashable {
    /// How many connections there are at once; further ones wait in the system's queue. 1 or more.
    package var maximumConnections: Int
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

    /// Limits; the defaults fit a server that small messages are sent to.
    package init(
        maximumConnections: Int = 1000, idleTime: Duration = .seconds(10), requestTime: Duration = .seconds(30),
        maximumFieldBytes: Int = 8192, maximumHeaderBytes: Int = 16_384, maximumFields: Int = 100
    ) {
        self.maximumConnections = maximumConnections
        self.idleTime = idleTime
        self.requestTime = requestTime
        self.maximumFieldBytes = maximumFieldBytes
        self.maximumHeaderBytes = maximumHeaderBytes
        self.maximumFields = maximumFields
    }
}
