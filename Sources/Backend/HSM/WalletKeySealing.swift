// SPDX-License-Identifier: EUPL-1.2

import Crypto

/// A user's private key sealed by AES-256-GCM: one format byte (2), nonce (12 bytes), the key (32 bytes, big-endian), tag (16 bytes).
///
/// The associated data consists of the format byte, a constant text and the binding. So the result never equals a result of
/// `SoftwareHSM.seal`, even if both used the same key by mistake.
enum WalletKeySealing {
    private static let format: UInt8 = 2
    private static let domain = Array("user's key, wrapped".utf8)

    static func wrap(
        _ key: P256.Signing.PrivateKey, boundTo binding: [UInt8], under wrappingKey: SymmetricKey
    ) throws(HSMError) -> [UInt8] {
        do {
            let box = try AES.GCM.seal(key.rawRepresentation, using: wrappingKey, authenticating: [format] + domain + binding)
            guard let combined = box.combined else { throw HSMError(.unavailable, "the library made an unusual nonce") }
            return [format] + combined
        } catch {
            throw HSMError(.unavailable, "the library could not encrypt")
        }
    }

    static func unwrap(
        _ wrapped: [UInt8], boundTo binding: [UInt8], under wrappingKey: SymmetricKey
    ) throws(HSMError) -> P256.Signing.PrivateKey {
        do {
            guard wrapped.first == format else { throw HSMError(.notAuthentic, "unknown format") }
            let box = try AES.GCM.SealedBox(combined: Array(wrapped.dropFirst()))
            let key = try AES.GCM.open(box, using: wrappingKey, authenticating: [format] + domain + binding)
            return try P256.Signing.PrivateKey(rawRepresentation: key)
        } catch {
            throw HSMError(.notAuthentic, "not wrapped by this HSM for this binding")
        }
    }
}
