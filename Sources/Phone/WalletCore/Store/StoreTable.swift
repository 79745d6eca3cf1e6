// SPDX-License-Identifier: EUPL-1.2

/// The tables of sealed values. Each has the columns `name` (text, primary key) and `sealed` (AES-256-GCM: nonce ‖ ciphertext ‖ tag).
///
/// A new table needs a new version of the schema: `StoreMigration`.
enum StoreTable: String, Sendable, CaseIterable {
    /// The entry of each card: the data that the dashboard shows, and the card's status. This table comes first, so that a write to another
    /// table does not digest the entries again. Since version 5.
    case cardEntry = "card_entry"
    /// The identity of the wallet, after its registration.
    case account
    /// Operations in progress that must survive a kill.
    case pending
    /// The user's choices.
    case preference
    /// Received data that must survive: the newest editions seen, the last status, a pending link. Since version 2.
    case received
    /// The data shown when a card is opened. Since version 3.
    case card
    /// The copies of credentials. Since version 3.
    case copy
    /// The events of cards. Since version 3.
    case event

    /// The version of the schema that added the table.
    private var since: Int {
        switch self {
        case .account, .pending, .preference: 1
        case .received: 2
        case .card, .copy, .event: 3
        case .cardEntry: 5
        }
    }

    /// True if the table may have so many rows that neither a start nor a write reads all of them. Its rows are written once and never
    /// changed, except that a deleted event leaves a row without contents. Their names are never reused, and values of the other tables
    /// determine which rows count.
    var isLarge: Bool {
        switch self {
        case .cardEntry, .account, .pending, .preference, .received: false
        case .card, .copy, .event: true
        }
    }

    /// True if a row's name is the identifier of a card, copy or event, which reveals nothing.
    var isNamedByCards: Bool { isLarge || self == .cardEntry }

    /// Returns the tables of a version, always in the same order.
    static func tables(in version: Int) -> [StoreTable] { allCases.filter { $0.since <= version } }
}

/// The name of one sealed value, with its type.
///
/// A record names the keys of its JSON itself and contains no type that is shown, so that neither a renamed property nor another screen
/// changes the stored bytes.
struct StoreKey<Value: Codable & Sendable>: Sendable {
    let table: StoreTable
    /// The name in the table.
    let name: String

    init(_ table: StoreTable, _ name: String) {
        self.table = table
        self.name = name
    }
}
