// SPDX-License-Identifier: EUPL-1.2

package import Deadlines
package import PostgresClient

extension PostgresSchema {
    /// The provider's schema in this version of the program.
    package static let provider = PostgresSchema(
        name: Schema.name, migrations: Schema.migrations, grants: ServingGrants.tables, migrationCommand: "wallet-provider migrate",
        unfinished: UnfinishedWork(
            table: MovedRows.mark,
            reason: "a move of accounts into the database is not complete: run wallet-provider accounts move again"))
}

extension PostgresConfiguration {
    /// Creates a configuration of the provider's database with these time limits, and otherwise the default settings.
    package init(address: PostgresAddress, timeouts: Timeouts) {
        self.init(address: address, timeouts: timeouts, schema: .provider, applicationName: "wallet-provider")
    }
}
