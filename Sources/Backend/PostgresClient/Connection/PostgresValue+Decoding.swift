// SPDX-License-Identifier: EUPL-1.2

extension PostgresValue {
    /// Decodes a column's value from its binary format; nil for an unsupported type or invalid bytes.
    ///
    /// - Parameter type: PostgreSQL's number of the type. `int2` and `int4` are decoded as integers, `varchar` and `name` as texts.
    init?(decoding bytes: [UInt8], type: UInt32) {
        switch type {
        case 16:
            guard bytes == [0] || bytes == [1] else { return nil }
            self = .boolean(bytes == [1])
        case 17: self = .bytes(bytes)
        case 20, 21, 23:
            var reader = Reader(bytes)
            let value: Int64? =
                switch type {
                case 20: reader.number(Int64.self)
                case 21: reader.number(Int16.self).map(Int64.init)
                default: reader.number(Int32.self).map(Int64.init)
                }
            guard let value, reader.isAtEnd else { return nil }
            self = .integer(value)
        case 19, 25, 1043:
            guard let text = String(validating: bytes, as: UTF8.self) else { return nil }
            self = .text(text)
        case 1001:
            guard let elements = Self.elements(of: bytes) else { return nil }
            self = .byteStrings(elements)
        case 1009:
            guard let elements = Self.elements(of: bytes) else { return nil }
            let texts = elements.compactMap { String(validating: $0, as: UTF8.self) }
            guard texts.count == elements.count else { return nil }
            self = .texts(texts)
        case 1016:
            guard let elements = Self.elements(of: bytes) else { return nil }
            let numbers = elements.compactMap { element in
                var reader = Reader(element)
                return element.count == 8 ? reader.number(Int64.self) : nil
            }
            guard numbers.count == elements.count else { return nil }
            self = .integers(numbers)
        default: return nil
        }
    }

    /// Returns the elements of an array with at most one dimension and no `NULL`.
    private static func elements(of bytes: [UInt8]) -> [[UInt8]]? {
        var reader = Reader(bytes)
        guard let dimensions = reader.number(Int32.self), reader.number(Int32.self) != nil, reader.number(UInt32.self) != nil else {
            return nil
        }
        guard dimensions > 0 else { return dimensions == 0 && reader.isAtEnd ? [] : nil }
        guard dimensions == 1, let count = reader.number(Int32.self), count >= 0, reader.number(Int32.self) != nil else { return nil }
        var elements: [[UInt8]] = []
        for _ in 0..<count {
            guard let length = reader.number(Int32.self), length >= 0, let element = reader.bytes(Int(length)) else { return nil }
            elements.append(element)
        }
        return reader.isAtEnd ? elements : nil
    }
}

/// A bounds-checked reader of big-endian numbers and bytes.
private struct Reader {
    private var rest: ArraySlice<UInt8>

    init(_ bytes: [UInt8]) { rest = bytes[...] }

    var isAtEnd: Bool { rest.isEmpty }

    mutating func bytes(_ count: Int) -> [UInt8]? {
        guard count <= rest.count else { return nil }
        defer { rest.removeFirst(count) }
        return Array(rest.prefix(count))
    }

    mutating func number<Number: FixedWidthInteger>(_ type: Number.Type) -> Number? {
        let count = Number.bitWidth / 8
        guard count <= rest.count else { return nil }
        defer { rest.removeFirst(count) }
        return rest.prefix(count).reduce(0) { $0 << 8 | Number(truncatingIfNeeded: $1) }
    }
}
