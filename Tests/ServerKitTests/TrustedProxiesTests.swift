// SPDX-License-Identifier: EUPL-1.2

import HTTPTypes
import NIOCore
import ServerKit
import Testing

/// The client address of a request.
struct TrustedProxiesTests {
    private func addressBucket(
        _ socket: String, _ headers: [(String, String)] = [], trusting proxies: [String] = [],
        in header: TrustedProxies.Header = .xForwardedFor
    ) throws -> String {
        var fields = HTTPFields()
        for (name, value) in headers { fields.append(HTTPField(name: try #require(HTTPField.Name(name)), value: value)) }
        return try TrustedProxies(proxies, header: header).addressBucket(of: SocketAddress(ipAddress: socket, port: 1), headers: fields)
    }

    @Test(arguments: [
        ("192.0.2.1", "192.0.2.1"), ("2001:db8:1:2:3:4:5:6", "20010db800010002/64"), ("2001:db8:1:2::", "20010db800010002/64"),
        ("::ffff:192.0.2.1", "192.0.2.1"), ("::1", "0000000000000000/64"),
    ])
    func `a client is its whole IPv4 address, or the first 64 bits of its IPv6 address`(_ socket: String, _ addressBucket: String) throws {
        #expect(try self.addressBucket(socket) == addressBucket)
    }

    @Test(arguments: [
        [("X-Forwarded-For", "198.51.100.1")], [("Forwarded", "for=198.51.100.1")], [("X-Real-IP", "198.51.100.1")],
        [("X-Forwarded-For", "127.0.0.1, 198.51.100.1"), ("X-Forwarded-For", "10.0.0.1")],
    ])
    func `a client that is not a trusted proxy cannot claim a different address`(_ headers: [(String, String)]) throws {
        #expect(try addressBucket("192.0.2.1", headers) == "192.0.2.1")
        #expect(try addressBucket("192.0.2.1", headers, trusting: ["10.0.0.0/8", "2001:db8::/32"]) == "192.0.2.1")
    }

    /// The header values from a proxy on 10.0.0.1, and the address that counts.
    static let forwarded: [(values: [String], addressBucket: String)] = [
        (["198.51.100.1"], "198.51.100.1"), ([], "10.0.0.1"), ([""], "10.0.0.1"), (["10.0.0.9"], "10.0.0.9"),
        (["198.51.100.1, 10.0.0.2"], "198.51.100.1"), (["198.51.100.1", "10.0.0.2"], "198.51.100.1"),
        (["1.1.1.1, 198.51.100.1, 10.0.0.2,10.0.0.3"], "198.51.100.1"), (["1.1.1.1, 198.51.100.1"], "198.51.100.1"),
        (["10.0.0.7, 198.51.100.1"], "198.51.100.1"), (["2001:db8:1:2:3::4"], "20010db800010002/64"),
        (["[2001:db8:1:2:3::4]:4711"], "20010db800010002/64"), (["198.51.100.1:4711"], "198.51.100.1"),
        (["::ffff:10.0.0.3, ::ffff:198.51.100.1"], "198.51.100.1"), (["198.51.100.1, unknown"], "10.0.0.1"),
        (["198.51.100.1,"], "10.0.0.1"), (["198.51.100.1, 10.0.0.2, garbage, 10.0.0.3"], "10.0.0.3"), (["1.2.3"], "10.0.0.1"),
        (["1.2.3.4.5"], "10.0.0.1"), (["\t198.51.100.1 "], "198.51.100.1"), (["198.51.100.001"], "10.0.0.1"),
    ]

    @Test(arguments: forwarded)
    func `the last address that is not a proxy's is the client's, and garbage leaves the proxy's own address`(
        _ sample: (values: [String], addressBucket: String)
    ) throws {
        #expect(
            try addressBucket("10.0.0.1", sample.values.map { ("X-Forwarded-For", $0) }, trusting: ["10.0.0.0/8"]) == sample.addressBucket)
    }

    @Test(arguments: [
        ("for=198.51.100.1", "198.51.100.1"), ("For=\"198.51.100.1:80\";proto=https;by=10.0.0.1", "198.51.100.1"),
        ("for=1.1.1.1, for=198.51.100.1;proto=http, for=10.0.0.2", "198.51.100.1"),
        ("for=\"[2001:db8:1:2::9]:4711\"", "20010db800010002/64"),
        ("for=_hidden", "10.0.0.1"), ("for=unknown", "10.0.0.1"), ("proto=https", "10.0.0.1"), ("for=", "10.0.0.1"),
        ("for=1.1.1.1;for=2.2.2.2", "10.0.0.1"), ("for=\"1.1.1.1, for=198.51.100.1", "198.51.100.1"), ("198.51.100.1", "10.0.0.1"),
    ])
    func `the standard header is read if the proxies use it`(_ value: String, _ addressBucket: String) throws {
        #expect(try self.addressBucket("10.0.0.1", [("Forwarded", value)], trusting: ["10.0.0.0/8"], in: .forwarded) == addressBucket)
    }

    @Test func `the header that the proxies do not write is ignored`() throws {
        let both = [("X-Forwarded-For", "198.51.100.1"), ("Forwarded", "for=203.0.113.1")]
        #expect(try addressBucket("10.0.0.1", both, trusting: ["10.0.0.1"]) == "198.51.100.1")
        #expect(try addressBucket("10.0.0.1", both, trusting: ["10.0.0.1"], in: .forwarded) == "203.0.113.1")
    }

    @Test(arguments: [
        ("10.0.0.0/8", "10.255.255.255", "11.0.0.0"), ("192.0.2.1", "192.0.2.1", "192.0.2.2"),
        ("192.0.2.128/25", "192.0.2.255", "192.0.2.127"),
        ("2001:db8::/32", "2001:db8:ffff::1", "2001:db9::1"), ("2001:db8::1", "2001:db8::1", "2001:db8::2"),
        ("0.0.0.0/0", "1.2.3.4", "::1"),
        ("10.0.0.0/31", "::ffff:10.0.0.1", "10.0.0.2"),
    ])
    func `an address block contains its own addresses and no others`(_ block: String, _ inside: String, _ outside: String) throws {
        let proxied = [("X-Forwarded-For", "203.0.113.9")]
        #expect(try addressBucket(inside, proxied, trusting: [block]) == "203.0.113.9")
        #expect(try addressBucket(outside, proxied, trusting: [block]) != "203.0.113.9")
    }

    @Test(arguments: [
        "", "localhost", "10.0.0.0/33", "10.0.0.0/-1", "10.0.0.0/+8", "10.0.0.0/", "10.0.0.0/8/8", "2001:db8::/129", "10.0.0", "1.1.1.1\0",
    ])
    func `an invalid proxy address is rejected at the start`(_ text: String) {
        #expect(throws: NoAddress.self) { try TrustedProxies([text]) }
    }

    @Test func `without an internet socket no client is trusted, and all clients are counted together`() throws {
        var fields = HTTPFields()
        fields[try #require(HTTPField.Name("X-Forwarded-For"))] = "198.51.100.1"
        let proxies = try TrustedProxies(["0.0.0.0/0", "::/0"])
        #expect(proxies.addressBucket(of: nil, headers: fields) == "unknown")
        #expect(proxies.addressBucket(of: try SocketAddress(unixDomainSocketPath: "/tmp/x"), headers: fields) == "unknown")
    }
}
