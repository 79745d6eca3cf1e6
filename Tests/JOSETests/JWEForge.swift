// SPDX-License-Identifier: EUPL-1.2

import Crypto
import Foundation
import JOSE
import JSON

/// Makes JWEs under any header with a right content key and a right tag, so that only the header can be the reason of a refusal.
///
/// Its key derivation is written apart from the module's, with the bytes of RFC 7518 §4.6.2 in one array.
struct JWEForge {
    static let plaintext = Array(#"{"vp_token":{}}"#.utf8)

    var key = EncryptionPrivateKey(keyID: "k1")
    let ephemeral = P256.KeyAgreement.PrivateKey()
    let nonce = AES.GCM.Nonce()

    /// The ephemeral key as `epk`.
    var epk: JSONObject {
        get throws { JWK(try P256.Signing.PublicKey(rawRepresentation: ephemeral.publicKey.rawRepresentation)).json }
    }

    /// The header that is accepted.
    var header: JSONObject {
        get throws { ["alg": "ECDH-ES", "enc": "A128GCM", "kid": "k1", "epk": .object(try epk)] }
    }

    /// The accepted header with one member set.
    func with(_ name: String, _ value: JSONValue) throws -> JSONObject {
        var header = try self.header
        header.set(name, value)
        return header
    }

    /// The accepted header without a member.
    func without(_ name: String) throws -> JSONObject {
        var header = try self.header
        _ = header.remove(name)
        return header
    }

    /// The shared secret of the ephemeral key and the receiver's key.
    private func agreed() throws -> [UInt8] {
        let recipient = try P256.KeyAgreement.PublicKey(rawRepresentation: key.publicKey.key.publicKey.rawRepresentation)
        let secret = try ephemeral.sharedSecretFromKeyAgreement(with: recipient)
        return unsafe secret.withUnsafeBytes { unsafe Array($0) }
    }

    /// A number below 65,536 as 32 bits.
    private static func bigEndian(_ number: Int) -> [UInt8] { [0, 0, UInt8(number / 256), UInt8(number % 256)] }

    /// The text of a JWE.
    ///
    /// - Parameters:
    ///   - header: its JSON, as it is written.
    ///   - secret: what the content key is derived from; nil for what both keys agree on.
    func text(
        header: [UInt8], enc: String = "A128GCM", keyBytes: Int = 16, apu: [UInt8] = [], apv: [UInt8] = [], encryptedKey: String = "",
        nonceBytes: Int = 12, tagBytes: Int = 16, secret: [UInt8]? = nil
    ) throws -> String {
        var input: [UInt8] = [0, 0, 0, 1]
        input += try secret ?? agreed()
        input += Self.bigEndian(enc.utf8.count) + Array(enc.utf8)
        input += Self.bigEndian(apu.count) + apu
        input += Self.bigEndian(apv.count) + apv
        input += Self.bigEndian(keyBytes * 8)
        let contentKey = SymmetricKey(data: Array(SHA256.hash(data: input).prefix(keyBytes)))

        let first = Base64URL.encode(header)
        let nonce = try AES.GCM.Nonce(data: (Array(self.nonce) + [UInt8](repeating: 7, count: 4)).prefix(max(12, nonceBytes)))
        let box = try AES.GCM.seal(Self.plaintext, using: contentKey, nonce: nonce, authenticating: Array(first.utf8))
        let parts = [
            first, encryptedKey, Base64URL.encode(Array(nonce).prefix(nonceBytes)), Base64URL.encode(Array(box.ciphertext)),
            Base64URL.encode(Array(box.tag).prefix(tagBytes)),
        ]
        return parts.joined(separator: ".")
    }

    func text(_ header: JSONObject) throws -> String { try text(header: header.encode()) }
}

extension CompactJWE {
    /// The text with one part replaced.
    func replacing(_ part: Int, with text: String) -> String {
        var parts = serialized.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        parts[part] = text
        return parts.joined(separator: ".")
    }

    /// The bytes of a part.
    func bytes(_ part: Int) throws -> [UInt8] {
        try Base64URL.decode(serialized.split(separator: ".", omittingEmptySubsequences: false)[part])
    }
}
