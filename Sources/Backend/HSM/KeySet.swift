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

    /// An encryption or authentication key.
    struct SecretKey: Sendable {
        let key: SymmetricKey
        /// Nil for keys from a file of version 1.
        let created: Date?
    }

    /// By purpose, the one that signs first.
    var signing: [SigningPurpose: [SigningKey]] = [:]
    var encryption: [EncryptionPurpose: SecretKey] = [:]
    var authentication: [AuthenticationPurpose: SecretKey] = [:]

    /// Makes a key for every purpose that has none.
    ///
    /// - Returns: the purposes that got one.
    mutating func addMissing(at now: Date) -> Set<KeyPurpose> {
        var added: Set<KeyPurpose> = []
        for purpose in SigningPurpose.allCases where signing[purpose]?.isEmpty != false {
            signing[purpose] = [SigningKey(.init(), for: purpose, created: now, expires: nil)]
            added.insert(.signing(purpose))
        }
        for purpose in EncryptionPurpose.allCases where encryption[purpose] == nil {
            encryption[purpose] = SecretKey(key: SymmetricKey(size: .bits256), created: now)
            added.insert(.encryption(purpose))
        }
        for purpose in AuthenticationPurpose.allCases where authentication[purpose] == nil {
            authentication[purpose] = SecretKey(key: SymmetricKey(size: .bits256), created: now)
            added.insert(.authentication(purpose))
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
            switch purpose {
            case .signing(let which):
                (signing[which] ?? []).map { key in
                    let state: KeyState = key.expires == nil ? .active : key.isExpired(at: now) ? .expired : .verifyOnly
                    return KeyDescription(purpose: purpose, keyID: key.id, created: key.created, expires: key.expires, state: state)
                }
            case .encryption(let which): encryption[which].map { [$0.description(for: purpose)] } ?? []
            case .authentication(let which): authentication[which].map { [$0.description(for: purpose)] } ?? []
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
