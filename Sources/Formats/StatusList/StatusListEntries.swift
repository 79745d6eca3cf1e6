// SPDX-License-Identifier: EUPL-1.2

public import JSON

/// The status of a token (draft-ietf-oauth-status-list §7.1). The cases are complete: ``other(_:)`` has every value without a case of its
/// own.
public enum TokenStatus: Sendable, Hashable {
    /// 0: valid as far as the list is concerned.
    case valid
    /// 1: permanently revoked.
    case invalid
    /// 2: temporarily invalid.
    case suspended
    /// 3…255: application-specific (3, 12…15) or unregistered. A receiver that does not know the value must not treat it as valid.
    case other(UInt8)

    public init(_ value: UInt8) {
        self =
            switch value {
            case 0: .valid
            case 1: .invalid
            case 2: .suspended
            default: .other(value)
            }
    }

    /// The value in the list.
    public var value: UInt8 {
        switch self {
        case .valid: 0
        case .invalid: 1
        case .suspended: 2
        case .other(let value): value
        }
    }
}

/// The packed statuses of many tokens (draft-ietf-oauth-status-list §4); entry 0 is in the lowest bits of the first byte.
public struct StatusListEntries: Sendable, Hashable {
    /// Bits per entry. The cases are complete.
    public enum Bits: Int, Sendable, Hashable, CaseIterable {
        /// Valid and invalid.
        case one = 1
        /// Valid, invalid, suspended and one application-specific status.
        case two = 2
        /// 16 statuses.
        case four = 4
        /// 256 statuses.
        case eight = 8
    }

    /// The number of bits per entry.
    public let bits: Bits
    /// The packed entries, uncompressed.
    public private(set) var bytes: [UInt8]

    /// Default maximum size of an uncompressed list: 4 MiB, 33 million entries of one bit.
    public static let defaultMaximumBytes = 4 * 1024 * 1024

    /// The greatest maximum that can be set, in bytes.
    public static let greatestMaximumBytes = 1 << 30

    /// A maximum that a caller has set, within 0...``greatestMaximumBytes``.
    static func bounded(_ maximumBytes: Int) -> Int { min(max(0, maximumBytes), greatestMaximumBytes) }

    /// A list of at least `count` valid tokens, rounded up to whole bytes.
    public init(bits: Bits, count: Int) {
        self.bits = bits
        bytes = [UInt8](repeating: 0, count: (max(count, 1) + 8 / bits.rawValue - 1) / (8 / bits.rawValue))
    }

    /// A list of at least one byte.
    public init(bits: Bits, bytes: [UInt8]) {
        self.bits = bits
        self.bytes = bytes
    }

    /// Reads an object with `bits` and `lst` (§4.2). Unknown members are ignored.
    ///
    /// - Throws: ``StatusListRejection`` with `malformed`, `bits`, `compression` or `tooLarge`.
    public init(_ object: JSONObject, maximumBytes: Int = defaultMaximumBytes) throws(StatusListRejection) {
        guard case .integer(let bits)? = object["bits"], case .string(let text)? = object["lst"] else {
            throw StatusListRejection(.malformed)
        }
        guard let bits = Int(exactly: bits).flatMap(Bits.init(rawValue:)) else { throw StatusListRejection(.bits) }
        guard let compressed = try? Base64URL.decode(text) else { throw StatusListRejection(.compression) }
        self.bits = bits
        bytes = try Zlib.inflate(compressed, maximumCount: Self.bounded(maximumBytes))
    }

    /// The list as an object with `bits` and `lst`, with maximum compression.
    public var json: JSONObject {
        ["bits": .integer(Int64(bits.rawValue)), "lst": .string(Base64URL.encode(Zlib.deflate(bytes)))]
    }

    /// The number of entries, including those that pad the last byte.
    public var count: Int { bytes.count * (8 / bits.rawValue) }

    /// The status at an index.
    ///
    /// - Throws: ``StatusListRejection`` with `indexOutOfBounds`.
    public func status(at index: Int) throws(StatusListRejection) -> TokenStatus {
        guard (0..<count).contains(index) else { throw StatusListRejection(.indexOutOfBounds) }
        let perByte = 8 / bits.rawValue
        return TokenStatus(bytes[index / perByte] >> shift(index) & mask)
    }

    /// Changes the status of an entry.
    ///
    /// - Throws: ``StatusListRejection`` with `indexOutOfBounds`, or `bits` if the status does not fit into an entry.
    public mutating func set(_ status: TokenStatus, at index: Int) throws(StatusListRejection) {
        guard (0..<count).contains(index) else { throw StatusListRejection(.indexOutOfBounds) }
        guard status.value <= mask else { throw StatusListRejection(.bits) }
        let byte = index / (8 / bits.rawValue)
        bytes[byte] = bytes[byte] & ~(mask << shift(index)) | status.value << shift(index)
    }

    private var mask: UInt8 { UInt8((1 << bits.rawValue) - 1) }

    private func shift(_ index: Int) -> Int { index % (8 / bits.rawValue) * bits.rawValue }
}
