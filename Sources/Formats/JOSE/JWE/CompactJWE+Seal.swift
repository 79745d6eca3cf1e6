// SPDX-License-Identifier: EUPL-1.2

package import Crypto
import Foundation
import JSON

extension CompactJWE {
    /// Encrypts bytes to a key, with a fresh ephemeral key and a fresh nonce (RFC 7516 §5.1, RFC 7518 §4.6).
    ///
    /// The header has `alg`, `enc`, `kid` if the key has one, and `epk`. The size of the plaintext is not limited.
    ///
    /// - Throws: ``JOSEError`` with `unacceptableHeader` for a `kid` that is not 1 to ``JWTHeader/maximumLength`` visible ASCII characters,
    ///   or `unacceptableKey` if the cryptography library fails.
    public static func seal(
        _ plaintext: [UInt8], to key: EncryptionKey, with method: ContentEncryption
    ) throws(JOSEError) -> CompactJWE {
        try seal(
            plaintext, to: key, with: method, ephemeral: P256.KeyAgreement.PrivateKey(), nonce: AES.GCM.Nonce(), apu: nil, apv: nil)
    }

    /// Encrypts as above with given randomness, for tests: no two JWEs may have the same ephemeral key and nonce.
    ///
    /// - Parameters:
    ///   - nonce: 12 bytes.
    ///   - apu: the bytes of `apu`; nil leaves it out.
    ///   - apv: the bytes of `apv`; nil leaves it out.
    package static func seal(
        _ plaintext: [UInt8], to key: EncryptionKey, with method: ContentEncryption, ephemeral: P256.KeyAgreement.PrivateKey,
        nonce: AES.GCM.Nonce, apu: [UInt8]?, apv: [UInt8]?
    ) throws(JOSEError) -> CompactJWE {
        var header = Self.header(to: key, with: method, ephemeral: JWK(ephemeral.publicKey))
        if let apu { header.append("apu", .string(Base64URL.encode(apu))) }
        if let apv { header.append("apv", .string(Base64URL.encode(apv))) }
        let fields = try JWEHeader(header)
        let protected = Array(Base64URL.encode(header.encode()).utf8)
        guard let recipient = key.key.agreementKey, let secret = try? ephemeral.sharedSecretFromKeyAgreement(with: recipient) else {
            throw JOSEError(.unacceptableKey, "no agreement with the key")
        }
        let contentKey = ConcatKDF.contentKey(from: secret, for: method, partyU: fields.partyU, partyV: fields.partyV)
        guard let box = try? AES.GCM.seal(plaintext, using: contentKey, nonce: nonce, authenticating: protected) else {
            throw JOSEError(.unacceptableKey, "no encryption with the key agreed on")
        }
        return CompactJWE(
            header: header, fields: fields, protected: protected, nonce: Array(nonce), ciphertext: Array(box.ciphertext),
            tag: Array(box.tag))
    }

    /// The size in bytes of the text that ``seal(_:to:with:)`` makes, without encrypting anything (RFC 7516 §7.1).
    ///
    /// - Parameter count: the size of the plaintext in bytes, at least 0.
    /// - Throws: ``JOSEError`` with `unacceptableHeader`, as sealing does.
    package static func size(
        sealing count: Int, to key: EncryptionKey, with method: ContentEncryption
    ) throws(JOSEError) -> Int {
        // All public keys have one size as JSON, so the recipient's stands for the ephemeral one.
        let header = Self.header(to: key, with: method, ephemeral: key.key)
        _ = try JWEHeader(header)
        // Four dots; the second of the five parts is empty.
        return [header.encode().count, nonceSize, count, tagSize].reduce(4) { $0 + ($1 * 4 + 2) / 3 }
    }

    /// The protected header, without `apu` and `apv`.
    private static func header(to key: EncryptionKey, with method: ContentEncryption, ephemeral: JWK) -> JSONObject {
        var header: JSONObject = ["alg": .string(JWEHeader.algorithm), "enc": .string(method.rawValue)]
        if let keyID = key.keyID { header.append("kid", .string(keyID)) }
        header.append("epk", .object(ephemeral.json))
        return header
    }
}
