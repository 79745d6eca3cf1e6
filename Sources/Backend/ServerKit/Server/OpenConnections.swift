// SPDX-License-Identifier: EUPL-1.2

/// One open connection.
struct OpenConnection: Sendable {
    /// The address that has it; nil for one that no address is charged for.
    let address: String?
    /// Ends it.
    let cut: @Sendable () -> Void
    /// Whether a request waits for its answer.
    var isAtWork = false
    /// Since when it is at work, or idle.
    var since: ContinuousClock.Instant
    /// Since when an answer waits for the client to read it.
    var unreadSince: ContinuousClock.Instant?
}

/// The open connections of a server and their number for each address.
struct OpenConnections: Sendable {
    var connections: [Int: OpenConnection] = [:]
    private var perAddress: [String: Int] = [:]
    private var next = 0

    /// An answer that waits longer than this makes its connection a slow one.
    private static let slowAfter = Duration.seconds(1)

    /// The number of an address's connections.
    func count(of address: String) -> Int { perAddress[address, default: 0] }

    /// Adds a connection.
    ///
    /// - Returns: its number.
    mutating func add(_ connection: OpenConnection) -> Int {
        next += 1
        connections[next] = connection
        if let address = connection.address { perAddress[address, default: 0] += 1 }
        return next
    }

    /// Removes a connection, if it is there.
    mutating func remove(_ number: Int) -> OpenConnection? {
        guard let connection = connections.removeValue(forKey: number) else { return nil }
        if let address = connection.address {
            let rest = count(of: address) - 1
            perAddress[address] = rest > 0 ? rest : nil
        }
        return connection
    }

    /// Removes the connection whose client has read nothing for the longest time; without such a client, the one that is idle longest.
    ///
    /// - Returns: nil when all connections are at work and none is slow.
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
