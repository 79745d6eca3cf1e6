// SPDX-License-Identifier: EUPL-1.2

/// The tables of sealed values. Each has the columns `name` (text, primary key) and `sealed` (AES-256-GCM: nonce ‖ ciphertext ‖ tag).
///
/// A new table needs a new version of the schema: `StoreMigration`.
enum StoreTable: String, Sendable, CaseIterable {
    /// What the wallet is, from its registration on.
    case account
    /// What was begun and must survive a kill.
    case pending
    /// What the user chose.
    case preference
    /// What came from outside and must not be forgotten: newest editions seen, the last status, a link that waits. Since version 2.
    case received

    /// The version of the schema that brought the table.
    private var since: Int { self == .received ? 2 : 1 }

    /// The tables of a version, always in the same order.
    static func tables(in version: Int) -> [StoreTable] { allCases.filter { $0.since <= version } }
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
