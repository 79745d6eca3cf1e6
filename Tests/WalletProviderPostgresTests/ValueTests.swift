// SPDX-License-Identifier: EUPL-1.2

import PostgresClient
import PostgresCluster
import Testing

/// The encoding and decoding of values.
@Suite(.timeLimit(.minutes(20)))
struct ValueTests {
    static let values: [(PostgresType, [PostgresValue])] = [
        (.boolean, [.boolean(true), .boolean(false)]),
        (.integer, [0, 1, -1, 256, .max, .min].map { .integer($0) }),
        (.bytes, [.bytes([]), .bytes([0]), .bytes([0, 39, 92, 255]), .bytes([UInt8](repeating: 7, count: 300_000))]),
        (.text, ["", "é", "👩‍🚀", "'; DROP TABLE account; --", "$1", "\\", "%s", "\u{1}\u{7F}", "NULL", " "].map { .text($0) }),
        (.texts, [.texts([]), .texts([""]), .texts(["a", "{}", "\"", ",", "NULL"])]),
        (.byteStrings, [.byteStrings([]), .byteStrings([[]]), .byteStrings([[0, 255], [], [1]])]),
        (.integers, [.integers([]), .integers([.min, 0, .max]), .integers(Array(0..<1000))]),
    ]

    @Test func `every value is read back as it was written`() async throws {
        let test = try await TestPool()
        for (type, values) in Self.values {
            let statement = PostgresStatement("echo-\(type)", repetition: .harmless, parameters: [type], "SELECT $1 AS v")
            for value in values + [.null] {
                #expect(await test.ending(statement, [value]) == .values([value]))
            }
        }
    }

    @Test func `a text with a zero byte is rejected, and the connection stays usable`() async throws {
        let test = try await TestPool { $0.connections = 1 }
        let echo = PostgresStatement("echo", repetition: .forbidden, parameters: [.text], "SELECT $1 AS v, pg_backend_pid() AS pid")
        let before = try await test.pool.execute(echo, [.text("a")]).first?.integer("pid")
        #expect(await test.ending(echo, [.text("a\0b")]) == .error(.refused))
        #expect(await test.ending(echo, [.text("\0")]) == .error(.refused))
        #expect(try await test.pool.execute(echo, [.text("b")]).first?.integer("pid") == before)
    }

    @Test func `a result of an unexpected type is reported as damage and does not crash`() async throws {
        let test = try await TestPool()
        let strange = [
            "1.5::numeric", "now()", "'{}'::jsonb", "ARRAY[[1, 2], [3, 4]]::bigint[]", "ARRAY[1, NULL]::bigint[]", "ARRAY['a', NULL]",
            "1.5::float8", "'[2:2]={1}'::int[]", "'infinity'::date", "1::oid", "B'101'", "ROW(1)", "'127.0.0.1'::inet",
        ]
        for value in strange {
            let statement = PostgresStatement(value, repetition: .harmless, "SELECT \(value) AS v")
            #expect(await test.ending(statement) == .error(.damaged), "\(value)")
        }
        #expect(await test.ending(PostgresStatement("fine", repetition: .harmless, "SELECT 1::smallint AS v")) == .values([.integer(1)]))
    }

    @Test func `a column is read only as its own type`() async throws {
        let test = try await TestPool()
        let statement = PostgresStatement(
            "row", repetition: .harmless, "SELECT 1::int AS i, 'x'::varchar AS t, '\\x00'::bytea AS b, true AS f, NULL::text AS n")
        let row = try #require(try await test.pool.execute(statement).first)
        #expect(try row.integer("i") == 1)
        #expect(try row.text("t") == "x")
        #expect(try row.bytes("b") == [0])
        #expect(try row.boolean("f"))
        #expect(try row.isNull("n"))
        #expect(try row.optionalText("n") == nil)
        let damaged = PostgresError(.damaged, "")
        #expect(throws: damaged) { try row.text("n") }
        #expect(throws: damaged) { try row.text("i") }
        #expect(throws: damaged) { try row.optionalInteger("t") }
        #expect(throws: damaged) { try row.optionalBytes("t") }
        #expect(throws: damaged) { try row.optionalBoolean("i") }
        #expect(throws: damaged) { try row.value("nowhere") }
    }

    @Test func `values that do not match the statement are not sent`() async throws {
        let test = try await TestPool()
        let statement = PostgresStatement("sum", repetition: .harmless, parameters: [.integer, .integer], "SELECT $1 + $2 AS v")
        for values: [PostgresValue] in [[], [.integer(1)], [.integer(1), .text("2")], [.integer(1), .integer(2), .integer(3)]] {
            #expect(await test.ending(statement, values) == .error(.refused))
        }
        #expect(await test.ending(statement, [.integer(1), .integer(2)]) == .values([.integer(3)]))
        for name in ["", String(repeating: "n", count: 64)] {
            #expect(await test.ending(PostgresStatement(name, repetition: .harmless, "SELECT 1 AS v")) == .error(.refused))
        }
    }
}
