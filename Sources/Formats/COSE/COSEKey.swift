// SPDX-License-Identifier: EUPL-1.2

package import CBOR
package import Crypto
import Foundation

/// A public P-256 key as a COSE_Key (RFC 9052 §7, RFC 9053 §7.1.1): `kty`, `crv`, `x`, `y` and nothing else.
package struct COSEKey: Sendable {
    /// The key, a point on the curve other than the one at infinity.
    package let publicKey: P256.Signing.PublicKey
    /// x ‖ y, big-endian, 32 bytes each.
    private let coordinates: [UInt8]

    /// The key as COSE_Key.
    package init(_ key: P256.Signing.PublicKey) {
        publicKey = key
        coordinates = Array(key.rawRepresentation)
    }

    /// The key that a map describes: `kty` (1) is EC2 (2), `crv` (−1) is P-256 (1), `x` (−2) and `y` (−3) are 32 bytes each.
    ///
    /// - Throws: ``COSEError/Code/unacceptableKey`` for anything else: another type or curve, a private (`d`) or any other further label, a
    ///   coordinate of another length, a compressed point (`y` as a boolean), a point that is not on the curve.
    package init(_ item: CBOR) throws(COSEError) {
        guard let map = item.map, map.count == 4, map[1] == .unsigned(2), map[-1] == .unsigned(1), let x = map[-2]?.bytes,
            let y = map[-3]?.bytes, x.count == 32, y.count == 32
        else { throw COSEError(.unacceptableKey, "not exactly an EC2 key on P-256 with both coordinates") }
        guard let key = try? P256.Signing.PublicKey(rawRepresentation: x + y) else {
            throw COSEError(.unacceptableKey, "not a point on the curve")
        }
        publicKey = key
        coordinates = x + y
    }

    /// The map, its labels in deterministic order.
    package var item: CBOR {
        var map = CBORMap()
        map[1] = .unsigned(2)
        map[-1] = .unsigned(1)
        map[-2] = .bytes(Array(coordinates.prefix(32)))
        map[-3] = .bytes(Array(coordinates.suffix(32)))
        return .map(map)
    }
}

extension COSEKey: Hashable {
    /// True for the same point.
    package static func == (left: COSEKey, right: COSEKey) -> Bool { left.coordinates == right.coordinates }

    /// Hashes the point.
    package func hash(into hasher: inout Hasher) { hasher.combine(coordinates) }
}
