// SPDX-License-Identifier: EUPL-1.2

import Crypto
import Foundation
public import JSON

/// A JSON Web Encryption in compact form (RFC 7516 §3.1) with ECDH-ES in direct mode and AES-GCM, as OpenID4VP 1.0 §8.3 and HAIP 1.0 §5 use
/// it; it has not been decrypted.
///
/// The authenticated bytes of the header are kept exactly as received. Two values are equal if their texts are.
public struct CompactJWE: Sendable {
    /// The protected header. It is authenticated only after ``open(with:)`` has succeeded.
    public let header: JSONObject
    let fields: JWEHeader
    /// The ASCII bytes of the first part, exactly as received: the authenticated data.
    let protected: [UInt8]
    let nonce: [UInt8]
    let ciphertext: [UInt8]
    let tag: [UInt8]

    /// Default maximum size of a text in bytes.
    public static let maximumBytes = 1024 * 1024
    /// The size of a nonce in bytes (RFC 7518 §5.3).
    static let nonceSize = 12
    /// The size of a tag in bytes (RFC 7518 §5.3).
    static let tagSize = 16
}

extension CompactJWE {
    /// Parses a text: five base64url parts, separated by dots; the second is empty. Nothing is decrypted. The header is read with the
    /// default limits of `JSONLimits`.
    ///
    /// - Parameter maximumBytes: maximum size of `text` in bytes.
    /// - Throws: ``JOSEError`` with `tooLarge`; with `notCompactJWE`, also for an encrypted key, a nonce that is not 12 bytes or a tag that
    ///   is not 16 bytes; with `notBase64URL`; with `compressed` for `zip`; with `unacceptableAlgorithm` for an `alg` other than `ECDH-ES`
    ///   or an `enc` other than ``ContentEncryption``; with `unacceptableHeader` for a header that is not a strict JSON object, has `crit`,
    ///   or has a `kid`, `apu` or `apv` of a wrong form.
    public init(parsing text: some StringProtocol, maximumBytes: Int = Self.maximumBytes) throws(JOSEError) {
        guard text.utf8.count <= maximumBytes else { throw JOSEError(.tooLarge, "more bytes than allowed") }
        let parts = Array(text.utf8)[...].parts(between: ".", atMost: 6)
        guard parts.count == 5, !parts[0].isEmpty else { throw JOSEError(.notCompactJWE, "not five parts between dots") }
        let decoded = try CompactJWS.decoded(parts[0])
        let header: JSONObject
        do throws(JSONError) {
            header = try JSONObject(parsing: decoded)
        } catch {
            throw JOSEError(.unacceptableHeader, error.reason)
        }
        let fields = try JWEHeader(header)
        guard parts[1].isEmpty else { throw JOSEError(.notCompactJWE, "an encrypted key, which direct key agreement does not have") }
        let nonce = try CompactJWS.decoded(parts[2])
        let ciphertext = try CompactJWS.decoded(parts[3])
        let tag = try CompactJWS.decoded(parts[4])
        guard nonce.count == Self.nonceSize, tag.count == Self.tagSize else {
            throw JOSEError(.notCompactJWE, "a nonce that is not 12 bytes or a tag that is not 16 bytes")
        }
        self.init(header: header, fields: fields, protected: Array(parts[0]), nonce: nonce, ciphertext: ciphertext, tag: tag)
    }

    /// `kid`, the key to which the sender sealed, 1 to ``JWTHeader/maximumLength`` visible ASCII characters. The sender chooses it: compare
    /// it only with known ids.
    public var keyID: String? { fields.keyID }

    /// The compact text; the first part is exactly as received.
    public var serialized: String {
        let header = String(decoding: protected, as: UTF8.self)
        return [header, "", Base64URL.encode(nonce), Base64URL.encode(ciphertext), Base64URL.encode(tag)].joined(separator: ".")
    }

    /// Decrypts and authenticates the JWE (RFC 7516 §5.2, RFC 7518 §4.6).
    ///
    /// If the key has a `kid`, the header must have the same (OpenID4VP 1.0 §8.3).
    ///
    /// - Returns: the plaintext, which may be empty.
    /// - Throws: ``JOSEErrorCode/notDecrypted``, with one code and one reason for another key, a foreign `kid`, an `epk` that is not
    ///   a public P-256 key, and a changed byte: a sender learns nothing from it. Other members of `epk` are ignored (RFC 7518 §4.6.1.1).
    public func open(with key: EncryptionPrivateKey) throws(JOSEError) -> [UInt8] {
        guard let plaintext = opened(with: key) else { throw JOSEError(.notDecrypted, "key, kid, epk or tag does not fit") }
        return plaintext
    }

    private func opened(with key: EncryptionPrivateKey) -> [UInt8]? {
        if let expected = key.publicKey.keyID, expected != keyID { return nil }
        guard case .object(let object)? = header["epk"], !object.has("d"), let ephemeral = try? JWK(pointOf: object),
            let secret = key.secret(with: ephemeral), let nonce = try? AES.GCM.Nonce(data: nonce),
            let box = try? AES.GCM.SealedBox(nonce: nonce, ciphertext: ciphertext, tag: tag),
            let plaintext = try? AES.GCM.open(box, using: contentKey(from: secret), authenticating: protected)
        else { return nil }
        return Array(plaintext)
    }

    private func contentKey(from secret: SharedSecret) -> SymmetricKey {
        ConcatKDF.contentKey(from: secret, for: fields.method, partyU: fields.partyU, partyV: fields.partyV)
    }
}

extension CompactJWE: Hashable {
    /// True if both texts are the same.
    public static func == (left: CompactJWE, right: CompactJWE) -> Bool {
        left.protected == right.protected && left.nonce == right.nonce && left.ciphertext == right.ciphertext && left.tag == right.tag
    }

    /// Hashes the text.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(protected)
        hasher.combine(nonce)
        hasher.combine(ciphertext)
        hasher.combine(tag)
    }
}
