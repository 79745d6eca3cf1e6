// SPDX-License-Identifier: EUPL-1.2

/// A CBOR map (RFC 8949, major type 5): pairs in the order of the wire, no key twice.
///
/// Keys are the same when they are the same value of CBOR's generic data model (section 5.6.1): `1` is not `1.0`, but `1.0` is `1.0` in any
/// width. Two maps are equal when they have equal pairs in the same order.
package struct CBORMap: Hashable, Sendable {
    /// One key with its value.
    package struct Pair: Hashable, Sendable {
        /// The key: any item.
        package let key: CBOR
        /// The value.
        package let value: CBOR
    }

    /// The pairs, in the order of the wire.
    package private(set) var pairs: [Pair]

    /// A map without pairs.
    package init() {
        pairs = []
    }

    /// A map of pairs of which the decoder has seen that no key is there twice.
    init(distinct pairs: [Pair]) {
        self.pairs = pairs
    }

    /// How many pairs there are.
    package var count: Int { pairs.count }

    /// The value of a key. Setting a new key adds the pair at the end; setting nil takes the pair away.
    package subscript(key: CBOR) -> CBOR? {
        get { index(of: key).map { pairs[$0].value } }
        set {
            switch (index(of: key), newValue) {
            case (let index?, let value?): pairs[index] = Pair(key: pairs[index].key, value: value)
            case (let index?, nil): pairs.remove(at: index)
            case (nil, let value?): pairs.append(Pair(key: key, value: value))
            case (nil, nil): break
            }
        }
    }

    /// The value of a text key.
    package subscript(key: String) -> CBOR? {
        get { self[.text(key)] }
        set { self[.text(key)] = newValue }
    }

    /// The value of an integer key, as COSE's maps have them (RFC 9052, section 1.5).
    package subscript(key: Int64) -> CBOR? {
        get { self[CBOR(key)] }
        set { self[CBOR(key)] = newValue }
    }

    /// Takes the pair of a text key out and returns its value; nil when it is not there.
    package mutating func remove(_ key: String) -> CBOR? {
        let index = pairs.firstIndex { pair in if case .text(let text) = pair.key { text.hasBytes(of: key) } else { false } }
        return index.map { pairs.remove(at: $0).value }
    }

    private func index(of key: CBOR) -> Int? {
        // Of these there is one encoding only, so no other item is the same key.
        if key.hasOneEncoding { return pairs.firstIndex { $0.key == key } }
        let wanted = key.encodeDeterministically()
        return pairs.firstIndex { $0.key == key || $0.key.encodeDeterministically() == wanted }
    }
}

extension CBOR {
    /// Whether items that are the same value are always written in the same way: numbers, texts, bytes and simple values are, once decoded.
    var hasOneEncoding: Bool {
        switch self {
        case .unsigned, .negative, .bytes, .text, .bool, .null, .undefined, .simple: true
        case .array, .map, .tagged, .float, .verbatim: false
        }
    }
}
