// SPDX-License-Identifier: EUPL-1.2

import Crypto
import Foundation

/// All keys of a software HSM.
struct KeySet: Sendable {
    /// A signing key and its name.
    struct SigningKey: Sendable {
        let id: String
        let key: P256.Signing.PrivateKey
        /// Nil for keys from a file of version 1.
        let created: Date?
        /// Nil while it signs, and before.
        var expires: Date?
        /// Whether it is published and does not sign yet.
        var isNext = false

        /// Whether it is the one that signs.
        var isActive: Bool { expires == nil && !isNext }

        func isExpired(at now: Date) -> Bool { expires.map { $0 <= now } ?? false }
    }

    /// Any other key.
    struct SecretKey: Sendable {
        let key: SymmetricKey
        /// Nil for keys from a file of version 1.
        let created: Date?
    }

    /// By purpose: the one that signs, the next one if there is any, and those that verify, the newest first.
    var signing: [SigningPurpose: [SigningKey]] = [:]
    /// By every other purpose.
    var secrets: [KeyPurpose: SecretKey] = [:]

    /// Makes a key for every purpose that has none.
    ///
    /// - Returns: the purposes that got one.
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

    /// Puts a new key before the others, which verify until `expiry` at the latest; a next key stays one.
    mutating func rotate(_ purpose: SigningPurpose, oldKeysVerifyUntil expiry: Date, at now: Date) {
        let keys = signing[purpose] ?? []
        signing[purpose] =
            [SigningKey(.init(), for: purpose, created: now, expires: nil)] + keys.filter(\.isNext)
            + keys.filter { !$0.isNext }.map { $0.expiring(expiry) }
    }

    /// Makes the next key of a purpose, unless there is one.
    mutating func addNext(_ purpose: SigningPurpose, at now: Date) {
        let keys = signing[purpose] ?? []
        guard !keys.contains(where: \.isNext) else { return }
        var next = SigningKey(.init(), for: purpose, created: now, expires: nil)
        next.isNext = true
        signing[purpose] = keys.filter(\.isActive) + [next] + keys.filter { !$0.isActive }
    }

    /// Lets the next key sign; the others verify until `expiry` at the latest.
    mutating func activateNext(_ purpose: SigningPurpose, oldKeysVerifyUntil expiry: Date) throws(HSMError) {
        let keys = signing[purpose] ?? []
        guard var next = keys.first(where: \.isNext) else { throw HSMError(.keyMissing, "there is no next \(purpose.rawValue) key") }
        next.isNext = false
        signing[purpose] = [next] + keys.filter { !$0.isNext }.map { $0.expiring(expiry) }
    }

    /// Lets a key that does not sign expire.
    mutating func retire(_ keyID: String, for purpose: SigningPurpose, at now: Date) throws(HSMError) {
        guard let index = signing[purpose]?.firstIndex(where: { $0.id == keyID }), let key = signing[purpose]?[index] else {
            throw HSMError(.keyMissing, "no \(purpose.rawValue) key with this id")
        }
        guard !key.isActive else { throw HSMError(.keyUnfit, "this is the \(purpose.rawValue) key that signs") }
        signing[purpose]?.remove(at: index)
        // Behind the key that signs, and before older ones.
        signing[purpose]?.insert(key.expiring(now), at: key.isNext ? 1 : index)
    }
}

extension KeySet.SigningKey {
    /// The same key, expired at that instant or earlier; no next key any more.
    fileprivate func expiring(_ expiry: Date) -> Self {
        var key = self
        key.expires = expires.map { min($0, expiry) } ?? expiry
        key.isNext = false
        return key
    }

    /// The name is the purpose and the first eight bytes of SHA-256 of the public point.
    init(_ key: P256.Signing.PrivateKey, for purpose: SigningPurpose, created: Date?, expires: Date?) {
        id = HSMPublicKey(key.publicKey, for: purpose).keyID
        self.key = key
        self.created = created
        self.expires = expires
    }
}

// MARK: - As an operator sees them

extension KeySet {
    /// All keys, by purpose, the newest first.
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
    /// The name is the purpose and the first eight bytes of an authentication code under the key, which give nothing of it away.
    func description(for purpose: KeyPurpose) -> KeyDescription {
        let code = HMAC<SHA256>.authenticationCode(for: Array("name of the key for \(purpose.name)".utf8), using: key)
        return KeyDescription(
            purpose: purpose, keyID: KeyName.make(purpose, Array(code)), created: created, expires: nil, state: .active)
    }
}
