// SPDX-License-Identifier: EUPL-1.2

import CBOR
import DCQL
import JSON
import Testing

private func mapItem(_ pairs: [(CBORItem, CBORItem)]) -> CBORItem {
    var map = CBORMap()
    for (key, value) in pairs { map[key] = value }
    return .map(map)
}

/// Elements of mdocs as JSON.
struct MatchCBORTests {
    @Test(
        arguments: [
            (.unsigned(42), 42), (.negative(0), -1),
            (.unsigned(UInt64(Int64.max)), .integer(.max)), (.negative(UInt64(Int64.max)), .integer(.min)),
            (.text("NL"), "NL"), (.bool(true), true), (.null, .null),
            (.float(CBORFloat(1.5)), .decimal(1.5)), (.float(CBORFloat(1)), .decimal(1)),
            (.bytes([0xFB, 0xFF]), "-_8"), (.bytes([]), ""),
            (.tagged(1004, .text("1990-02-28")), "1990-02-28"), (.tagged(0, .text("2025-01-01T00:00:00Z")), "2025-01-01T00:00:00Z"),
            (.tagged(1, .unsigned(7)), 7), (.tagged(32, .text("https://example.com")), "https://example.com"),
            (.tagged(24, .bytes([0])), "AA"), (.tagged(1004, .tagged(0, .text("x"))), "x"),
            (.tagged(2, .bytes([1])), "AQ"), (.tagged(3, .bytes([1])), "~AQ"),
            (.array([.text("NL"), .array([])]), ["NL", []]),
            (
                mapItem([(.text("issue_date"), .tagged(1004, .text("2020-01-01"))), (.text("code"), .text("B"))]),
                .object(["issue_date": "2020-01-01", "code": "B"])
            ),
        ] as [(CBORItem, JSONValue)])
    func `an item with a clear form in JSON is converted`(item: CBORItem, json: JSONValue) {
        #expect(item.queriedJSON == json)
    }

    @Test(
        arguments: [
            .undefined, .simple(5), .unsigned(UInt64(Int64.max) + 1), .negative(.max), .float(CBORFloat(.nan)),
            .float(CBORFloat(.infinity)),
            .tagged(2, .unsigned(1)), .tagged(3, .text("a")), .tagged(21, .bytes([0])), .tagged(22, .bytes([0])), .tagged(23, .bytes([0])),
            .tagged(32, .undefined), .verbatim([0x01]),
            mapItem([(.unsigned(1), .text("a"))]), mapItem([(.text("a"), .undefined)]), .array([.text("a"), .undefined]),
        ] as [CBORItem])
    func `an item without a clear form in JSON is not converted`(item: CBORItem) {
        #expect(item.queriedJSON == nil)
    }
}
