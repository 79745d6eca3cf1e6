// SPDX-License-Identifier: EUPL-1.2

import Crypto
import Foundation

/// All keys of a software HSM.
struct KeySet: Sendable {
    /// A signing key with its public key, which takes time to derive.
    struct SigningKey: Sendable {
        let publicKey: HSMPublicKey
        let key: P256.Signing.PrivateKey
        /// The time of creation; nil for a key from a file of version 1.
        let created: Date?
        /// The time of expiry; nil for the signing key and the next key.
        var expires: Date?
        /// True if the key is published but does not sign yet.
        var isNext = false

        var id: String { publicKey.keyID }

        /// True if the key signs.
        var isActive: Bool { expires == nil && !isNext }

        func isExpired(at now: Date) -> Bool { expires.map { $0 <= now } ?? false }
    }

    /// A secret key for encryption or authentication.
    struct SecretKey: Sendable {
        let key: SymmetricKey
        /// The time of creation; nil for a key from a file of version 1.
        let created: Date?
    }

    /// The signing key first, then the next key if any, then the keys that only verify, newest first.
    var signing: [SigningPurpose: [SigningKey]] = [:]
    /// The keys of all other purposes.
    var secrets: [KeyPurpose: SecretKey] = [:]

    /// Creates a key for each purpose without a key.
    ///
    /// - Returns: the purposes of the new keys.
    mutating func addMissing(at now: Date) -> Set<KeyPurpose> {
        var added: Set<KeyPurpose> = []
        for purpose in KeyPurpose.allCases {
            if case .signing(let which) = purpose {
                guard signing[which]?.isEmpty != false else { continue }
                signing[which] = [SigningKey(.init(), for: which, created: now, expires: nil)]
            } else {
                guard secrets[purpose] == nil else { continue }
                secrets[purpose] = SecretKey(key: SymmetricKey(size: .bits256), created: now)
            }
            added.insert(purpose)
        }
        return added
    }

    /// Adds a new key as the signing key. The other keys verify until `expiry` at the latest; a next key is kept.
    mutating func rotate(_ purpose: SigningPurpose, oldKeysVerifyUntil expiry: Date, at now: Date) {
        let keys = signing[purpose] ?? []
        signing[purpose] =
            [SigningKey(.init(), for: purpose, created: now, expires: nil)] + keys.filter(\.isNext)
            + keys.filter { !$0.isNext }.map { $0.expiring(expiry) }
    }

    /// Creates the next key of a purpose unless it has a next key.
    mutating func addNext(_ purpose: SigningPurpose, at now: Date) {
        let keys = signing[purpose] ?? []
        guard !keys.contains(where: \.isNext) else { return }
        var next = SigningKey(.init(), for: purpose, created: now, expires: nil)
        next.isNext = true
        signing[purpose] = keys.filter(\.isActive) + [next] + keys.filter { !$0.isActive }
    }

    /// Makes the next key the signing key. The other keys verify until `expiry` at the latest.
    mutating func activateNext(_ purpose: SigningPurpose, oldKeysVerifyUntil expiry: Date) throws(HSMError) {
        let keys = signing[purpose] ?? []
        guard var next = keys.first(where: \.isNext) else { throw HSMError(.keyMissing, "there is no next \(purpose.rawValue) key") }
        next.isNext = false
        signing[purpose] = [next] + keys.filter { !$0.isNext }.map { $0.expiring(expiry) }
    }

    /// Lets a key expire that does not sign.
    mutating func retire(_ keyID: String, for purpose: SigningPurpose, at now: Date) throws(HSMError) {
        guard let index = signing[purpose]?.firstIndex(where: { $0.id == keyID }), let key = signing[purpose]?[index] else {
            throw HSMError(.keyMissing, "no \(purpose.rawValue) key with this id")
        }
        guard !key.isActive else { throw HSMError(.keyUnfit, "this is the \(purpose.rawValue) key that signs") }
        signing[purpose]?.remove(at: index)
        // After the signing key and before older keys.
        signing[purpose]?.insert(key.expiring(now), at: key.isNext ? 1 : index)
    }
}

extension KeySet.SigningKey {
    /// Returns the same key with this or an earlier expiry, and no longer as the next key.
    fileprivate func expiring(_ expiry: Date) -> Self {
        var key = self
        key.expires = expires.map { min($0, expiry) } ?? expiry
        key.isNext = false
        return key
    }

    /// The id consists of the purpose and the first eight bytes of the SHA-256 of the public point.
    init(_ key: P256.Signing.PrivateKey, for purpose: SigningPurpose, created: Date?, expires: Date?) {
        publicKey = HSMPublicKey(key.publicKey, for: purpose)
        self.key = key
        self.created = created
        self.expires = expires
    }
}

// MARK: - The operator's view

extension KeySet {
    /// Returns all keys, by purpose, newest first.
    func descriptions(at now: Date) -> [KeyDescription] {
        KeyPurpose.allCases.flatMap { purpose in
            guard case .signing(let which) = purpose else { return secrets[purpose].map { [$0.description(for: purpose)] } ?? [] }
            return (signing[which] ?? []).map { key in
                let state: KeyState = key.isNext ? .next : key.isActive ? .active : key.isExpired(at: now) ? .expired : .verifyOnly
                return KeyDescription(purpose: purpose, keyID: key.id, created: key.created, expires: key.expires, state: state)
            }
        }
    }
}

extension KeySet.SecretKey {
    /// The id consists of the purpose and the first eight bytes of an HMAC under the key, which does not reveal the key.
    func description(for purpose: KeyPurpose) -> KeyDescription {
        let code = HMAC<SHA256>.authenticationCode(for: Array("name of the key for \(purpose.name)".utf8), using: key)
        return KeyDescription(
            purpose: purpose, keyID: KeyName.make(purpose, Array(code)), created: created, expires: nil, state: .active)
    }
}
