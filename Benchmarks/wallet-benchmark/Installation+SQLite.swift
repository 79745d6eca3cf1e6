// SPDX-License-Identifier: EUPL-1.2

import Deadlines
import HSM
import PhoneSimulator
import WalletProvider
import WalletProviderSQLite

extension Installation {
    /// The default installation, with an embedded database.
    static func sqlite(state: String, arguments: [String], _ authority: DevelopmentAppleCA) -> Installation {
        Installation(
            kind: .sqlite, authority: authority, serveArguments: arguments, tlsDirectory: state + "/tls",
            outages: [.heldDatabase(state + "/accounts.sqlite"), .slowDatabase(state + "/accounts.sqlite")],
            openHSM: { OpenedHSM(hsm: try keys(state), close: {}) },
            open: {
                SQLiteTrace.start()
                let hsm = try keys(state)
                // As `serve` opens it.
                let store = try SQLiteAccountStore(
                    path: state + "/accounts.sqlite", timeouts: .production, outcomeDelay: SQLiteAccountStore.outcomeDelay)
                return Parts(store: store, hsm: hsm, close: { try store.close() })
            },
            beginCount: {
                let before = SQLiteTrace.count
                return { SQLiteTrace.count - before }
            })
    }

    private static func keys(_ state: String) throws -> SoftwareHSM {
        try SoftwareHSM(keyFile: state + "/keys.sealed", secretFile: state + "/keys.secret")
    }
}
