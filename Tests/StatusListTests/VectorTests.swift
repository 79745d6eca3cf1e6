// SPDX-License-Identifier: EUPL-1.2

import JSON
import StatusList
import Testing

/// The examples of draft-ietf-oauth-status-list: §4.1, §4.2, §5.1 and appendix C.
struct VectorTests {
    static let oneBit = [1, 0, 0, 1, 1, 1, 0, 1, 1, 1, 0, 0, 0, 1, 0, 1] as [UInt8]
    static let twoBits = [1, 2, 0, 3, 0, 1, 0, 1, 1, 2, 3, 3] as [UInt8]
    /// Appendix C.1 and C.2: lists of 2^20 entries.
    static let large: [(bits: StatusListEntries.Bits, text: String, set: [Int: UInt8])] = [
        (
            .one,
            "eNrt3AENwCAMAEGogklACtKQPg9LugC9k_ACvreiogEAAKkeCQAAAAAAAAAAAAAAAAAAAIBylgQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAXG9I"
                + "AAAAAAAAAPwsJAAAAAAAAAAAAAAAvhsSAAAAAAAAAAAA7KpLAAAAAAAAAAAAAAAAAAAAAJsLCQAAAAAAAAAAADjelAAAAAAAAAAAKjDMAQAAAACAZC8L2AEb",
            [0: 1, 1993: 1, 25460: 1, 159_495: 1, 495_669: 1, 554_353: 1, 645_645: 1, 723_232: 1, 854_545: 1, 934_534: 1, 1_000_345: 1]
        ),
        (
            .two,
            "eNrt2zENACEQAEEuoaBABP5VIO01fCjIHTMStt9ovGVIAAAAAABAbiEBAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAEB5WwIAAAAAAAAAAAAAAA"
                + "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAID0ugQAAAAAAAAAAAAAAAAAQG12"
                + "SgAAAAAAAAAAAAAAAAAAAAAAAAAAAOCSIQEAAAAAAAAAAAAAAAAAAAAAAAD8ExIAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAwJEuAQAAAAAAAA"
                + "AAAAAAAAAAAAAAAMB9SwIAAAAAAAAAAAAAAAAAAACoYUoAAAAAAAAAAAAAAEBqH81gAQw",
            [0: 1, 1993: 2, 25460: 1, 159_495: 3, 495_669: 1, 554_353: 1, 645_645: 2, 723_232: 1, 854_545: 1, 934_534: 2, 1_000_345: 3]
        ),
    ]

    @Test func `the statuses of section 4.1 encode to the bytes and text of sections 4.1 and 4.2`() throws {
        for (bits, statuses, bytes, text) in [
            (StatusListEntries.Bits.one, Self.oneBit, [0xB9, 0xA3] as [UInt8], "eNrbuRgAAhcBXQ"),
            (.two, Self.twoBits, [0xC9, 0x44, 0xF9], "eNo76fITAAPfAgc"),
        ] {
            var list = StatusListEntries(bits: bits, count: statuses.count)
            for (index, status) in statuses.enumerated() { try list.set(TokenStatus(status), at: index) }
            #expect(list.bytes == bytes)
            #expect(list.json == ["bits": .integer(Int64(bits.rawValue)), "lst": .string(text)])
            let read = try StatusListEntries(list.json)
            #expect(read == list)
            #expect(try statuses.indices.map { try read.status(at: $0).value } == statuses)
        }
    }

    @Test(arguments: large) func `the lists of appendix C have the right status at every index`(
        _ vector: (bits: StatusListEntries.Bits, text: String, set: [Int: UInt8])
    ) throws {
        let list = try StatusListEntries(["bits": .integer(Int64(vector.bits.rawValue)), "lst": .string(vector.text)])
        #expect(list.count == 1 << 20)
        var set: [Int: UInt8] = [:]
        for index in 0..<list.count {
            let value = try list.status(at: index).value
            if value != 0 { set[index] = value }
        }
        #expect(set == vector.set)
    }

    @Test func `the claims are written in the order of section 5.1's example`() {
        let token = StatusListToken(
            subject: "https://example.com/statuslists/1", issuedAt: 1_686_920_170, expiresAt: 2_291_720_170, timeToLive: 43_200,
            list: StatusListEntries(bits: .one, bytes: [0xB9, 0xA3]))
        let expected =
            #"{"exp":2291720170,"iat":1686920170,"status_list":{"bits":1,"lst":"eNrbuRgAAhcBXQ"},"#
            + #""sub":"https://example.com/statuslists/1","ttl":43200}"#
        #expect(String(decoding: token.claims.encode(), as: UTF8.self) == expected)
    }

    @Test(arguments: StatusListEntries.Bits.allCases) func `changing an entry does not change its neighbours`(
        _ bits: StatusListEntries.Bits
    )
        throws
    {
        var list = StatusListEntries(bits: bits, count: 37)
        #expect(list.count >= 37 && list.count < 37 + 8)
        var expected = [UInt8](repeating: 0, count: list.count)
        let largest = UInt8((1 << bits.rawValue) - 1)
        for round in 0..<3 {
            for index in expected.indices where index % 3 == round {
                expected[index] = UInt8(truncatingIfNeeded: index &* 31 &+ round) & largest
                try list.set(TokenStatus(expected[index]), at: index)
            }
        }
        let read = try StatusListEntries(list.json)
        #expect(try expected.indices.map { try read.status(at: $0).value } == expected)
    }

    @Test func `a reference round-trips, and other status mechanisms are ignored`() throws {
        let reference = try StatusListReference(index: 412, uri: "https://example.com/statuslists/1")
        #expect(try StatusListReference(status: .object(reference.status)) == reference)
        #expect(try StatusListReference(status: ["identifier_list": ["id": "x"]]) == nil)
    }
}
