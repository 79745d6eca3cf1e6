// SPDX-License-Identifier: EUPL-1.2

/// A stored value with its own encoding, because Foundation's coders are too slow for its length.
protocol StoredByHand {
    /// Decodes stored bytes; nil for another format.
    init?(stored: [UInt8])

    /// The encoded value; nil when it contains something that cannot be encoded.
    var stored: [UInt8]? { get }
}
