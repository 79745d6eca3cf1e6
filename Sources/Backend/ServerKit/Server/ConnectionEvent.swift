// SPDX-License-Identifier: EUPL-1.2

/// An event of a server's connections that an operator may count. It names no address.
package enum ConnectionEvent: Sendable, Hashable {
    /// A connection was accepted.
    case opened
    /// A connection ended, for any reason.
    case closed
    /// The server ended a connection, or refused it at once.
    case cut(ConnectionCut)
}

/// Why a server ended a connection.
package enum ConnectionCut: String, Sendable, Hashable, CaseIterable {
    /// The client sent more requests than a connection may have at work.
    case tooManyRequests = "too_many_requests"
    /// The client did not read an answer in time.
    case unreadAnswer = "unread_answer"
    /// The client's address has its share of the connections, and all of them are at work.
    case addressShare = "address_share"
    /// The connection was the slowest or the longest idle, and a new connection needed its place.
    case madeRoom = "made_room"
}
