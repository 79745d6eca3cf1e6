// SPDX-License-Identifier: EUPL-1.2

/// The types of parameters and columns, with PostgreSQL's type numbers.
package enum PostgresType: UInt32, Sendable {
    /// `bool`.
    case boolean = 16
    /// `bytea`.
    case bytes = 17
    /// `int8`.
    case integer = 20
    /// `text`. For a parameter of a different textual type, such as `jsonb`, the statement casts it.
    case text = 25
    /// `bytea[]`.
    case byteStrings = 1001
    /// `text[]`.
    case texts = 1009
    /// `int8[]`.
    case integers = 1016
}

/// The value of a parameter or a column.
package enum PostgresValue: Sendable, Hashable {
    /// `NULL` of any type.
    case null
    /// `bool`.
    case boolean(Bool)
    /// `bytea`, up to 1 GB.
    case bytes([UInt8])
    /// `int8`.
    case integer(Int64)
    /// `text` in UTF-8. The server rejects a text with a zero byte.
    case text(String)
    /// `bytea[]` of one dimension without `NULL`.
    case byteStrings([[UInt8]])
    /// `text[]` of one dimension without `NULL`.
    case texts([String])
    /// `int8[]` of one dimension without `NULL`.
    case integers([Int64])

    /// The value's type; nil for `null`, which fits any type.
    var type: PostgresType? {
        switch self {
        case .null: nil
        case .boolean: .boolean
        case .bytes: .bytes
        case .integer: .integer
        case .text: .text
        case .byteStrings: .byteStrings
        case .texts: .texts
        case .integers: .integers
        }
    }

    /// Appends the value in binary format. Numbers are big-endian.
    func encode(into buffer: inout [UInt8]) {
        switch self {
        case .null: break
        case .boolean(let value): buffer.append(value ? 1 : 0)
        case .bytes(let value): buffer += value
        case .integer(let value): buffer.append(bigEndian: value)
        case .text(let value): buffer += value.utf8
        case .byteStrings(let values): Self.encodeArray(of: .bytes, values, into: &buffer)
        case .texts(let values):
            Self.encodeArray(of: .text, values.map { Array($0.utf8) }, into: &buffer)
        case .integers(let values):
            let elements = values.map { value in
                var element: [UInt8] = []
                element.append(bigEndian: value)
                return element
            }
            Self.encodeArray(of: .integer, elements, into: &buffer)
        }
    }

    /// Writes the number of dimensions, a NULL flag, the element type, length and lower bound of the dimension, and the elements.
    private static func encodeArray(of type: PostgresType, _ elements: [[UInt8]], into buffer: inout [UInt8]) {
        buffer.append(bigEndian: Int32(elements.isEmpty ? 0 : 1))
        buffer.append(bigEndian: Int32(0))
        buffer.append(bigEndian: type.rawValue)
        guard !elements.isEmpty else { return }
        buffer.append(bigEndian: Int32(truncatingIfNeeded: elements.count))
        buffer.append(bigEndian: Int32(1))
        for element in elements {
            buffer.append(bigEndian: Int32(truncatingIfNeeded: element.count))
            buffer += element
        }
    }
}

extension [UInt8] {
    fileprivate mutating func append(bigEndian value: some FixedWidthInteger) {
        unsafe Swift.withUnsafeBytes(of: value.bigEndian) { unsafe append(contentsOf: $0) }
    }
}
