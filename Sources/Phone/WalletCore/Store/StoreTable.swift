// SPDX-License-Identifier: EUPL-1.2

/// The tables of sealed values. Each has the columns `name` (text, primary key) and `sealed` (AES-256-GCM: nonce ‖ ciphertext ‖ tag).
enum StoreTable: String, Sendable, CaseIterable {
    /// What the wallet is, from its registration on.
    case account
    /// What was begun and must survive a kill.
    case pending
    /// What the user chose.
    case preference
}

/// The name of one sealed value and its type.
struct StoreKey<Value: Codable & Sendable>: Sendable {
    /// The table that holds it.
    let table: StoreTable
    /// Its name in the table.
    let name: String

    init(_ table: StoreTable, _ name: String) {
        self.table = table
        self.name = name
    }
}
