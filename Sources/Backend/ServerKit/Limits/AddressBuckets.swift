// SPDX-License-Identifier: EUPL-1.2

/// The token buckets of the most recent client addresses.
///
/// The buckets are kept in two halves. When the younger half is full, it becomes the older half, and the previous older half is dropped. So
/// memory is bounded, no search is needed, and active addresses stay. A dropped address gets a full bucket again. To be dropped, an address
/// must be followed by half the maximum of other addresses. A client with so many addresses is limited only by the limit for all addresses
/// together.
struct AddressBuckets: Sendable {
    private let half: Int
    private var younger: [String: TokenBucket] = [:]
    private var older: [String: TokenBucket] = [:]

    init(maximum: Int) {
        half = maximum / 2
    }

    /// The number of stored addresses.
    var count: Int { younger.count + older.count }

    /// Returns an address's bucket; nil if it is full or was dropped.
    subscript(_ address: String) -> TokenBucket? { younger[address] ?? older[address] }

    /// Stores a bucket as the youngest.
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
