// SPDX-License-Identifier: EUPL-1.2

/// An event of a server's connections, for metrics. It contains no address.
package enum ConnectionEvent: Sendable, Hashable {
    /// A connection was accepted.
    case opened
    /// A connection ended, for any reason.
    case closed
    /// The server ended a connection or rejected it at once.
    case cut(ConnectionCut)
}

/// The reason why a server ended a connection.
package enum ConnectionCut: String, Sendable, Hashable, CaseIterable {
    /// The client sent more concurrent requests than allowed.
    case tooManyRequests = "too_many_requests"
    /// The client did not read an answer in time.
    case unreadAnswer = "unread_answer"
    /// The client's address has used up its share of connections, and all of them have a request in progress.
    case addressShare = "address_share"
    /// The connection was the slowest or the longest idle, and its place was needed for a new connection.
    case madeRoom = "made_room"
}
