// SPDX-License-Identifier: EUPL-1.2

import NIOCore

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// An IPv4 or IPv6 address. An IPv4 address inside an IPv6 one (`::ffff:192.0.2.1`) is the IPv4 address.
struct IPAddress: Sendable, Hashable {
    /// 4 or 16 bytes.
    let bytes: [UInt8]

    /// Reads a text; nil when it is no address.
    init?(parsing text: some StringProtocol) {
        var bytes = [UInt8](repeating: 0, count: 16)
        // What C reads ends at a zero, which no address has.
        let text = text.contains("\0") ? "" : String(text)
        if unsafe inet_pton(AF_INET, text, &bytes) == 1 {
            self.bytes = Array(bytes.prefix(4))
        } else if unsafe inet_pton(AF_INET6, text, &bytes) == 1 {
            self.bytes = Array(bytes.prefix(12)) == Self.mapped ? Array(bytes.suffix(4)) : bytes
        } else {
            return nil
        }
    }

    /// A socket's address; nil for a Unix domain socket.
    init?(_ address: SocketAddress) {
        guard let text = address.ipAddress else { return nil }
        self.init(parsing: text)
    }

    /// By what its requests are counted: an IPv4 address as a whole; of an IPv6 address the first 64 bits, as one line usually has the rest.
    var addressBucket: String {
        if bytes.count == 4 { return bytes.map(String.init).joined(separator: ".") }
        return bytes.prefix(8).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined() + "/64"
    }

    private static let mapped: [UInt8] = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF]
}

/// All addresses that begin with the same bits.
struct IPBlock: Sendable, Hashable {
    private let first: IPAddress
    private let bits: Int

    /// Reads `192.0.2.1`, `10.0.0.0/8`, `2001:db8::/32`; nil for anything else.
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
