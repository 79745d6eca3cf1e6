// SPDX-License-Identifier: EUPL-1.2

import CPKCS11
import Crypto
import Foundation
import HSM

/// Which keys are on the token, as read at one time.
///
/// A key's label is the configured prefix and the purpose's name; its `CKA_ID` says when it was made and when it expires (see `TokenKeyID`). A
/// signing key without an expiry is active, or the next one.
struct TokenCatalogue: Sendable {
    struct SigningKey: Sendable {
        let publicKey: HSMPublicKey
        let key: TokenKey
        /// The private key's.
        let id: TokenKeyID

        var expires: Date? { id.expires }

        func isExpired(at now: Date) -> Bool { expires.map { $0 <= now } ?? false }
    }

    struct SecretKey: Sendable {
        let keyID: String
        let created: Date?
    }

    /// The one that signs, the next one if there is any, then the others, the newest first.
    private(set) var signing: [SigningPurpose: [SigningKey]] = [:]
    private(set) var secrets: [KeyPurpose: SecretKey] = [:]

    /// Reads the token.
    ///
    /// - Throws: `HSMError` with `keyUnfit` for a key that lacks its other half or its properties; `CryptokiFailure`.
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

    /// The purposes for which there is no key that may be used from now on.
    var missing: [KeyPurpose] {
        KeyPurpose.allCases.filter { purpose in
            if case .signing(let which) = purpose {
                signing[which]?.first?.id.isActive != true
            } else {
                secrets[purpose] == nil
            }
        }
    }

    /// Whether a later reading lacks the keys of a purpose that has some here.
    func hasKeys(missingIn later: TokenCatalogue) -> Bool {
        signing.contains { !$0.value.isEmpty && later.signing[$0.key]?.isEmpty != false }
            || secrets.contains { later.secrets[$0.key] == nil }
    }

    /// All keys, by purpose, in the order of `signing`.
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
        let publicKeys = try publicKeys(label, module, handle)
        return try module.findObjects(handle, TokenKey.search(label: label, class: CKO_PRIVATE_KEY)).map { privateKey in
            guard let id = TokenKeyID(try module.attributes(handle, of: privateKey, [CKA_ID])[0]) else {
                throw HSMError(.keyUnfit, "a key \(label) has a CKA_ID that was not made here")
            }
            let own = publicKeys.filter { $0.id.isPair(with: id) }
            guard let publicKey = own.first?.key, own.count == 1 else {
                throw HSMError(.keyUnfit, "a private key \(label) does not have one public key")
            }
            let key = TokenKey.signing(label: label, id: id, publicKey: Array(publicKey.x963Representation))
            // The checks are done now, so that an unfit key is found when the service starts.
            _ = try session.handle(of: key)
            return SigningKey(publicKey: HSMPublicKey(publicKey, for: purpose), key: key, id: id)
        }
    }

    private static func publicKeys(
        _ label: String, _ module: any Cryptoki, _ handle: UInt
    ) throws -> [(id: TokenKeyID, key: P256.Signing.PublicKey)] {
        try module.findObjects(handle, TokenKey.search(label: label, class: CKO_PUBLIC_KEY)).map { object in
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
            // A key that somebody else made may have a short id or none.
            return SecretKey(keyID: KeyName.make(purpose, value + [UInt8](repeating: 0, count: 8)), created: TokenKeyID(value)?.created)
        } catch let error as HSMError where error.code == .keyMissing {
            return nil
        }
    }

    /// `CKA_EC_POINT`: the uncompressed point, in a DER OCTET STRING; some modules leave the wrapping out.
    static func publicKey(_ point: [UInt8]) -> P256.Signing.PublicKey? {
        let isWrapped = point.count == 67 && point.starts(with: [0x04, 0x41])
        return try? P256.Signing.PublicKey(x963Representation: isWrapped ? Array(point.dropFirst(2)) : point)
    }

    /// Active keys first, then a next one, then by time of making, and by name: the same order on every replica.
    private static func isNewer(_ left: SigningKey, _ right: SigningKey) -> Bool {
        if left.id.isActive != right.id.isActive { return left.id.isActive }
        if left.id.isNext != right.id.isNext { return left.id.isNext }
        if left.id.created != right.id.created { return left.id.created > right.id.created }
        return left.publicKey.keyID < right.publicKey.keyID
    }
}
