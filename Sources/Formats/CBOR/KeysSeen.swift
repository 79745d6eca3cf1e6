// SPDX-License-Identifier: EUPL-1.2

/// The keys of a map so far. A few simple ones are compared with those of the pairs one by one, which is quicker than a set; many are not, so that
/// a map with very many pairs takes no more than its share of time.
struct KeysSeen {
    private var many: Set<[UInt8]> = []

    /// False when the key is there already, in any encoding.
    ///
    /// - Parameter pairs: all pairs so far, whose keys were inserted.
    mutating func insert(_ key: CBOR, after pairs: [CBORMap.Pair]) -> Bool {
        if many.isEmpty, key.hasOneEncoding, pairs.count < 16 { return !pairs.contains { $0.key == key } }
        if many.isEmpty { many = Set(pairs.map { $0.key.encodeDeterministically() }) }
        return many.insert(key.encodeDeterministically()).inserted
    }
}
