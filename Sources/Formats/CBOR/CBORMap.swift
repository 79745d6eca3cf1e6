// SPDX-License-Identifier: EUPL-1.2

/// A CBOR map (RFC 8949, major type 5): pairs in wire order, with unique keys.
///
/// Keys are compared in CBOR's generic data model (section 5.6.1): `1` differs from `1.0`, but `1.0` equals `1.0` of any width. Two maps
/// are equal if they have equal pairs in the same order.
public struct CBORMap: Hashable, Sendable {
    /// A key and its value.
    public struct Pair: Hashable, Sendable {
        /// The key, any item.
        public let key: CBORItem
        /// The value, any item.
        public let value: CBORItem
    }

    /// The pairs in wire order.
    public private(set) var pairs: [Pair]

    /// An empty map.
    public init() {
        pairs = []
    }

    /// A map of pairs whose keys the decoder has found to be unique.
    init(distinct pairs: [Pair]) {
        self.pairs = pairs
    }

    /// Number of pairs.
    public var count: Int { pairs.count }

    /// The value of a key. Setting a new key appends the pair; setting nil removes it.
    public subscript(key: CBORItem) -> CBORItem? {
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
    public subscript(key: String) -> CBORItem? {
        get { self[.text(key)] }
        set { self[.text(key)] = newValue }
    }

    /// The value of an integer key, as used in COSE maps (RFC 9052, section 1.5).
    public subscript(key: Int64) -> CBORItem? {
        get { self[CBORItem(key)] }
        set { self[CBORItem(key)] = newValue }
    }

    /// Removes the pair of a text key and returns its value; nil if the key is absent.
    package mutating func remove(_ key: String) -> CBORItem? {
        let index = pairs.firstIndex { pair in if case .text(let text) = pair.key { text.hasBytes(of: key) } else { false } }
        return index.map { pairs.remove(at: $0).value }
    }

    private func index(of key: CBORItem) -> Int? {
        // These kinds have only one encoding, so comparing the items suffices.
        if key.hasOneEncoding { return pairs.firstIndex { $0.key == key } }
        let wanted = key.encodeDeterministically()
        return pairs.firstIndex { $0.key == key || $0.key.encodeDeterministically() == wanted }
    }
}

extension CBORItem {
    /// True if equal values of this kind always have the same encoding: numbers, texts, bytes and simple values once decoded.
    var hasOneEncoding: Bool {
        switch self {
        case .unsigned, .negative, .bytes, .text, .bool, .null, .undefined, .simple: true
        case .array, .map, .tagged, .float, .verbatim: false
        }
    }
}
