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
    /// What is shown of each card. Since version 3.
    case card
    /// The copies of credentials. Since version 3.
    case copy
    /// What happened to cards. Since version 3.
    case event

    /// The version of the schema that brought the table.
    private var since: Int {
        switch self {
        case .account, .pending, .preference: 1
        case .received: 2
        case .card, .copy, .event: 3
        }
    }

    /// Whether it may hold so many rows that neither a start nor a write looks at all of them. Its rows are written once and never changed, each
    /// has a name that no other row ever had, and values of the other tables say which of them count.
    var isLarge: Bool {
        switch self {
        case .account, .pending, .preference, .received: false
        case .card, .copy, .event: true
        }
    }

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
