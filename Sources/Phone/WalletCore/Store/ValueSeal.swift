// SPDX-License-Identifier: EUPL-1.2

import Crypto
import Foundation
import WalletInterface

/// Seals and opens values with AES-256-GCM under the store's data key.
///
/// The associated data contains table, name and schema version, so that a sealed value opens only at its own place.
struct ValueSeal: Sendable {
    /// The length of a data key, in bytes.
    static let keyLength = 32

    /// The schema version of the sealed values.
    let version: Int
    private let key: SymmetricKey

    /// - Parameters:
    ///   - dataKey: 32 bytes.
    ///   - version: the schema version; by default the present version.
    init(dataKey: [UInt8], version: Int = StoreSchema.version) {
        key = SymmetricKey(data: dataKey)
        self.version = version
    }

    /// Seals bytes for one place.
    ///
    /// - Returns: nonce ‖ ciphertext ‖ tag, 28 bytes longer than the plaintext.
    func seal(_ plaintext: some DataProtocol, table: String, name: String) throws(WalletCoreError) -> Data {
        defer { Self.clearCipher() }
        guard let sealed = try? AES.GCM.seal(plaintext, using: key, authenticating: associatedData(table, name)).combined else {
            throw WalletCoreError(.unexpected, "a value could not be sealed")
        }
        return sealed
    }

    /// Opens bytes that `seal` sealed for the same place.
    ///
    /// - Throws: `storeDamaged` for the wrong key or place, or for changed bytes.
    func open(_ sealed: Data, table: String, name: String) throws(WalletCoreError) -> Data {
        defer { Self.clearCipher() }
        guard let box = try? AES.GCM.SealedBox(combined: sealed),
            let plaintext = try? AES.GCM.open(box, using: key, authenticating: associatedData(table, name))
        else { throw WalletCoreError(.storeDamaged, "a sealed value of table \(table) does not open") }
        return plaintext
    }

    /// Overwrites the expanded secret key in memory by a seal with a known key. The crypto library frees that memory without clearing it,
    /// and the next cipher on the same thread gets the same memory.
    private static func clearCipher() {
        _ = try? AES.GCM.seal([UInt8](), using: noKey)
    }

    private static let noKey = SymmetricKey(data: [UInt8](repeating: 0, count: keyLength))

    private func associatedData(_ table: String, _ name: String) -> [UInt8] {
        // No part contains a zero byte, so no two places have the same associated data.
        Array("wallet-store\0\(version)\0\(table)\0\(name)".utf8)
    }
}
