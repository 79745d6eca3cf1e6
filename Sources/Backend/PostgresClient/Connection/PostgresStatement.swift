// SPDX-License-Identifier: EUPL-1.2

/// An SQL statement. Each connection prepares it on first use.
package struct PostgresStatement: Sendable {
    /// Defines if a statement may be repeated when its outcome is unknown.
    package enum Repetition: Sendable {
        /// The statement is idempotent: it only reads, or a second execution writes the same values.
        case harmless
        /// The statement must not be repeated: an unknown outcome throws `outcomeUnknown`.
        case forbidden
    }

    /// The name, unique to this SQL and these parameters. The server uses the first 63 bytes.
    let name: String
    let repetition: Repetition
    /// The types of $1, $2 and so on.
    let parameters: [PostgresType]
    package let sql: String

    /// Creates a statement. `sql` is constant text of this program and never contains external input.
    package init(_ name: String, repetition: Repetition, parameters: [PostgresType] = [], _ sql: String) {
        self.name = name
        self.repetition = repetition
        self.parameters = parameters
        self.sql = sql
    }

    /// True if the name's length is valid and each value matches its parameter's type or is `NULL`.
    func accepts(_ values: [PostgresValue]) -> Bool {
        (1...63).contains(name.utf8.count) && values.count == parameters.count
            && zip(values, parameters).allSatisfy { $0.type == nil || $0.type == $1 }
    }
}
