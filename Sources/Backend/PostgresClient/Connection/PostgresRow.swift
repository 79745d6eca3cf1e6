// SPDX-License-Identifier: EUPL-1.2

/// A row of a result. Columns are read by name; a value of the wrong type throws an error instead of trapping.
package struct PostgresRow: Sendable {
    let columns: [String]
    let values: [PostgresValue]

    /// Returns a column's value.
    ///
    /// - Throws: `PostgresError` with `damaged` if the column does not exist.
    package func value(_ column: String) throws(PostgresError) -> PostgresValue {
        guard let index = columns.firstIndex(of: column), values.indices.contains(index) else {
            throw PostgresError(.damaged, "a result without the column \(column)")
        }
        return values[index]
    }

    /// Returns true if a column is `NULL`.
    package func isNull(_ column: String) throws(PostgresError) -> Bool { try value(column) == .null }

    /// Reads a `bool`; nil for `NULL`.
    package func optionalBoolean(_ column: String) throws(PostgresError) -> Bool? {
        try optional(column) { if case .boolean(let value) = $0 { value } else { nil } }
    }

    /// Reads an `int8`, `int4` or `int2`; nil for `NULL`.
    package func optionalInteger(_ column: String) throws(PostgresError) -> Int64? {
        try optional(column) { if case .integer(let value) = $0 { value } else { nil } }
    }

    /// Reads a `text`; nil for `NULL`.
    package func optionalText(_ column: String) throws(PostgresError) -> String? {
        try optional(column) { if case .text(let value) = $0 { value } else { nil } }
    }

    /// Reads a `bytea`; nil for `NULL`.
    package func optionalBytes(_ column: String) throws(PostgresError) -> [UInt8]? {
        try optional(column) { if case .bytes(let value) = $0 { value } else { nil } }
    }

    /// Reads a `bool`; throws for `NULL`.
    package func boolean(_ column: String) throws(PostgresError) -> Bool { try present(column, optionalBoolean(column)) }

    /// Reads an integer; throws for `NULL`.
    package func integer(_ column: String) throws(PostgresError) -> Int64 { try present(column, optionalInteger(column)) }

    /// Reads a `text`; throws for `NULL`.
    package func text(_ column: String) throws(PostgresError) -> String { try present(column, optionalText(column)) }

    /// Reads a `bytea`; throws for `NULL`.
    package func bytes(_ column: String) throws(PostgresError) -> [UInt8] { try present(column, optionalBytes(column)) }

    private func optional<Value>(_ column: String, _ read: (PostgresValue) -> Value?) throws(PostgresError) -> Value? {
        let stored = try value(column)
        guard stored != .null else { return nil }
        return try present(column, read(stored))
    }

    private func present<Value>(_ column: String, _ value: Value?) throws(PostgresError) -> Value {
        guard let value else { throw PostgresError(.damaged, "the column \(column) has another type than it was written with") }
        return value
    }
}
