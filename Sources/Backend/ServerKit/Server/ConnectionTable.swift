// SPDX-License-Identifier: EUPL-1.2

import HTTPTypes
package import NIOCore
import Synchronization

/// The open connections of one server: it admits new connections, and chooses which connection ends when there are too many.
///
/// - SeeAlso: threat list, F-S10.
package final class ConnectionTable: Sendable {
    /// A connection's number in the table.
    package typealias Number = Int

    private let state = Mutex(OpenConnections())
    private let limits: ConnectionLimits
    private let now: @Sendable () -> ContinuousClock.Instant
    private let observe: @Sendable (ConnectionEvent) -> Void

    /// An empty table.
    ///
    /// - Parameters:
    ///   - now: the monotonic clock.
    ///   - observe: gets each event; called from any thread.
    package init(
        _ limits: ConnectionLimits, now: @escaping @Sendable () -> ContinuousClock.Instant = { .now },
        observe: @escaping @Sendable (ConnectionEvent) -> Void = { _ in }
    ) {
        self.limits = limits
        self.now = now
        self.observe = observe
    }

    /// Admits a new connection, and ends another connection when the table is nearly full or the address has its share.
    ///
    /// A connection of the same address gives way first, so one address never takes the places of others. Connections with a request at work
    /// are spared, unless their client does not read the answer.
    ///
    /// - Parameters:
    ///   - socket: the client's address. The connections of a trusted proxy have no share, because they are those of many clients.
    ///   - cut: ends the connection; called from any thread.
    /// - Returns: nil for a connection that is not admitted: its address has its share, and all of it is at work.
    package func open(from socket: SocketAddress?, cut: @escaping @Sendable () -> Void) -> Number? {
        let now = now()
        let address = limits.connectionsPerAddress > 0 ? shareholder(socket) : nil
        let (number, displaced) = state.withLock { state -> (Number?, OpenConnection?) in
            var displaced: OpenConnection?
            if let address, state.count(of: address) >= limits.connectionsPerAddress {
                displaced = state.removeSlowest(at: now) { $0.address == address }
                guard displaced != nil else { return (nil, nil) }
            } else if state.connections.count >= limits.crowdedConnections {
                displaced = state.removeSlowest(at: now) { _ in true }
            }
            return (state.add(OpenConnection(address: address, cut: cut, since: now)), displaced)
        }
        observe(.opened)
        if let displaced {
            observe(.cut(.madeRoom))
            displaced.cut()
        }
        if number == nil { observe(.cut(.addressShare)) }
        return number
    }

    /// Notes that a connection is at work on a request, or idle.
    package func note(_ number: Number, isAtWork: Bool) {
        let now = now()
        state.withLock { state in
            guard state.connections[number]?.isAtWork == !isAtWork else { return }
            state.connections[number]?.isAtWork = isAtWork
            state.connections[number]?.since = now
        }
    }

    /// Notes that an answer is on its way to the client, or that all answers are out.
    package func note(_ number: Number, isWriting: Bool) {
        let now = now()
        state.withLock { $0.connections[number]?.unreadSince = isWriting ? now : nil }
    }

    /// Notes that the connection itself was cut.
    package func noteCut(_ reason: ConnectionCut) { observe(.cut(reason)) }

    /// Forgets a connection that ended.
    ///
    /// - Parameter number: nil for a connection that was not admitted.
    package func close(_ number: Number?) {
        if let number { state.withLock { _ = $0.remove(number) } }
        observe(.closed)
    }

    private func shareholder(_ socket: SocketAddress?) -> String? {
        guard let socket, socket.ipAddress != nil, !limits.trustedProxies.contains(socket) else { return nil }
        return limits.trustedProxies.addressBucket(of: socket, headers: [:])
    }
}
