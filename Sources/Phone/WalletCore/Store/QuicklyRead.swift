// SPDX-License-Identifier: EUPL-1.2

/// A stored value that may be so long that Foundation's decoder takes too much time for it. What it writes is what `JSONEncoder` makes of it.
protocol QuicklyRead {
    /// The value; nil when it can only be read by Foundation's decoder.
    init?(storedJSON: [UInt8])
}
