// SPDX-License-Identifier: EUPL-1.2

/// One open connection.
struct OpenConnection: Sendable {
    /// The address whose share includes the connection; nil if it counts for no share.
    let address: String?
    /// Ends the connection.
    let cut: @Sendable () -> Void
    /// True if a request waits for its answer.
    var isAtWork = false
    /// The time since which the connection has a request in progress, or is idle.
    var since: ContinuousClock.Instant
    /// The time since which an answer waits to be read by the client.
    var unreadSince: ContinuousClock.Instant?

    /// Notes that the connection has a request in progress, or is idle. Its time changes only with its state.
    mutating func note(isAtWork: Bool, at now: ContinuousClock.Instant) {
        guard self.isAtWork != isAtWork else { return }
        self.isAtWork = isAtWork
        since = now
    }
}

/// The open connections of a server, with their number per address.
struct OpenConnections: Sendable {
    var connections: [Int: OpenConnection] = [:]
    private var perAddress: [String: Int] = [:]
    private var next = 0

    /// The time after which an unread answer makes its connection slow.
    private static let slowAfter = Duration.seconds(1)

    /// Returns the number of an address's connections.
    func count(of address: String) -> Int { perAddress[address, default: 0] }

    /// Adds a connection.
    ///
    /// - Returns: the connection's number.
    mutating func add(_ connection: OpenConnection) -> Int {
        next += 1
        connections[next] = connection
        if let address = connection.address { perAddress[address, default: 0] += 1 }
        return next
    }

    /// Changes a connection in its place, which is several times faster than through `connections[number]?`; every request does this four
    /// times. An unknown connection is ignored.
    mutating func change(_ number: Int, _ change: (inout OpenConnection) -> Void) {
        guard let index = connections.index(forKey: number) else { return }
        change(&connections.values[index])
    }

    /// Removes a connection and returns it; nil if it is unknown.
    mutating func remove(_ number: Int) -> OpenConnection? {
        guard let connection = connections.removeValue(forKey: number) else { return nil }
        if let address = connection.address {
            let rest = count(of: address) - 1
            perAddress[address] = rest > 0 ? rest : nil
        }
        return connection
    }

    /// Removes the connection whose client has not read an answer for the longest time; otherwise the connection that has been idle
    /// longest.
    ///
    /// - Returns: nil if all connections have a request in progress and none is slow.
    mutating func removeSlowest(at now: ContinuousClock.Instant, among isEligible: (OpenConnection) -> Bool) -> OpenConnection? {
        var slowest: (number: Int, since: ContinuousClock.Instant)?
        var idlest: (number: Int, since: ContinuousClock.Instant)?
        for (number, connection) in connections where isEligible(connection) {
            if let unread = connection.unreadSince, now - unread >= Self.slowAfter, slowest.map({ unread < $0.since }) ?? true {
                slowest = (number, unread)
            }
            if !connection.isAtWork, idlest.map({ connection.since < $0.since }) ?? true { idlest = (number, connection.since) }
        }
        return (slowest ?? idlest).flatMap { remove($0.number) }
    }
}
