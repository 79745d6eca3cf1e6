// SPDX-License-Identifier: EUPL-1.2

import HTTPTypes
package import NIOCore
import Synchronization

/// The open connections of one server. It admits new connections, and chooses the connection to end if there are too many.
///
/// - SeeAlso: threats-and-faults.md, F-S10.
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
    ///   - observe: receives each event; called from any thread.
    package init(
        _ limits: ConnectionLimits, now: @escaping @Sendable () -> ContinuousClock.Instant = { .now },
        observe: @escaping @Sendable (ConnectionEvent) -> Void = { _ in }
    ) {
        self.limits = limits
        self.now = now
        self.observe = observe
    }

    /// Admits a new connection. Ends an existing connection if the table is nearly full or the address has used up its share.
    ///
    /// A connection of the same address is ended first, so that an address never displaces other addresses. Connections with a request in
    /// progress are spared, unless their client does not read the answer.
    /// - Parameters:
    ///   - socket: the client's address. Connections of a trusted proxy have no share, because they serve many clients.
    ///   - cut: ends the connection; called from any thread.
    /// - Returns: nil for a rejected connection: its address has used up its share, and all connections of the share have a request in
    ///   progress.
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

    /// Notes that a connection has a request in progress, or is idle.
    package func note(_ number: Number, isAtWork: Bool) {
        let now = now()
        state.withLock { $0.change(number) { $0.note(isAtWork: isAtWork, at: now) } }
    }

    /// Notes that an answer is being sent, or that all answers have been sent.
    package func note(_ number: Number, isWriting: Bool) {
        let now = now()
        state.withLock { $0.change(number) { $0.unreadSince = isWriting ? now : nil } }
    }

    /// Notes that the connection has ended itself for this reason.
    package func noteCut(_ reason: ConnectionCut) { observe(.cut(reason)) }

    /// Removes a connection that has ended.
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
