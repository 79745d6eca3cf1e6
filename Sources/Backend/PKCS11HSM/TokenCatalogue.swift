// SPDX-License-Identifier: EUPL-1.2

import CPKCS11
import Crypto
import Foundation
import HSM

/// The keys on the token, as read at one time.
///
/// A key's label consists of the configured prefix and the purpose's name. Its `CKA_ID` contains the times of creation and expiry (see
/// `TokenKeyID`). A signing key without expiry is active or next.
struct TokenCatalogue: Sendable {
    struct SigningKey: Sendable {
        let publicKey: HSMPublicKey
        let key: TokenKey
        /// The `CKA_ID` of the private key.
        let id: TokenKeyID

        var expires: Date? { id.expires }

        func isExpired(at now: Date) -> Bool { expires.map { $0 <= now } ?? false }
    }

    struct SecretKey: Sendable {
        let keyID: String
        let created: Date?
    }

    /// The active key first, then the next key if any, then the remaining keys, newest first.
    private(set) var signing: [SigningPurpose: [SigningKey]] = [:]
    private(set) var secrets: [KeyPurpose: SecretKey] = [:]

    /// Reads the list of keys from the token.
    ///
    /// - Throws: `HSMError` with `keyUnfit` for a key without its counterpart or with wrong properties; `CryptokiFailure`.
    init(reading session: inout TokenSession, _ handle: UInt, prefix: String) throws {
        for purpose in KeyPurpose.allCases {
            let label = prefix + purpose.name
            if case .signing(let which) = purpose {
                signing[which] = try Self.signingKeys(label, which, &session, handle).sorted(by: Self.isNewer)
            } else {
                secrets[purpose] = try Self.secretKey(label, purpose, &session, handle)
            }
        }
    }

    /// The purposes without a usable key.
    var missing: [KeyPurpose] {
        KeyPurpose.allCases.filter { purpose in
            if case .signing(let which) = purpose {
                signing[which]?.first?.id.isActive != true
            } else {
                secrets[purpose] == nil
            }
        }
    }

    /// Returns true if a later reading has lost all keys of a purpose.
    func hasKeys(missingIn later: TokenCatalogue) -> Bool {
        signing.contains { !$0.value.isEmpty && later.signing[$0.key]?.isEmpty != false }
            || secrets.contains { later.secrets[$0.key] == nil }
    }

    /// Returns all keys, by purpose, ordered as in `signing`.
    func descriptions(at now: Date) -> [KeyDescription] {
        KeyPurpose.allCases.flatMap { purpose in
            if case .signing(let which) = purpose {
                return (signing[which] ?? []).map { key in
                    let state: KeyState =
                        key.id.isNext ? .next : key.id.isActive ? .active : key.isExpired(at: now) ? .expired : .verifyOnly
                    return KeyDescription(
                        purpose: purpose, keyID: key.publicKey.keyID, created: key.id.created, expires: key.expires, state: state)
                }
            }
            return secrets[purpose].map { key in
                [KeyDescription(purpose: purpose, keyID: key.keyID, created: key.created, expires: nil, state: .active)]
            } ?? []
        }
    }
}

// MARK: - Reading

extension TokenCatalogue {
    private static func signingKeys(
        _ label: String, _ purpose: SigningPurpose, _ session: inout TokenSession, _ handle: UInt
    ) throws -> [SigningKey] {
        let module = session.module
        // A key that is made meanwhile is in neither list, or its public half is in the second one: tokens make that half first.
        let (privateKeys, publicObjects) = try session.searching {
            (
                try module.findObjects(handle, TokenKey.search(label: label, class: CKO_PRIVATE_KEY)),
                try module.findObjects(handle, TokenKey.search(label: label, class: CKO_PUBLIC_KEY))
            )
        }
        let publicKeys = try publicKeys(publicObjects, label, module, handle)
        return try privateKeys.map { privateKey in
            guard let id = TokenKeyID(try module.attributes(handle, of: privateKey, [CKA_ID])[0]) else {
                throw HSMError(.keyUnfit, "a key \(label) has a CKA_ID that was not made here")
            }
            let own = publicKeys.filter { $0.id.isPair(with: id) }
            guard let publicKey = own.first?.key, own.count == 1 else {
                throw HSMError(.keyUnfit, "a private key \(label) does not have one public key")
            }
            let key = TokenKey.signing(label: label, id: id, publicKey: Array(publicKey.x963Representation))
            // Check now, so that an unfit key is found at the start of the service.
            _ = try session.handle(of: key)
            return SigningKey(publicKey: HSMPublicKey(publicKey, for: purpose), key: key, id: id)
        }
    }

    private static func publicKeys(
        _ objects: [UInt], _ label: String, _ module: any Cryptoki, _ handle: UInt
    ) throws -> [(id: TokenKeyID, key: P256.Signing.PublicKey)] {
        try objects.map { object in
            let values = try module.attributes(handle, of: object, [CKA_ID, CKA_EC_PARAMS, CKA_EC_POINT])
            guard let id = TokenKeyID(values[0]) else {
                throw HSMError(.keyUnfit, "a key \(label) has a CKA_ID that was not made here")
            }
            guard values[1] == TokenKey.p256, let point = values[2], let key = publicKey(point) else {
                throw HSMError(.keyUnfit, "a key \(label) is not on P-256")
            }
            return (id, key)
        }
    }

    private static func secretKey(
        _ label: String, _ purpose: KeyPurpose, _ session: inout TokenSession, _ handle: UInt
    ) throws -> SecretKey? {
        do {
            let object = try session.handle(of: .secret(label: label, purpose))
            let value = try session.module.attributes(handle, of: object, [CKA_ID])[0] ?? []
            // A key created by a different program may have a short id or none.
            return SecretKey(keyID: KeyName.make(purpose, value + [UInt8](repeating: 0, count: 8)), created: TokenKeyID(value)?.created)
        } catch let error as HSMError where error.code == .keyMissing {
            return nil
        }
    }

    /// Decodes `CKA_EC_POINT`: the uncompressed point in a DER OCTET STRING. Some modules omit the wrapping.
    static func publicKey(_ point: [UInt8]) -> P256.Signing.PublicKey? {
        let isWrapped = point.count == 67 && point.starts(with: [0x04, 0x41])
        return try? P256.Signing.PublicKey(x963Representation: isWrapped ? Array(point.dropFirst(2)) : point)
    }

    /// Orders active keys first, then the next key, then by creation time and name. The order is the same on every replica.
    private static func isNewer(_ left: SigningKey, _ right: SigningKey) -> Bool {
        if left.id.isActive != right.id.isActive { return left.id.isActive }
        if left.id.isNext != right.id.isNext { return left.id.isNext }
        if left.id.created != right.id.created { return left.id.created > right.id.created }
        return left.publicKey.keyID < right.publicKey.keyID
    }
}
