// SPDX-License-Identifier: EUPL-1.2

import Crypto
import Foundation

/// A private P-256 key in memory that opens JWEs sealed to its public key.
public struct EncryptionPrivateKey: Sendable {
    /// The key to which others seal.
    public let publicKey: EncryptionKey
    private let key: P256.KeyAgreement.PrivateKey

    /// A fresh key.
    ///
    /// - Parameter keyID: as in ``EncryptionKey/init(_:keyID:)``.
    public init(keyID: String?) { self.init(P256.KeyAgreement.PrivateKey(), keyID: keyID) }

    /// A stored key.
    ///
    /// - Parameter rawRepresentation: the private number, big-endian, 32 bytes.
    /// - Throws: ``JOSEErrorCode/unacceptableKey`` for another length, zero, or a number that is not below the order of P-256.
    public init(rawRepresentation: [UInt8], keyID: String?) throws(JOSEError) {
        guard let key = try? P256.KeyAgreement.PrivateKey(rawRepresentation: rawRepresentation) else {
            throw JOSEError(.unacceptableKey, "not a private key on P-256")
        }
        self.init(key, keyID: keyID)
    }

    private init(_ key: P256.KeyAgreement.PrivateKey, keyID: String?) {
        self.key = key
        publicKey = EncryptionKey(JWK(key.publicKey), keyID: keyID)
    }

    /// The private number, big-endian, 32 bytes. It is a secret: store it encrypted, never log it.
    public var rawRepresentation: [UInt8] { Array(key.rawRepresentation) }

    /// The secret of this key and another party's key (RFC 7518 §4.6); nil if the cryptography library finds none.
    func secret(with other: JWK) -> SharedSecret? {
        other.agreementKey.flatMap { try? key.sharedSecretFromKeyAgreement(with: $0) }
    }
}
