// SPDX-License-Identifier: EUPL-1.2

/// The privileges that the serving role has on each table, as Deployment/postgres-grants.sql grants them.
enum ServingGrants {
    /// The tables with their privileges.
    static let tables: KeyValuePairs<String, [String]> = [
        "account": ["SELECT", "INSERT", "UPDATE", "DELETE"], "message": ["SELECT", "INSERT", "UPDATE", "DELETE"],
        "attestation": ["SELECT", "INSERT", "UPDATE", "DELETE"], "status_list": ["SELECT", "INSERT", "DELETE"],
        "wallet_key": ["SELECT", "INSERT", "DELETE", "TRUNCATE"], "wrong_pin": ["SELECT", "INSERT", "UPDATE", "DELETE"],
        "solution": ["SELECT", "INSERT"], "audit": ["SELECT", "INSERT"],
        "schema_migration": ["SELECT"],
    ]

    /// Selects one row for each privilege that the session's role lacks.
    static let missing = PostgresStatement(
        "grants.missing", repetition: .harmless,
        """
        SELECT needed.privilege || ' ON ' || needed.name AS missing
        FROM (VALUES \(tables.flatMap { table, privileges in privileges.map { "('\(table)', '\($0)')" } }.joined(separator: ", ")))
            AS needed(name, privilege)
        WHERE NOT has_table_privilege('\(SessionSettings.schema).' || needed.name, needed.privilege)
        ORDER BY needed.name, needed.privilege
        """)

    /// Returns the table or schema of this program that the server's message about a missing privilege names; nil if there is no match. The
    /// message may be in any language, and is dropped.
    static func object(in text: String) -> String? {
        let words = Set(text.split { !($0.isLetter || $0.isNumber || $0 == "_") }.map(String.init))
        return (tables.map(\.key) + [SessionSettings.schema]).first(where: words.contains)
    }
}
