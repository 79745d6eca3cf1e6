// SPDX-License-Identifier: EUPL-1.2

import NIOCore
import ServerKit
import Synchronization
import Testing

/// No address and no slow reader can take the connections of others (F-S10).
struct ConnectionTableTests {
    private final class World: Sendable {
        let now = Mutex(ContinuousClock.now)
        let cut = Mutex<[String]>([])
        let events = Mutex<[ConnectionEvent]>([])

        func pass(_ time: Duration) { now.withLock { $0 += time } }
        var ended: [String] { cut.withLock { $0 } }
    }

    private let world = World()

    private func table(_ limits: ConnectionLimits) -> ConnectionTable {
        ConnectionTable(limits, now: { [world] in world.now.withLock { $0 } }) { [world] event in world.events.withLock { $0.append(event) }
        }
    }

    private func open(_ name: String, from address: String, in table: ConnectionTable) throws -> Int? {
        table.open(from: try SocketAddress(ipAddress: address, port: 1)) { [world] in world.cut.withLock { $0.append(name) } }
    }

    @Test func `an address whose share is full of busy connections gets no further connection, a different address does`() throws {
        let table = table(ConnectionLimits(maximumConnections: 100, connectionsPerAddress: 2))
        for name in ["a", "b"] { table.note(try #require(try open(name, from: "192.0.2.1", in: table)), isAtWork: true) }
        #expect(try open("c", from: "192.0.2.1", in: table) == nil)
        #expect(try open("d", from: "192.0.2.2", in: table) != nil)
        #expect(world.ended.isEmpty)
        #expect(world.events.withLock { $0.contains(.cut(.addressShare)) })
    }

    @Test func `a closed connection makes room for a new one of its address`() throws {
        let table = table(ConnectionLimits(maximumConnections: 100, connectionsPerAddress: 1))
        let first = try #require(try open("a", from: "192.0.2.1", in: table))
        table.note(first, isAtWork: true)
        table.close(first)
        #expect(try open("b", from: "192.0.2.1", in: table) != nil)
        #expect(world.ended.isEmpty)
    }

    @Test func `an address with a full share loses its slowest reader first, then its longest idle connection`() throws {
        let table = table(ConnectionLimits(maximumConnections: 100, connectionsPerAddress: 3))
        let other = try #require(try open("other", from: "192.0.2.9", in: table))
        table.note(other, isAtWork: true)
        table.note(other, isWriting: true)
        world.pass(.seconds(5))
        _ = try open("idle", from: "192.0.2.1", in: table)
        world.pass(.seconds(1))
        for name in ["slow", "slower later"] {
            let number = try #require(try open(name, from: "192.0.2.1", in: table))
            table.note(number, isAtWork: true)
            table.note(number, isWriting: true)
            world.pass(.seconds(2))
        }
        for name in ["1", "2", "3", "4"] {
            _ = try open(name, from: "192.0.2.1", in: table)
            world.pass(.milliseconds(1))
        }
        #expect(world.ended == ["slow", "slower later", "idle", "1"])
    }

    @Test func `an answer that has just started does not make its connection slow`() throws {
        let table = table(ConnectionLimits(maximumConnections: 100, connectionsPerAddress: 1))
        let number = try #require(try open("a", from: "192.0.2.1", in: table))
        table.note(number, isAtWork: true)
        table.note(number, isWriting: true)
        world.pass(.milliseconds(900))
        #expect(try open("b", from: "192.0.2.1", in: table) == nil)
        world.pass(.milliseconds(100))
        #expect(try open("c", from: "192.0.2.1", in: table) != nil)
        #expect(world.ended == ["a"])
    }

    @Test func `near the total limit the slowest reader is closed, and busy connections are not`() throws {
        let table = table(ConnectionLimits(maximumConnections: 16, connectionsPerAddress: 0))
        for number in 1...15 {
            let connection = try #require(try open("\(number)", from: "192.0.2.\(number)", in: table))
            table.note(connection, isAtWork: true)
            if number == 7 || number == 9 { table.note(connection, isWriting: true) }
            world.pass(.seconds(1))
        }
        for _ in 1...3 { table.note(try #require(try open("new", from: "192.0.2.99", in: table)), isAtWork: true) }
        #expect(world.ended == ["7", "9"])
    }

    @Test func `connections of a trusted proxy have no limit, and those of one IPv6 network have a common limit`() throws {
        let limits = ConnectionLimits(maximumConnections: 100, connectionsPerAddress: 1, trustedProxies: try TrustedProxies(["10.0.0.0/8"]))
        let table = table(limits)
        for name in ["a", "b", "c"] { table.note(try #require(try open(name, from: "10.1.2.3", in: table)), isAtWork: true) }
        table.note(try #require(try open("d", from: "2001:db8:1:2::1", in: table)), isAtWork: true)
        #expect(try open("e", from: "2001:db8:1:2::2", in: table) == nil)
        #expect(try open("f", from: "2001:db8:1:3::1", in: table) != nil)
    }

    @Test func `by default an address may use a quarter of all connections`() {
        #expect(ConnectionLimits(maximumConnections: 4096).connectionsPerAddress == 1024)
        #expect(ConnectionLimits(maximumConnections: 1).connectionsPerAddress == 1)
        #expect(ConnectionLimits(maximumConnections: 4096).crowdedConnections == 3840)
        #expect(ConnectionLimits(maximumConnections: 1).crowdedConnections == 1)
    }
}
