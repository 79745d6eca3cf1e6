// SPDX-License-Identifier: EUPL-1.2

import CPKCS11
import Crypto
import HSM

/// Users' keys on the token: each is there only while it is made or signs, as an object of one session.
///
/// A wrapped key: one byte for the format (3), a mark (32), and the private key as `CKM_AES_KEY_WRAP_PAD` makes it. That mechanism knows no
/// associated data, so the mark ties the key to what it belongs to: HMAC-SHA-256 over the format, the length of the binding (8 bytes,
/// big-endian), the binding and the rest. It is checked before anything is unwrapped.
struct WalletKeyWrapping: Sendable {
    /// An AES key that wraps and unwraps and does nothing else.
    let wrappingKey: TokenKey
    /// The HMAC key of the marks.
    let bindingKey: TokenKey

    private static let format: UInt8 = 3
    private static let markLength = 32
    /// P-256 in PKCS#8 has 67…150 bytes; wrapping adds up to 15.
    private static let limit = 222

    /// What is true of a user's private key while it is an object; whether it is extractable, is said separately.
    private static let guarded = [
        ObjectAttribute(CKA_TOKEN, false), ObjectAttribute(CKA_PRIVATE, true), ObjectAttribute(CKA_SENSITIVE, true),
        ObjectAttribute(CKA_SIGN, true), ObjectAttribute(CKA_DECRYPT, false), ObjectAttribute(CKA_UNWRAP, false),
        ObjectAttribute(CKA_DERIVE, false),
    ]

    /// Makes a key pair, wraps the private key and destroys both halves.
    ///
    /// - Throws: `HSMError`, `CryptokiFailure`.
    func make(boundTo binding: [UInt8], _ session: inout TokenSession, _ handle: UInt) throws -> WrappedKey {
        let module = session.module
        let wrapper = try session.handle(of: wrappingKey)
        let pair = try module.generateKeyPair(
            handle, mechanism: CKM_EC_KEY_PAIR_GEN,
            publicKey: [
                ObjectAttribute(CKA_TOKEN, false), ObjectAttribute(CKA_EC_PARAMS, bytes: TokenKey.p256), ObjectAttribute(CKA_VERIFY, true),
            ],
            privateKey: Self.guarded + [ObjectAttribute(CKA_EXTRACTABLE, true)])
        return try session.withTemporary([pair.privateKey, pair.publicKey]) { session in
            let point = try module.attributes(handle, of: pair.publicKey, [CKA_EC_POINT])[0]
            guard let point, let publicKey = TokenCatalogue.publicKey(point) else {
                throw HSMError(.unavailable, "the token does not show a new public key")
            }
            let wrapped = try module.wrapKey(
                handle, mechanism: CKM_AES_KEY_WRAP_PAD, wrappingKey: wrapper, key: pair.privateKey, limit: Self.limit)
            let mark = try mark(of: wrapped[...], boundTo: binding, &session, handle)
            return WrappedKey(publicKey: publicKey, wrapped: [Self.format] + mark + wrapped)
        }
    }

    /// Unwraps a key into an object that may sign and nothing else, signs a hash and destroys the object.
    ///
    /// - Throws: `HSMError` with `notAuthentic` when the mark is not right; after that, whatever fails is the token's doing.
    func sign(
        _ digest: [UInt8], withWrapped wrapped: [UInt8], boundTo binding: [UInt8], _ session: inout TokenSession, _ handle: UInt
    ) throws -> [UInt8] {
        guard wrapped.first == Self.format, (1 + Self.markLength + 1...1 + Self.markLength + Self.limit).contains(wrapped.count) else {
            throw Self.notAuthentic
        }
        let key = wrapped.dropFirst(1 + Self.markLength)
        let mark = try mark(of: key, boundTo: binding, &session, handle)
        guard isEqualInConstantTime(mark, Array(wrapped[1...Self.markLength])) else { throw Self.notAuthentic }

        let module = session.module
        let object = try module.unwrapKey(
            handle, mechanism: CKM_AES_KEY_WRAP_PAD, unwrappingKey: session.handle(of: wrappingKey), Array(key),
            [ObjectAttribute(CKA_CLASS, CKO_PRIVATE_KEY), ObjectAttribute(CKA_KEY_TYPE, CKK_EC)] + Self.guarded + [
                ObjectAttribute(CKA_EXTRACTABLE, false)
            ])
        return try session.withTemporary([object]) { _ in
            let signature = try module.sign(handle, mechanism: CKM_ECDSA, key: object, digest, limit: 64)
            guard signature.count == 64 else { throw HSMError(.unavailable, "a signature of another length") }
            return signature
        }
    }

    private func mark(
        of wrapped: ArraySlice<UInt8>, boundTo binding: [UInt8], _ session: inout TokenSession, _ handle: UInt
    ) throws -> [UInt8] {
        let length = (0..<8).map { UInt8(truncatingIfNeeded: binding.count >> (56 - $0 * 8)) }
        let mark = try session.module.sign(
            handle, mechanism: CKM_SHA256_HMAC, key: session.handle(of: bindingKey), [Self.format] + length + binding + wrapped,
            limit: Self.markLength)
        guard mark.count == Self.markLength else { throw HSMError(.unavailable, "an authentication code of another length") }
        return mark
    }

    private static let notAuthentic = HSMError(.notAuthentic, "not wrapped by this HSM for this binding")
}
