// SPDX-License-Identifier: EUPL-1.2

package import HTTPTypes
package import NIOCore

/// The proxies in front of a server whose forwarded client addresses are trusted.
package struct TrustedProxies: Sendable, Hashable {
    /// The header with the client addresses. Only this header is read, because a proxy forwards other headers unchanged from the client.
    package enum Header: Sendable, Hashable {
        /// `X-Forwarded-For: 192.0.2.60, 198.51.100.7`
        case xForwardedFor
        /// `Forwarded: for=192.0.2.60, for="[2001:db8::7]:4711"` (RFC 7239)
        case forwarded
    }

    /// No proxies: the socket's address is the client's.
    package static let none = TrustedProxies(blocks: [], header: .xForwardedFor)

    private let blocks: [IPBlock]
    private let header: Header

    private init(blocks: [IPBlock], header: Header) {
        self.blocks = blocks
        self.header = header
    }

    /// Creates proxies from their addresses.
    ///
    /// - Parameter addresses: `192.0.2.1`, `10.0.0.0/8`, `2001:db8::/32`.
    /// - Throws: `NoAddress` naming the invalid text.
    package init(_ addresses: [String], header: Header = .xForwardedFor) throws(NoAddress) {
        var blocks: [IPBlock] = []
        for address in addresses {
            guard let block = IPBlock(parsing: address) else {
                throw NoAddress(description: "\(address) is no address of a proxy, like 192.0.2.1 or 10.0.0.0/8")
            }
            blocks.append(block)
        }
        self.init(blocks: blocks, header: header)
    }

    /// Returns true if a connected client is one of the proxies.
    package func contains(_ socket: SocketAddress) -> Bool {
        guard let address = IPAddress(socket) else { return false }
        return blocks.contains { $0.contains(address) }
    }

    /// Returns the key under which a client's requests are counted: the last address on the request's path that is not a proxy. An IPv6
    /// address counts by its first 64 bits.
    ///
    /// A client can write any text into the header, but only to the left of the entries that trusted proxies add. If those added no valid
    /// address, the last proxy's own address counts.
    ///
    /// - Parameter socket: the address of the connected client.
    /// - Returns: for example `192.0.2.1` or `20010db800010002/64`; `unknown` for all requests without an internet socket, which are
    ///   counted together.
    package func addressBucket(of socket: SocketAddress?, headers: HTTPFields) -> String {
        // Without proxies the text of an IPv4 address is its key.
        if blocks.isEmpty, case .v4? = socket, let text = socket?.ipAddress { return text }
        guard var address = socket.flatMap({ IPAddress($0) }) else { return "unknown" }
        var hops = hops(in: headers)[...]
        while blocks.contains(where: { $0.contains(address) }), let hop = hops.popLast(), let before = hop { address = before }
        return address.addressBucket
    }

    /// Returns the header's addresses, first hop first; nil for a hop that is not an address.
    private func hops(in headers: HTTPFields) -> [IPAddress?] {
        guard !blocks.isEmpty, let name = header.name else { return [] }
        return headers[values: name].flatMap { $0.split(separator: ",", omittingEmptySubsequences: false) }.map { hop in
            switch header {
            case .xForwardedFor: IPAddress(hop: hop.trimmed)
            case .forwarded: Self.node(in: hop).flatMap { IPAddress(hop: $0) }
            }
        }
    }

    /// Returns the value of `for` in one element of `Forwarded`.
    private static func node(in element: Substring) -> Substring? {
        let values = element.split(separator: ";").compactMap { pair -> Substring? in
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(\.trimmed)
            return parts.count == 2 && parts[0].lowercased() == "for" ? parts[1] : nil
        }
        guard values.count == 1, let value = values.first else { return nil }
        let isQuoted = value.count >= 2 && value.first == "\"" && value.last == "\""
        return isQuoted ? value.dropFirst().dropLast() : value
    }
}

/// A text that is not an address.
package struct NoAddress: Error, Sendable, CustomStringConvertible {
    /// The reason, for the operator.
    package let description: String
}

extension TrustedProxies.Header {
    private static let names = (xForwardedFor: HTTPField.Name("X-Forwarded-For"), forwarded: HTTPField.Name("Forwarded"))

    fileprivate var name: HTTPField.Name? {
        switch self {
        case .xForwardedFor: Self.names.xForwardedFor
        case .forwarded: Self.names.forwarded
        }
    }
}

extension IPAddress {
    /// `192.0.2.1`, `192.0.2.1:80`, `2001:db8::1`, `[2001:db8::1]`, `[2001:db8::1]:80`.
    fileprivate init?(hop: Substring) {
        if hop.first == "[" {
            let parts = hop.dropFirst().split(separator: "]", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2, parts[0].contains(":"), parts[1].isEmpty || parts[1].first == ":" else { return nil }
            self.init(parsing: parts[0])
        } else {
            let parts = hop.split(separator: ":", omittingEmptySubsequences: false)
            self.init(parsing: parts.count == 2 ? parts[0] : hop)
        }
    }
}

extension Substring {
    fileprivate var trimmed: Substring {
        var rest = self
        while let first = rest.first, first == " " || first == "\t" { rest = rest.dropFirst() }
        while let last = rest.last, last == " " || last == "\t" { rest = rest.dropLast() }
        return rest
    }
}
