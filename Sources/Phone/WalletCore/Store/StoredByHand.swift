// SPDX-License-Identifier: EUPL-1.2

/// A stored value that may be so long that Foundation's coders take too much time for it: it says itself how it is stored.
protocol StoredByHand {
    /// The value that was stored as these bytes; nil when they have another shape.
    init?(stored: [UInt8])

    /// What is stored; nil when the value holds something that cannot be.
    var stored: [UInt8]? { get }
}
