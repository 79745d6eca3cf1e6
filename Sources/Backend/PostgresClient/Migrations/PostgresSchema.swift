// SPDX-License-Identifier: EUPL-1.2

/// The part of a database that belongs to one program: a schema with the program's tables and functions.
package struct PostgresSchema: Sendable {
    /// The name of the schema of all tables and functions. The search path contains no other user's schema, so unqualified names never
    /// refer to foreign objects.
    let name: String
    /// The steps from an empty database to this version of the program.
    let migrations: [Migration]
    /// The privileges that the serving role has on each table; none if the program does not check them.
    let grants: KeyValuePairs<String, [String]>
    /// The command that migrates the database, for the operator.
    let migrationCommand: String
    /// The work that is interrupted as long as its table exists; nil if there is no such work.
    let unfinished: UnfinishedWork?

    /// Creates a schema.
    ///
    /// - Parameters:
    ///   - name: a lower-case SQL name, constant text of the program.
    ///   - migrations: the steps to the version of the program, in order.
    ///   - grants: the privileges that the serving role has on each table, such as `SELECT`.
    ///   - migrationCommand: the command that migrates the database, such as `wallet-provider migrate`.
    ///   - unfinished: the work without whose end no server may use the database.
    package init(
        name: String, migrations: [Migration], grants: KeyValuePairs<String, [String]>, migrationCommand: String,
        unfinished: UnfinishedWork? = nil
    ) {
        self.name = name
        self.migrations = migrations
        self.grants = grants
        self.migrationCommand = migrationCommand
        self.unfinished = unfinished
    }
}

/// Work on a database that no server may use before its end, such as a move of rows into it.
package struct UnfinishedWork: Sendable {
    /// The table of the schema that exists from the beginning of the work to its end.
    let table: String
    /// The unfinished work and the command that completes it, for the operator.
    let reason: String

    package init(table: String, reason: String) {
        self.table = table
        self.reason = reason
    }
}
