// SPDX-License-Identifier: EUPL-1.2

public import Crypto
import Foundation
public import JSON

/// A public P-256 key as a JSON Web Key (RFC 7517 §4, RFC 7518 §6.2.1) with exactly `kty`, `crv`, `x` and `y`.
public struct JWK: Sendable {
    /// The key; never the point at infinity.
    public let publicKey: P256.Signing.PublicKey
    /// x ‖ y, big-endian, 32 bytes each.
    package let coordinates: [UInt8]

    public init(_ key: P256.Signing.PublicKey) {
        publicKey = key
        coordinates = Array(key.rawRepresentation)
    }

    /// Reads a key from an object: `kty` is `EC`, `crv` is `P-256`, `x` and `y` are 32 bytes each in base64url.
    ///
    /// - Throws: ``JOSEErrorCode/unacceptableKey`` for any other type or curve, a private key (`d`) or other member, a coordinate of the
    ///   wrong length, or a point that is not on the curve.
    public init(_ object: JSONObject) throws(JOSEError) {
        let type: String
        let curve: String
        let coordinates: [UInt8]
        do throws(JSONError) {
            var reader = JSONReader(object)
            type = try reader.string("kty")
            curve = try reader.string("crv")
            let x = try reader.bytes("x")
            let y = try reader.bytes("y")
            try reader.finish()
            guard x.count == 32, y.count == 32 else { throw JSONError(.unacceptableValue, "a coordinate that is not 32 bytes") }
            coordinates = x + y
        } catch {
            throw JOSEError(.unacceptableKey, error.reason)
        }
        guard type == "EC", curve == "P-256" else { throw JOSEError(.unacceptableKey, "not an EC key on P-256") }
        guard let key = try? P256.Signing.PublicKey(rawRepresentation: coordinates) else {
            throw JOSEError(.unacceptableKey, "not a point on the curve")
        }
        self.publicKey = key
        self.coordinates = coordinates
    }

    /// The key as an object with `kty`, `crv`, `x`, `y`, in this order.
    public var json: JSONObject {
        [
            "kty": "EC", "crv": "P-256",
            "x": .string(Base64URL.encode(coordinates.prefix(32))),
            "y": .string(Base64URL.encode(coordinates.suffix(32))),
        ]
    }
}

extension JWK: Hashable {
    /// True if both keys are the same point.
    public static func == (left: JWK, right: JWK) -> Bool { left.coordinates == right.coordinates }

    /// Hashes the point.
    public func hash(into hasher: inout Hasher) { hasher.combine(coordinates) }
}
