// SPDX-License-Identifier: EUPL-1.2

import CPKCS11
package import Foundation
package import HSM

extension PKCS11HSM: KeyAdministration {
    /// All keys on the token that have one of the labels. Throws `unavailable` and `keyUnfit`.
    package func list() async throws(HSMError) -> [KeyDescription] {
        try await readCatalogue().descriptions(at: clock())
    }

    /// Makes what is missing on the token. Throws `unavailable`; then some keys may have been made, and doing it again makes the rest.
    package func createKeys() async throws(HSMError) -> [KeyDescription] {
        let missing = try await readCatalogue().missing
        for purpose in missing { try await generate(purpose) }
        return try await readCatalogue().descriptions(at: clock()).filter { missing.contains($0.purpose) && $0.state == .active }
    }

    /// Makes the new key pair first, then gives the others their expiry: if this stops between the two, there are two active keys, of
    /// which every replica takes the same one, and doing it again ends it. Throws `unavailable`, and `keyMissing` when the new key
    /// cannot be found.
    package func rotate(_ purpose: SigningPurpose, oldKeysVerifyUntil expiry: Date) async throws(HSMError) -> KeyDescription {
        let now = clock()
        let former = try await readCatalogue().signing[purpose] ?? []
        try await generate(.signing(purpose))
        let retiring = former.map { (key: $0.key, from: $0.id, to: $0.id.expiring(expiry, now: now)) }.filter { key, from, to in
            guard let before = from.expires, let after = to.expires else { return true }
            return after < before
        }
        try await pool.perform { session, _ in
            let module = session.module
            for (key, _, id) in retiring {
                let object = try session.handle(of: key)
                try session.writing { try TokenKey.retire(object, id, in: $0, of: module) }
            }
        }
        let names = Set(former.map(\.publicKey.keyID))
        let keys = try await readCatalogue().descriptions(at: now)
        guard let made = keys.first(where: { $0.purpose == .signing(purpose) && !names.contains($0.keyID) }) else {
            throw HSMError(.keyMissing, "no new key \(configuration.labelPrefix + purpose.rawValue) on the token")
        }
        return made
    }

    private func generate(_ purpose: KeyPurpose) async throws(HSMError) {
        let label = configuration.labelPrefix + purpose.name
        let now = clock()
        // Not done twice: after a failure the key may be there all the same.
        try await pool.perform(retrying: false) { session, _ in
            let module = session.module
            try session.writing { session in
                if case .signing = purpose {
                    _ = try TokenKey.generatePair(label: label, at: now, in: session, of: module)
                } else {
                    try TokenKey.generateSecret(label: label, for: purpose, at: now, in: session, of: module)
                }
            }
        }
    }
}
