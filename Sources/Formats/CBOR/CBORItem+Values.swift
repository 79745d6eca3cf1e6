// SPDX-License-Identifier: EUPL-1.2

/// Accessors for readers that expect one kind of item and refuse every other.
extension CBORItem {
    /// An integer item: major type 0 or 1, by its sign.
    public init(_ integer: Int64) {
        self = integer < 0 ? .negative(UInt64(bitPattern: ~integer)) : .unsigned(UInt64(integer))
    }

    /// The value of an integer item that fits into 64 signed bits; otherwise nil.
    public var integer: Int64? {
        switch self {
        case .unsigned(let value): Int64(exactly: value)
        case .negative(let value): Int64(exactly: value).map { ~$0 }
        default: nil
        }
    }

    /// The bytes of a byte string; nil for every other kind of item.
    public var bytes: [UInt8]? {
        if case .bytes(let value) = self { value } else { nil }
    }

    /// The text of a text string; nil for every other kind of item.
    public var text: String? {
        if case .text(let value) = self { value } else { nil }
    }

    /// The elements of an array; nil for every other kind of item.
    public var array: [CBORItem]? {
        if case .array(let value) = self { value } else { nil }
    }

    /// The pairs of a map; nil for every other kind of item.
    public var map: CBORMap? {
        if case .map(let value) = self { value } else { nil }
    }
}
