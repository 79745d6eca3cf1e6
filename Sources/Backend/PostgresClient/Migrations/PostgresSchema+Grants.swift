// SPDX-License-Identifier: EUPL-1.2

extension PostgresSchema {
    /// Selects one row for each privilege that the session's role lacks; nil if there is nothing to check.
    var missingGrants: PostgresStatement? {
        guard !grants.isEmpty else { return nil }
        let needed = grants.flatMap { table, privileges in privileges.map { "('\(table)', '\($0)')" } }.joined(separator: ", ")
        return PostgresStatement(
            "grants.missing", repetition: .harmless,
            """
            SELECT needed.privilege || ' ON ' || needed.name AS missing
            FROM (VALUES \(needed))
                AS needed(name, privilege)
            WHERE NOT has_table_privilege('\(name).' || needed.name, needed.privilege)
            ORDER BY needed.name, needed.privilege
            """)
    }

    /// Returns the table or schema of this program that the server's message about a missing privilege names; nil if there is no match. The
    /// message may be in any language, and is dropped.
    func object(in text: String) -> String? {
        let words = Set(text.split { !($0.isLetter || $0.isNumber || $0 == "_") }.map(String.init))
        return (grants.map(\.key) + [name]).first(where: words.contains)
    }
}
