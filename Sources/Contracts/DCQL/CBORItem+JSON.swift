// SPDX-License-Identifier: EUPL-1.2

package import CBOR
package import JSON

extension CBORItem {
    /// The item as JSON, to compare an mdoc's element with the values of a query (OpenID4VP 1.0 §6.3, by the advice of RFC 8949 §6.1).
    ///
    /// Bytes become base64url, as do large integers with tag 2 or 3 (3 with `~` in front); other tags, such as those of dates, are ignored;
    /// floats become decimals. nil for an item that holds anything else: undefined and other simple values, NaN and infinity, keys that
    /// are no texts, integers beyond 64 signed bits, and the hints of tags 21 to 23. The advice has a substitute for some of them, a
    /// query has no value for any.
    package var queriedJSON: JSONValue? {
        switch self {
        case .unsigned, .negative: integer.map { JSONValue.integer($0) }
        case .bytes(let bytes): JSONValue.string(Base64URL.encode(bytes))
        case .text(let text): JSONValue.string(text)
        case .array(let elements): Self.converted(elements)
        case .map(let map): Self.converted(map)
        case .bool(let value): JSONValue.bool(value)
        case .null: JSONValue.null
        case .float(let number): Self.converted(number.value)
        case .tagged(let tag, let content): Self.converted(tag, content)
        case .simple, .undefined, .verbatim: nil
        }
    }

    private static func converted(_ number: Double) -> JSONValue? {
        guard number.isFinite else { return nil }
        return .decimal(number)
    }

    private static func converted(_ tag: UInt64, _ content: CBORItem) -> JSONValue? {
        switch (tag, content) {
        case (2, .bytes(let bytes)): return .string(Base64URL.encode(bytes))
        case (3, .bytes(let bytes)): return .string("~" + Base64URL.encode(bytes))
        case (2, _), (3, _), (21...23, _): return nil
        default: return content.queriedJSON
        }
    }

    private static func converted(_ elements: [CBORItem]) -> JSONValue? {
        var values: [JSONValue] = []
        values.reserveCapacity(elements.count)
        for element in elements {
            guard let value = element.queriedJSON else { return nil }
            values.append(value)
        }
        return .array(values)
    }

    private static func converted(_ map: CBORMap) -> JSONValue? {
        var object = JSONObject()
        object.reserveCapacity(map.count)
        for pair in map.pairs {
            guard case .text(let name) = pair.key, let value = pair.value.queriedJSON else { return nil }
            // A map has no key twice.
            object.append(unique: name, value)
        }
        return .object(object)
    }
}
