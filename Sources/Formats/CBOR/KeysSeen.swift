// SPDX-License-Identifier: EUPL-1.2

/// The keys of a map so far. A few simple ones are compared one by one, which is quicker than a set; many are not, so that a map with very many
/// pairs takes no more than its share of time.
struct KeysSeen {
    private var few: [CBOR] = []
    private var many: Set<[UInt8]> = []

    /// False when the key is there already, in any encoding.
    mutating func insert(_ key: CBOR) -> Bool {
        if many.isEmpty, key.hasOneEncoding, few.count < 16 {
            guard !few.contains(key) else { return false }
            few.append(key)
            return true
        }
        if many.isEmpty { many = Set(few.map { $0.encodeDeterministically() }) }
        return many.insert(key.encodeDeterministically()).inserted
    }
}
