// SPDX-License-Identifier: EUPL-1.2

import NIOCore

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// An IPv4 or IPv6 address. An IPv4-mapped IPv6 address (`::ffff:192.0.2.1`) becomes the IPv4 address.
struct IPAddress: Sendable, Hashable {
    /// The address in 4 or 16 bytes.
    let bytes: [UInt8]

    /// Parses a text; nil if it is not an address.
    init?(parsing text: some StringProtocol) {
        var bytes = [UInt8](repeating: 0, count: 16)
        // C text ends at a zero byte, so a longer text could look valid.
        let text = text.contains("\0") ? "" : String(text)
        if unsafe inet_pton(AF_INET, text, &bytes) == 1 {
            self.bytes = Array(bytes.prefix(4))
        } else if unsafe inet_pton(AF_INET6, text, &bytes) == 1 {
            self.bytes = Array(bytes.prefix(12)) == Self.mapped ? Array(bytes.suffix(4)) : bytes
        } else {
            return nil
        }
    }

    /// Creates the address of a socket; nil for a Unix domain socket.
    init?(_ address: SocketAddress) {
        guard let text = address.ipAddress else { return nil }
        self.init(parsing: text)
    }

    /// The key under which requests are counted: a complete IPv4 address, or the first 64 bits of an IPv6 address, because one client
    /// usually controls all addresses with that prefix.
    var addressBucket: String {
        if bytes.count == 4 { return bytes.map(String.init).joined(separator: ".") }
        return bytes.prefix(8).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined() + "/64"
    }

    private static let mapped: [UInt8] = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF]
}

/// A block of addresses with a common prefix.
struct IPBlock: Sendable, Hashable {
    private let first: IPAddress
    private let bits: Int

    /// Parses `192.0.2.1`, `10.0.0.0/8` or `2001:db8::/32`; nil for any other text.
    init?(parsing text: String) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard let part = parts.first, parts.count <= 2, let first = IPAddress(parsing: part) else { return nil }
        self.first = first
        guard parts.count == 2 else {
            bits = first.bytes.count * 8
            return
        }
        guard parts[1].utf8.allSatisfy({ (0x30...0x39).contains($0) }), let bits = Int(parts[1]), bits <= first.bytes.count * 8 else {
            return nil
        }
        self.bits = bits
    }

    func contains(_ address: IPAddress) -> Bool {
        guard address.bytes.count == first.bytes.count else { return false }
        return zip(address.bytes, first.bytes).enumerated().allSatisfy { index, pair in
            let shared = min(max(bits - index * 8, 0), 8)
            return (pair.0 ^ pair.1) >> UInt8(8 - shared) == 0
        }
    }
}
