// SPDX-License-Identifier: EUPL-1.2

package import CBOR
package import JSON

extension CBORItem {
    /// The item as JSON, to compare an mdoc's element with the values of a query (OpenID4VP 1.0 §6.3, RFC 8949 §6.1).
    ///
    /// Bytes become base64url, texts with tag 0 or 1004 (dates) become texts, and floats become decimals. nil for an item that holds
    /// anything else: the standard leaves the conversion of other tags, of undefined and other simple values, of keys that are no texts, of
    /// NaN and infinity, and of integers beyond 64 signed bits to the wallet, and here they match no value.
    package var queriedJSON: JSONValue? {
        switch self {
        case .unsigned, .negative: integer.map { JSONValue.integer($0) }
        case .bytes(let bytes): JSONValue.string(Base64URL.encode(bytes))
        case .text(let text), .tagged(0, .text(let text)), .tagged(1004, .text(let text)): JSONValue.string(text)
        case .array(let elements): Self.converted(elements)
        case .map(let map): Self.converted(map)
        case .bool(let value): JSONValue.bool(value)
        case .null: JSONValue.null
        case .float(let number): number.value.isFinite ? JSONValue.decimal(number.value) : nil
        case .tagged, .simple, .undefined, .verbatim: nil
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
