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
        /// Nil while it signs.
        var expires: Date?

        func isExpired(at now: Date) -> Bool { expires.map { $0 <= now } ?? false }
    }

    /// Any other key.
    struct SecretKey: Sendable {
        let key: SymmetricKey
        /// Nil for keys from a file of version 1.
        let created: Date?
    }

    /// By purpose, the one that signs first.
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

    /// Puts a new key before the others, which verify until `expiry` at the latest.
    mutating func rotate(_ purpose: SigningPurpose, oldKeysVerifyUntil expiry: Date, at now: Date) {
        let former = (signing[purpose] ?? []).map { key in
            var key = key
            key.expires = key.expires.map { min($0, expiry) } ?? expiry
            return key
        }
        signing[purpose] = [SigningKey(.init(), for: purpose, created: now, expires: nil)] + former
    }
}

extension KeySet.SigningKey {
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
                let state: KeyState = key.expires == nil ? .active : key.isExpired(at: now) ? .expired : .verifyOnly
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
