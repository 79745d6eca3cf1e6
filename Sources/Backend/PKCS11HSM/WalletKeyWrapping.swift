// SPDX-License-Identifier: EUPL-1.2

import CPKCS11
import Crypto
import HSM

/// The users' keys on the token. Each exists only while it is created or signs, as an object of one session.
///
/// A wrapped key consists of one format byte (3), an HMAC (32 bytes) and the private key in the format of `CKM_AES_KEY_WRAP_PAD`.
/// `CKM_AES_KEY_WRAP_PAD` has no associated data, so the HMAC binds the key to its wallet: HMAC-SHA-256 over the format byte, the length of
/// the binding (8 bytes, big-endian), the binding and the wrapped key. It is checked before unwrapping.
struct WalletKeyWrapping: Sendable {
    /// The AES key, which only wraps and unwraps.
    let wrappingKey: TokenKey
    /// The HMAC key that binds wrapped keys.
    let bindingKey: TokenKey

    private static let format: UInt8 = 3
    private static let markLength = 32
    /// P-256 in PKCS#8 has 67…150 bytes; wrapping adds up to 15.
    private static let limit = 222

    /// The attributes of a user's private key on the token, without extractability.
    private static let guarded = [
        ObjectAttribute(CKA_TOKEN, false), ObjectAttribute(CKA_PRIVATE, true), ObjectAttribute(CKA_SENSITIVE, true),
        ObjectAttribute(CKA_SIGN, true), ObjectAttribute(CKA_DECRYPT, false), ObjectAttribute(CKA_UNWRAP, false),
        ObjectAttribute(CKA_DERIVE, false),
    ]

    /// Creates a key pair, wraps the private key and destroys both halves.
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

    /// Unwraps a key into an object that can only sign, signs a hash and destroys the object.
    ///
    /// - Throws: `HSMError` with `notAuthentic` if the HMAC is wrong. Any later failure is a failure of the token.
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
