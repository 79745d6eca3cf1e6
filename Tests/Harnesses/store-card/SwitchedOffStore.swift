// SPDX-License-Identifier: EUPL-1.2

import Crypto
import Foundation
import GRDB

/// The store of a wallet that does not run, in the format of WalletCore. Opening the wallet validates the format: a wrong file is refused
/// as damaged.
struct SwitchedOffStore {
    /// The simulated phone's hardware, as its file has it.
    private struct Hardware: Decodable {
        /// AES keys of 32 bytes, by the name that the app gave them.
        let encryptionKeys: [String: Data]
    }

    /// The app's name for the hardware's key.
    private static let keyName = "wallet.store"
    /// The length of the digest behind the wrapped data key, in bytes.
    private static let digestLength = 32

    private let database: DatabaseQueue
    private let dataKey: SymmetricKey

    /// - Parameter directory: of the phone, with `device.json` and `app`.
    init(ofPhoneIn directory: String) throws {
        let file = try Data(contentsOf: URL(filePath: directory + "/device.json"))
        guard let key = try JSONDecoder().decode(Hardware.self, from: file).encryptionKeys[Self.keyName] else {
            throw StoreCardError("the phone has no key of a store")
        }
        database = try DatabaseQueue(path: directory + "/app/wallet.db")
        let wrapped = try database.read { try Data.fetchOne($0, sql: "SELECT wrapped_key FROM vault") }
        guard let wrapped else { throw StoreCardError("the wallet has no data key") }
        let box = try AES.GCM.SealedBox(combined: Data(wrapped.dropLast(Self.digestLength)))
        dataKey = SymmetricKey(data: try AES.GCM.open(box, using: SymmetricKey(data: key), authenticating: Array(Self.keyName.utf8)))
    }

    /// Changes rows in one transaction, and seals the digest of the store again.
    func change(_ body: (StoreRows) throws -> Void) throws {
        try database.write { database in
            let version = try Int.fetchOne(database, sql: "PRAGMA user_version") ?? 0
            let rows = StoreRows(database: database, key: dataKey, version: version)
            try body(rows)
            try rows.sealDigest()
        }
        try database.close()
    }
}
