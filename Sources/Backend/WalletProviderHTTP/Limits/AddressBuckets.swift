// SPDX-License-Identifier: EUPL-1.2

/// The buckets of the addresses that asked last.
///
/// They are kept in two halves: when the younger one is full it becomes the older one, and what was the older one is forgotten. So memory is
/// bounded, nothing is searched, and an address that goes on asking stays. A forgotten address has a full bucket; to be forgotten takes half
/// the maximum of other addresses, and whoever has so many is not held up by a limit of one address, but by those of all together.
struct AddressBuckets: Sendable {
    private let half: Int
    private var younger: [String: TokenBucket] = [:]
    private var older: [String: TokenBucket] = [:]

    /// No addresses yet.
    ///
    /// - Parameter maximum: the most that are remembered, 2 or more.
    init(maximum: Int) {
        half = maximum / 2
    }

    /// How many are remembered.
    var count: Int { younger.count + older.count }

    /// An address' bucket; nil when it is full or forgotten.
    subscript(_ address: String) -> TokenBucket? { younger[address] ?? older[address] }

    /// Keeps a bucket as the youngest.
    mutating func remember(_ bucket: TokenBucket, of address: String) {
        if younger[address] == nil {
            if younger.count >= half {
                older = younger
                younger = [:]
            }
            older[address] = nil
        }
        younger[address] = bucket
    }
}
