// SPDX-License-Identifier: EUPL-1.2

import Testing

@testable import WalletProviderSQLite

/// SQLite numbers named arguments in the order in which a statement first names them. An unlock gives its arguments in this order.
struct SQLiteArgumentTests {
    static let reservation = ["seq", "counter", "perRound", "now", "waits", "wallet", "maximum", "version"]

    @Test(arguments: [
        (SQLiteAccountStore.reserving, reservation), (SQLiteAccountStore.reservingKnown, reservation + ["key", "floor", "coded", "day"]),
    ])
    func `a reservation names its arguments in the order in which they are given`(sql: String, expected: [String]) {
        var names: [String] = []
        for match in sql.matches(of: #/:([A-Za-z]+)/#) where !names.contains(String(match.1)) { names.append(String(match.1)) }
        #expect(names == expected)
    }
}
