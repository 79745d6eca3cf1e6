// SPDX-License-Identifier: EUPL-1.2

import CPKCS11
import Crypto
import Foundation
import HSM

/// A key on the token: the criteria for finding it, and its required attributes.
enum TokenKey: Sendable, Hashable {
    /// The private key with this label and the pair's `CKA_ID` that belongs to this public key (uncompressed point).
    case signing(label: String, id: TokenKeyID, publicKey: [UInt8])
    /// A secret key with this label; the label must be unique.
    case secret(label: String, KeyPurpose)

    /// The object identifier of P-256 (secp256r1), 1.2.840.10045.3.1.7, in DER.
    static let p256: [UInt8] = [0x06, 0x08, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x03, 0x01, 0x07]

    /// The attributes common to all keys: the key is stored on the token, is visible only after login, and cannot be exported in plain text
    /// or wrapped.
    private static let guarded = [
        ObjectAttribute(CKA_TOKEN, true), ObjectAttribute(CKA_PRIVATE, true), ObjectAttribute(CKA_SENSITIVE, true),
        ObjectAttribute(CKA_EXTRACTABLE, false),
    ]

    private var label: String {
        switch self {
        case .signing(let label, _, _), .secret(let label, _): label
        }
    }

    /// Returns the template for searching objects of a class and label.
    static func search(label: String, class objectClass: UInt) -> [ObjectAttribute] {
        [
            ObjectAttribute(CKA_TOKEN, true), ObjectAttribute(CKA_LABEL, bytes: Array(label.utf8)),
            ObjectAttribute(CKA_CLASS, objectClass),
        ]
    }

    /// Returns the handles of possible matches.
    private func candidates(in session: UInt, of module: any Cryptoki) throws(CryptokiFailure) -> [UInt] {
        guard case .signing(_, let id, _) = self else {
            return try module.findObjects(session, Self.search(label: label, class: CKO_SECRET_KEY))
        }
        var found: [UInt] = []
        for handle in try module.findObjects(session, Self.search(label: label, class: CKO_PRIVATE_KEY)) {
            // A private key's id changes with its expiry, so the search does not include it.
            let value = try module.attributes(session, of: handle, [CKA_ID])[0]
            if TokenKeyID(value)?.isPair(with: id) == true { found.append(handle) }
        }
        return found
    }

    /// The attributes that the key must have.
    private var requirements: [ObjectAttribute] {
        switch self {
        case .signing: Self.guarded + [ObjectAttribute(CKA_KEY_TYPE, CKK_EC), ObjectAttribute(CKA_SIGN, true)]
        case .secret(_, let purpose): Self.guarded + Self.secretAttributes(for: purpose)
        }
    }

    /// The permitted uses of a secret key. All other uses are denied: a key that both wraps and decrypts would reveal the wrapped keys.
    private static func uses(of purpose: KeyPurpose) -> Set<UInt> {
        switch purpose {
        case .encryption: [CKA_ENCRYPT, CKA_DECRYPT]
        case .walletKey(.walletKeyWrapping): [CKA_WRAP, CKA_UNWRAP]
        case .authentication, .signing, .walletKey(.walletKeyBinding): [CKA_SIGN]
        }
    }

    private static func isAES(_ purpose: KeyPurpose) -> Bool { !uses(of: purpose).contains(CKA_SIGN) }

    private static func secretAttributes(for purpose: KeyPurpose) -> [ObjectAttribute] {
        let uses = uses(of: purpose)
        return [
            ObjectAttribute(CKA_KEY_TYPE, isAES(purpose) ? CKK_AES : CKK_GENERIC_SECRET), ObjectAttribute(CKA_VALUE_LEN, 32),
        ] + [CKA_ENCRYPT, CKA_DECRYPT, CKA_SIGN, CKA_WRAP, CKA_UNWRAP].map { ObjectAttribute($0, uses.contains($0)) }
    }

    /// Returns the key's handle after checking its attributes. A signing key must also prove that it belongs to its public key.
    ///
    /// - Throws: `HSMError` with `keyMissing` or `keyUnfit`, naming the label; `CryptokiFailure`.
    func find(in session: UInt, of module: any Cryptoki) throws -> UInt {
        let found = try candidates(in: session, of: module)
        guard let handle = found.first else { throw HSMError(.keyMissing, "no key \(label) on the token") }
        guard found.count == 1 else { throw HSMError(.keyUnfit, "more than one key \(label) on the token") }

        let actual = try module.attributes(session, of: handle, requirements.map(\.type))
        for (required, value) in zip(requirements, actual) where required.value != value {
            throw HSMError(.keyUnfit, "the key \(label) has a wrong attribute 0x\(String(required.type, radix: 16))")
        }
        if case .signing(_, _, let point) = self { try proveBelonging(handle, to: point, in: session, of: module) }
        return handle
    }

    private func proveBelonging(_ handle: UInt, to point: [UInt8], in session: UInt, of module: any Cryptoki) throws {
        let digest = SHA256.hash(data: Array("proof that a private key belongs to its public key".utf8))
        let signature = try module.sign(session, mechanism: CKM_ECDSA, key: handle, Array(digest), limit: 64)
        guard let publicKey = try? P256.Signing.PublicKey(x963Representation: point),
            let signature = try? P256.Signing.ECDSASignature(rawRepresentation: signature),
            publicKey.isValidSignature(signature, for: digest)
        else { throw HSMError(.keyUnfit, "the private key \(label) does not belong to its public key") }
    }
}

// MARK: - Creating keys

extension TokenKey {
    /// Creates a key pair on the token and returns the `CKA_ID` of both halves.
    static func generatePair(
        label: String, at now: Date, isNext: Bool = false, in session: UInt, of module: any Cryptoki
    ) throws -> TokenKeyID {
        let id = TokenKeyID(name: try module.random(session, count: TokenKeyID.nameLength), created: now, isNext: isNext)
        let common = [
            ObjectAttribute(CKA_TOKEN, true), ObjectAttribute(CKA_LABEL, bytes: Array(label.utf8)),
            ObjectAttribute(CKA_ID, bytes: id.bytes),
        ]
        _ = try module.generateKeyPair(
            session, mechanism: CKM_EC_KEY_PAIR_GEN,
            publicKey: common + [ObjectAttribute(CKA_EC_PARAMS, bytes: p256), ObjectAttribute(CKA_VERIFY, true)],
            privateKey: common + guarded.dropFirst() + [
                ObjectAttribute(CKA_SIGN, true), ObjectAttribute(CKA_DECRYPT, false), ObjectAttribute(CKA_UNWRAP, false),
                ObjectAttribute(CKA_DERIVE, false),
            ])
        return id
    }

    /// Creates a secret key on the token.
    static func generateSecret(
        label: String, for purpose: KeyPurpose, at now: Date, in session: UInt, of module: any Cryptoki
    ) throws {
        let id = TokenKeyID(name: try module.random(session, count: TokenKeyID.nameLength), created: now)
        let attributes =
            guarded + secretAttributes(for: purpose) + [
                ObjectAttribute(CKA_LABEL, bytes: Array(label.utf8)), ObjectAttribute(CKA_ID, bytes: id.bytes),
                ObjectAttribute(CKA_DERIVE, false), ObjectAttribute(CKA_VERIFY, !isAES(purpose)),
            ]
        let mechanism = isAES(purpose) ? CKM_AES_KEY_GEN : CKM_GENERIC_SECRET_KEY_GEN
        _ = try module.generateKey(session, mechanism: mechanism, attributes)
    }

    /// Changes a private key's id, to set its expiry or to activate it.
    static func rename(_ handle: UInt, _ id: TokenKeyID, in session: UInt, of module: any Cryptoki) throws(CryptokiFailure) {
        try module.setAttributes(session, of: handle, [ObjectAttribute(CKA_ID, bytes: id.bytes)])
    }
}
