// SPDX-License-Identifier: EUPL-1.2

import Foundation

/// What is in the `CKA_ID` of a key: 24 bytes, three big-endian numbers of eight bytes.
///
/// A random name; the second since 1970 in which the key was made; and the one from which on it is expired: 0 for an active key, the greatest number
/// for a next key, which a program of a version that knows none takes for a key that verifies only. The public key of a pair keeps what it was made
/// with. `CKA_START_DATE` and `CKA_END_DATE` are not used: they hold days only, and SoftHSM cannot read
/// them back from private objects.
struct TokenKeyID: Sendable, Hashable {
    let name: [UInt8]
    private let createdSecond: UInt64
    private let expirySecond: UInt64

    /// Bytes of the random name.
    static let nameLength = 8

    /// The id of a new key.
    init(name: [UInt8], created: Date, isNext: Bool = false) {
        self.name = name
        createdSecond = Self.second(created.timeIntervalSince1970.rounded(.down))
        expirySecond = isNext ? Self.never : 0
    }

    private static let never = UInt64.max

    /// Reads a `CKA_ID`; nil when it was made by somebody else.
    init?(_ bytes: [UInt8]?) {
        guard let bytes, bytes.count == 24 else { return nil }
        name = Array(bytes.prefix(8))
        createdSecond = Self.number(bytes[8..<16])
        expirySecond = Self.number(bytes[16..<24])
    }

    private init(name: [UInt8], createdSecond: UInt64, expirySecond: UInt64) {
        (self.name, self.createdSecond, self.expirySecond) = (name, createdSecond, expirySecond)
    }

    /// The same key, good until an instant at least; or, when that is not in the future, not good any more now.
    func expiring(_ expiry: Date, now: Date) -> TokenKeyID {
        let second =
            expiry > now ? expiry.timeIntervalSince1970.rounded(.up) : now.timeIntervalSince1970.rounded(.down)
        return TokenKeyID(name: name, createdSecond: createdSecond, expirySecond: max(Self.second(second), 1))
    }

    /// The same key, which signs.
    var activated: TokenKeyID { TokenKeyID(name: name, createdSecond: createdSecond, expirySecond: 0) }

    /// Whether it is the id of a key that is published and does not sign yet.
    var isNext: Bool { expirySecond == Self.never }

    /// Whether it is the id of a key that signs.
    var isActive: Bool { expirySecond == 0 }

    /// What `CKA_ID` is set to.
    var bytes: [UInt8] {
        name + [createdSecond, expirySecond].flatMap { number in (0..<8).map { UInt8(truncatingIfNeeded: number >> (56 - $0 * 8)) } }
    }

    /// When the key was made.
    var created: Date { Date(timeIntervalSince1970: Double(createdSecond)) }

    /// From when on it is expired; nil for an active or a next key.
    var expires: Date? { isActive || isNext ? nil : Date(timeIntervalSince1970: Double(expirySecond)) }

    /// Whether the other one belongs to the same pair.
    func isPair(with other: TokenKeyID) -> Bool { name == other.name && createdSecond == other.createdSecond }

    /// Seconds within what a `Date` can say exactly.
    private static func second(_ seconds: Double) -> UInt64 { UInt64(min(max(seconds, 0), 9_007_199_254_740_991)) }

    private static func number(_ bytes: ArraySlice<UInt8>) -> UInt64 { bytes.reduce(0) { $0 << 8 | UInt64($1) } }
}
