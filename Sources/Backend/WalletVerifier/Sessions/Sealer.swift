// SPDX-License-Identifier: EUPL-1.2

import Crypto
import Foundation

/// Seals what the store keeps, with AES-256-GCM and a key derived from the server's secret.
struct Sealer: Sendable {
    private let key: SymmetricKey

    /// - Parameter secret: at least 32 secret bytes.
    init(secret: [UInt8]) { key = SymmetricKey.derived(from: secret, for: "wallet-verifier contents") }

    /// Seals bytes for one place; they open nowhere else.
    func seal(_ bytes: Data, for place: [UInt8]) throws(SessionStoreError) -> [UInt8] {
        guard let box = try? AES.GCM.seal(bytes, using: key, authenticating: place), let combined = box.combined else {
            throw SessionStoreError(.unavailable, "the contents were not sealed")
        }
        return Array(combined)
    }

    /// Opens what was sealed for this place.
    func open(_ bytes: [UInt8], for place: [UInt8]) throws(SessionStoreError) -> Data {
        guard let box = try? AES.GCM.SealedBox(combined: bytes), let data = try? AES.GCM.open(box, using: key, authenticating: place) else {
            throw SessionStoreError(.damaged, "stored contents do not open: a different secret, or changed")
        }
        return data
    }
}

extension SymmetricKey {
    /// A key for one purpose, 32 bytes.
    static func derived(from secret: [UInt8], for purpose: String) -> SymmetricKey {
        HKDF<SHA256>.deriveKey(
            inputKeyMaterial: SymmetricKey(data: secret), info: Data(purpose.utf8), outputByteCount: 32)
    }
}
