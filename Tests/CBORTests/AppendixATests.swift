// SPDX-License-Identifier: EUPL-1.2

import CBOR
import Foundation
import Testing

@Suite struct `RFC 8949 appendix A` {
    @Test(arguments: AppendixARow.all)
    func `each encoding in the table of appendix A decodes to its item`(row: AppendixARow) throws {
        #expect(try CBORItem(decoding: hex(row.hex)) == row.item)
    }

    @Test(arguments: AppendixARow.all)
    func `each item of appendix A encodes to the same bytes unless its length was indefinite`(row: AppendixARow) throws {
        let encoded = row.item.encode()
        #expect((hex(encoded) == row.hex) == row.isKept)
        #expect(try CBORItem(decoding: encoded) == row.item)
    }

    @Test(arguments: AppendixARow.all)
    func `an encoding truncated at any byte is refused`(row: AppendixARow) {
        let whole = hex(row.hex)
        for length in 0..<whole.count {
            #expect(throws: CBORError.self, "\(length) bytes") { try CBORItem(decoding: Array(whole.prefix(length))) }
        }
    }

    @Test(arguments: AppendixARow.all, [[0x00], [0xff], [0xf6, 0xf6]] as [[UInt8]])
    func `trailing bytes are refused`(row: AppendixARow, trailer: [UInt8]) throws {
        let error = try #require(throws: CBORError.self) { try CBORItem(decoding: hex(row.hex) + trailer) }
        #expect(error.code == .trailingBytes)
        let prefix = try CBORItem.decodingPrefix(of: [0x01] + hex(row.hex) + trailer, from: 1)
        #expect(prefix.item == row.item)
        #expect(prefix.end == 1 + hex(row.hex).count)
    }

    @Test func `the table agrees with the vectors of cbor/test-vectors`() throws {
        let rows = Dictionary(uniqueKeysWithValues: AppendixARow.all.map { ($0.hex, $0) })
        for vector in try Vector.published() {
            // The file is older than RFC 8949, which moved this row to the items that are not well-formed (appendix F).
            if vector.hex == "f818" {
                #expect(throws: CBORError.self) { try CBORItem(decoding: hex(vector.hex)) }
                continue
            }
            let row = try #require(rows[vector.hex], "the table has no \(vector.hex)")
            if vector.roundtrip { #expect(hex(row.item.encode()) == vector.hex) }
            if let decoded = vector.decoded { #expect(decoded.says(row.item), "\(vector.hex)") }
        }
    }
}

/// An entry of `Tests/Fixtures/CBOR/appendix_a.json`.
private struct Vector: Decodable {
    let hex: String
    let roundtrip: Bool
    let decoded: JSONValue?

    static func published() throws -> [Vector] {
        let file = URL(filePath: #filePath).appending(path: "../../Fixtures/CBOR/appendix_a.json").standardizedFileURL
        return try JSONDecoder().decode([Vector].self, from: Data(contentsOf: file))
    }
}

/// A value in the file. Numbers lose precision here; the table contains them exactly.
private enum JSONValue: Decodable {
    case null, bool(Bool), number(Double), text(String), array([JSONValue]), object([String: JSONValue])

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let value = try? container.decode(Bool.self) {
            self = .bool(value)
        } else if let value = try? container.decode(Double.self) {
            self = .number(value)
        } else if let value = try? container.decode(String.self) {
            self = .text(value)
        } else if let value = try? container.decode([JSONValue].self) {
            self = .array(value)
        } else {
            self = .object(try container.decode([String: JSONValue].self))
        }
    }

    func says(_ item: CBORItem) -> Bool {
        switch (self, item) {
        case (.null, .null): true
        case (.bool(let a), .bool(let b)): a == b
        case (.number(let a), .unsigned(let b)): a == Double(b)
        case (.number(let a), .negative(let b)): a == -1 - Double(b)
        case (.number(let a), .float(let b)): a == b.value
        case (.number(let a), .tagged(2, .bytes(let b))): a == b.reduce(0) { $0 * 256 + Double($1) }
        case (.number(let a), .tagged(3, .bytes(let b))): a == -1 - b.reduce(0) { $0 * 256 + Double($1) }
        case (.text(let a), .text(let b)): a == b
        case (.array(let a), .array(let b)): a.count == b.count && zip(a, b).allSatisfy { $0.says($1) }
        case (.object(let a), .map(let b)): a.count == b.count && a.allSatisfy { key, value in b[key].map(value.says) ?? false }
        default: false
        }
    }
}
