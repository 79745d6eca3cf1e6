// SPDX-License-Identifier: EUPL-1.2

public import CBOR
public import Crypto
import Foundation

/// A public P-256 key as a COSE_Key (RFC 9052 §7, RFC 9053 §7.1.1) with exactly `kty`, `crv`, `x` and `y`.
public struct COSEKey: Sendable {
    /// The key; never the point at infinity.
    public let publicKey: P256.Signing.PublicKey
    /// x ‖ y, big-endian, 32 bytes each.
    private let coordinates: [UInt8]

    public init(_ key: P256.Signing.PublicKey) {
        publicKey = key
        coordinates = Array(key.rawRepresentation)
    }

    /// Reads a key from a map: `kty` (1) is EC2 (2), `crv` (−1) is P-256 (1), `x` (−2) and `y` (−3) have 32 bytes each.
    ///
    /// - Throws: ``COSEErrorCode/unacceptableKey`` for any other type or curve, a private key (`d`) or other label, a coordinate of the
    ///   wrong length, a compressed point (`y` as a boolean), or a point that is not on the curve.
    public init(_ item: CBORItem) throws(COSEError) {
        guard let map = item.map, map.count == 4, map[1] == .unsigned(2), map[-1] == .unsigned(1), let x = map[-2]?.bytes,
            let y = map[-3]?.bytes, x.count == 32, y.count == 32
        else { throw COSEError(.unacceptableKey, "not exactly an EC2 key on P-256 with both coordinates") }
        guard let key = try? P256.Signing.PublicKey(rawRepresentation: x + y) else {
            throw COSEError(.unacceptableKey, "not a point on the curve")
        }
        publicKey = key
        coordinates = x + y
    }

    /// The key as a map, its labels in deterministic order.
    public var item: CBORItem {
        var map = CBORMap()
        map[1] = .unsigned(2)
        map[-1] = .unsigned(1)
        map[-2] = .bytes(Array(coordinates.prefix(32)))
        map[-3] = .bytes(Array(coordinates.suffix(32)))
        return .map(map)
    }
}

extension COSEKey: Hashable {
    /// True if both keys are the same point.
    public static func == (left: COSEKey, right: COSEKey) -> Bool { left.coordinates == right.coordinates }

    /// Hashes the point.
    public func hash(into hasher: inout Hasher) { hasher.combine(coordinates) }
}
