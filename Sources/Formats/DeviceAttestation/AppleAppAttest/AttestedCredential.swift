// SPDX-License-Identifier: EUPL-1.2

import CBOR
public import Crypto

/// The credential in an attestation's authenticator data (WebAuthn level 2, section 6.5.1): 16 bytes AAGUID, 2 bytes id length, the id, and
/// the public key as a COSE key.
public struct AttestedCredential: Sendable {
    /// The authenticator's model, 16 bytes; Apple uses it for the environment.
    public let aaguid: [UInt8]
    /// The credential's id, at most 65 535 bytes; Apple uses SHA-256 of the public key as an uncompressed point.
    public let id: [UInt8]
    /// The credential's P-256 public key.
    public let publicKey: P256.Signing.PublicKey

    /// A credential from its parts, not validated.
    public init(aaguid: [UInt8], id: [UInt8], publicKey: P256.Signing.PublicKey) {
        self.aaguid = aaguid
        self.id = id
        self.publicKey = publicKey
    }

    init(_ rest: inout ByteReader) throws(AttestationRejection) {
        aaguid = try rest.next(16)
        id = try rest.next(Int(try rest.nextInteger(byteCount: 2)))
        publicKey = try Self.publicKey(from: try rest.nextCBOR())
    }

    /// Encodes the credential.
    public func encode() -> [UInt8] {
        let length = [UInt8(truncatingIfNeeded: id.count >> 8), UInt8(truncatingIfNeeded: id.count)]
        return aaguid + length + id + Self.coseKey(publicKey).encode()
    }

    // MARK: COSE (RFC 9053, section 7.1.1)

    private enum Label {
        static let keyType: Int64 = 1
        static let algorithm: Int64 = 3
        static let curve: Int64 = -1
        static let x: Int64 = -2
        static let y: Int64 = -3
    }

    private static let ec2 = CBORItem(2)
    private static let es256 = CBORItem(-7)
    private static let p256 = CBORItem(1)

    private static func coseKey(_ key: P256.Signing.PublicKey) -> CBORItem {
        let point = Array(key.rawRepresentation)
        var map = CBORMap()
        map[Label.keyType] = ec2
        map[Label.algorithm] = es256
        map[Label.curve] = p256
        map[Label.x] = .bytes(Array(point.prefix(32)))
        map[Label.y] = .bytes(Array(point.suffix(32)))
        return .map(map)
    }

    private static func publicKey(from item: CBORItem) throws(AttestationRejection) -> P256.Signing.PublicKey {
        guard let map = item.map, map.count == 5,
            map[Label.keyType] == ec2, map[Label.algorithm] == es256, map[Label.curve] == p256,
            let x = map[Label.x]?.bytes, x.count == 32, let y = map[Label.y]?.bytes, y.count == 32,
            let key = try? P256.Signing.PublicKey(rawRepresentation: x + y)
        else { throw AttestationRejection(.malformed) }
        return key
    }
}
