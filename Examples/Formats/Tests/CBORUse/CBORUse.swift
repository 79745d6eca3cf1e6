// SPDX-License-Identifier: EUPL-1.2

import CBOR
import Testing

// snippet.change
/// A map with one more entry, in the deterministic encoding; nil if the bytes are no map.
func adding(_ value: CBORItem, as key: String, to bytes: [UInt8]) throws -> [UInt8]? {
    let limits = CBORLimits(depth: 4, bytes: 1024)
    guard case .map(var map) = try CBORItem(decoding: bytes, limits: limits, strictness: .coreDeterministic) else { return nil }
    map[key] = value
    return CBORItem.map(map).encodeDeterministically()
}
// snippet.end

struct CBORUse {
    @Test func `a map is read, changed and written`() throws {
        let bytes: [UInt8] = [0xa2, 0x61, 0x61, 0x01, 0x61, 0x62, 0x82, 0x02, 0x03]
        let item = try CBORItem(decoding: bytes, limits: CBORLimits(depth: 4, bytes: 1024), strictness: .coreDeterministic)
        var map = try #require(item.map)
        #expect(map["a"]?.integer == 1)
        #expect(map["b"]?.array == [CBORItem(2), CBORItem(3)])
        map["c"] = .float(CBORFloat(1.5))
        #expect(CBORItem.map(map).encodeDeterministically().suffix(5) == [0x61, 0x63, 0xf9, 0x3e, 0x00])
    }

    @Test func `an entry is added to a map, and to nothing else`() throws {
        let encoded = try adding(.float(CBORFloat(1.5)), as: "b", to: [0xa1, 0x61, 0x61, 0x01])
        #expect(encoded == [0xa2, 0x61, 0x61, 0x01, 0x61, 0x62, 0xf9, 0x3e, 0x00])
        #expect(try adding(CBORItem(2), as: "b", to: [0x80]) == nil)
        // A map of one entry in an encoding longer than necessary.
        #expect(throws: CBORError.self) { try adding(CBORItem(2), as: "b", to: [0xb8, 0x01, 0x61, 0x61, 0x01]) }
    }

    @Test func `a decoding error has a code, an offset and the name of its module`() throws {
        let error = try #require(throws: CBOR.CBORError.self) { try CBORItem(decoding: [0xa2, 0x01, 0x02, 0x01, 0x03]) }
        #expect(error.code == .duplicateKey)
        #expect(error.offset == 3)
    }
}
