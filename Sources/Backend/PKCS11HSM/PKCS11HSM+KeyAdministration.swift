// SPDX-License-Identifier: EUPL-1.2

import CPKCS11
package import Foundation
package import HSM

extension PKCS11HSM: KeyAdministration {
    /// Returns all keys on the token whose label is one of the purposes. Throws `unavailable` and `keyUnfit`.
    package func list() async throws(HSMError) -> [KeyDescription] {
        try await readCatalogue().descriptions(at: clock())
    }

    /// Creates the missing keys on the token. Throws `unavailable`; some keys may then exist, and a retry creates the rest.
    package func createKeys() async throws(HSMError) -> [KeyDescription] {
        let missing = try await readCatalogue().missing
        for purpose in missing { try await generate(purpose) }
        return try await readCatalogue().descriptions(at: clock()).filter { missing.contains($0.purpose) && $0.state == .active }
    }

    /// Creates the new key pair, then sets the expiry of the older keys. An interruption in between leaves two active keys. All replicas
    /// then choose the same key, and a retry completes the rotation. Throws `unavailable`, and `keyMissing` if the new key cannot be found.
    package func rotate(_ purpose: SigningPurpose, oldKeysVerifyUntil expiry: Date) async throws(HSMError) -> KeyDescription {
        let former = (try await readCatalogue().signing[purpose] ?? []).filter { !$0.id.isNext }
        try await generate(.signing(purpose))
        try await retire(former, at: expiry)
        let names = Set(former.map(\.publicKey.keyID))
        return try await key(of: purpose) { $0.state == .active && !names.contains($0.keyID) }
    }

    /// Creates the next key pair unless one exists. Throws `unavailable`; the pair may then exist, and a retry creates no second pair.
    package func makeNextKey(for purpose: SigningPurpose) async throws(HSMError) -> KeyDescription {
        if try await readCatalogue().signing[purpose]?.contains(where: \.id.isNext) != true {
            try await generate(.signing(purpose), isNext: true)
        }
        return try await key(of: purpose) { $0.state == .next }
    }

    /// Activates the next key, then sets the expiry of the older keys. An interruption in between leaves two active keys. All replicas then
    /// choose the newer key, and a retry completes the activation. Throws `keyMissing` if there is neither a next key nor a second active
    /// key.
    package func activateNextKey(for purpose: SigningPurpose, oldKeysVerifyUntil expiry: Date) async throws(HSMError) -> KeyDescription {
        let keys = try await readCatalogue().signing[purpose] ?? []
        if let next = keys.first(where: \.id.isNext) {
            try await rename([(next.key, next.id.activated)])
            try await retire(keys.filter { !$0.id.isNext }, at: expiry)
            return try await key(of: purpose) { $0.keyID == next.publicKey.keyID }
        }
        guard let newest = keys.first, keys.dropFirst().contains(where: \.id.isActive) else {
            throw HSMError(.keyMissing, "there is no next key \(configuration.labelPrefix + purpose.rawValue) on the token")
        }
        try await retire(Array(keys.dropFirst()), at: expiry)
        return try await key(of: purpose) { $0.keyID == newest.publicKey.keyID }
    }

    /// Sets an expiry in the past. Throws `keyMissing` for an unknown id, `keyUnfit` for the signing key.
    package func retireKey(_ keyID: String, for purpose: SigningPurpose) async throws(HSMError) -> KeyDescription {
        let keys = try await readCatalogue().signing[purpose] ?? []
        guard let found = keys.first(where: { $0.publicKey.keyID == keyID }) else {
            throw HSMError(.keyMissing, "no key \(configuration.labelPrefix + purpose.rawValue) with this id on the token")
        }
        guard !found.id.isActive else {
            throw HSMError(.keyUnfit, "this is the key \(configuration.labelPrefix + purpose.rawValue) that signs")
        }
        try await retire([found], at: clock())
        return try await key(of: purpose) { $0.keyID == keyID }
    }

    /// Sets the keys' expiry, except for keys that expire earlier.
    private func retire(_ keys: [TokenCatalogue.SigningKey], at expiry: Date) async throws(HSMError) {
        let now = clock()
        var shortened: [(key: TokenKey, id: TokenKeyID)] = []
        for key in keys {
            let id = key.id.expiring(expiry, now: now)
            if let before = key.expires, let after = id.expires, after >= before { continue }
            shortened.append((key.key, id))
        }
        try await rename(shortened)
    }

    private func rename(_ keys: [(key: TokenKey, id: TokenKeyID)]) async throws(HSMError) {
        try await pool.perform { session, _ in
            let module = session.module
            for (key, id) in keys {
                let object = try session.handle(of: key)
                try session.writing { try TokenKey.rename(object, id, in: $0, of: module) }
            }
        }
    }

    /// Returns the matching key of a purpose from the token's current list.
    private func key(
        of purpose: SigningPurpose, _ isMeant: (KeyDescription) -> Bool
    ) async throws(HSMError) -> KeyDescription {
        let keys = try await readCatalogue().descriptions(at: clock())
        guard let key = keys.first(where: { $0.purpose == .signing(purpose) && isMeant($0) }) else {
            throw HSMError(.keyMissing, "no such key \(configuration.labelPrefix + purpose.rawValue) on the token")
        }
        return key
    }

    private func generate(_ purpose: KeyPurpose, isNext: Bool = false) async throws(HSMError) {
        let label = configuration.labelPrefix + purpose.name
        let now = clock()
        // No retry: after a failure the key may exist.
        try await pool.perform(retrying: false) { session, _ in
            let module = session.module
            try session.writing { session in
                if case .signing = purpose {
                    _ = try TokenKey.generatePair(label: label, at: now, isNext: isNext, in: session, of: module)
                } else {
                    try TokenKey.generateSecret(label: label, for: purpose, at: now, in: session, of: module)
                }
            }
        }
    }
}
