// SPDX-License-Identifier: EUPL-1.2

import Foundation

/// The `CKA_ID` of a key: 24 bytes, three big-endian numbers of eight bytes.
///
/// 1. A random name. 2. The creation time in seconds since 1970. 3. The expiry in seconds since 1970: 0 for an active key, the largest
/// number for a next key. An older program version takes a next key for a key that only verifies.
///
/// The public key of a pair keeps its first id. `CKA_START_DATE` and `CKA_END_DATE` are not used, because they have a resolution of days,
/// and SoftHSM cannot read them back from private objects.
struct TokenKeyID: Sendable, Hashable {
    let name: [UInt8]
    private let createdSecond: UInt64
    private let expirySecond: UInt64

    /// The length of the random name, in bytes.
    static let nameLength = 8

    init(name: [UInt8], created: Date, isNext: Bool = false) {
        self.name = name
        createdSecond = Self.second(created.timeIntervalSince1970.rounded(.down))
        expirySecond = isNext ? Self.never : 0
    }

    private static let never = UInt64.max

    /// Parses a `CKA_ID`; nil for the id of a different program.
    init?(_ bytes: [UInt8]?) {
        guard let bytes, bytes.count == 24 else { return nil }
        name = Array(bytes.prefix(8))
        createdSecond = Self.number(bytes[8..<16])
        expirySecond = Self.number(bytes[16..<24])
    }

    private init(name: [UInt8], createdSecond: UInt64, expirySecond: UInt64) {
        (self.name, self.createdSecond, self.expirySecond) = (name, createdSecond, expirySecond)
    }

    /// Returns the same key with an expiry, rounded up to a full second. An expiry in the past becomes the current time.
    func expiring(_ expiry: Date, now: Date) -> TokenKeyID {
        let second =
            expiry > now ? expiry.timeIntervalSince1970.rounded(.up) : now.timeIntervalSince1970.rounded(.down)
        return TokenKeyID(name: name, createdSecond: createdSecond, expirySecond: max(Self.second(second), 1))
    }

    /// The same key as the active key.
    var activated: TokenKeyID { TokenKeyID(name: name, createdSecond: createdSecond, expirySecond: 0) }

    /// True if the key is published but does not sign yet.
    var isNext: Bool { expirySecond == Self.never }

    /// True if the key signs.
    var isActive: Bool { expirySecond == 0 }

    /// The value of `CKA_ID`.
    var bytes: [UInt8] {
        name + [createdSecond, expirySecond].flatMap { number in (0..<8).map { UInt8(truncatingIfNeeded: number >> (56 - $0 * 8)) } }
    }

    /// The creation time.
    var created: Date { Date(timeIntervalSince1970: Double(createdSecond)) }

    var expires: Date? { isActive || isNext ? nil : Date(timeIntervalSince1970: Double(expirySecond)) }

    /// Returns true if both ids belong to the same pair.
    func isPair(with other: TokenKeyID) -> Bool { name == other.name && createdSecond == other.createdSecond }

    /// Limits the seconds to values that a `Date` represents exactly.
    private static func second(_ seconds: Double) -> UInt64 { UInt64(min(max(seconds, 0), 9_007_199_254_740_991)) }

    private static func number(_ bytes: ArraySlice<UInt8>) -> UInt64 { bytes.reduce(0) { $0 << 8 | UInt64($1) } }
}
