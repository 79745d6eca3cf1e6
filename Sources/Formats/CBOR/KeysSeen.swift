// SPDX-License-Identifier: EUPL-1.2

/// The keys of a map that the decoder has read so far. A few simple keys are compared one by one, which is faster than a set; more keys use
/// a set, so that the time stays linear in the number of pairs.
struct KeysSeen {
    private var many: Set<[UInt8]> = []

    /// Adds a key; returns false if the map already has it, in any encoding.
    ///
    /// - Parameter pairs: all earlier pairs, whose keys have been inserted.
    mutating func insert(_ key: CBORItem, after pairs: [CBORMap.Pair]) -> Bool {
        if many.isEmpty, key.hasOneEncoding, pairs.count < 16 { return !pairs.contains { $0.key == key } }
        if many.isEmpty { many = Set(pairs.map { $0.key.encodeDeterministically() }) }
        return many.insert(key.encodeDeterministically()).inserted
    }
}
