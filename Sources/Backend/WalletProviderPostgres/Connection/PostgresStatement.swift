// SPDX-License-Identifier: EUPL-1.2

/// One SQL statement, which every connection prepares when it first needs it.
package struct PostgresStatement: Sendable {
    /// What may be done when nobody knows whether it was done.
    package enum Repetition: Sendable {
        /// Doing it twice is like doing it once: it only reads, or what it writes is the same again.
        case harmless
        /// It must not be done again: `outcomeUnknown`.
        case forbidden
    }

    /// Its name, the same for the same SQL and parameters only. The server looks at the first 63 bytes.
    let name: String
    let repetition: Repetition
    /// The types of $1, $2 and so on.
    let parameters: [PostgresType]
    let sql: String

    /// A statement of this program's text; nothing from outside ever becomes part of `sql`.
    package init(_ name: String, repetition: Repetition, parameters: [PostgresType] = [], _ sql: String) {
        self.name = name
        self.repetition = repetition
        self.parameters = parameters
        self.sql = sql
    }

    /// Whether the server can tell the name from others, the values are as many as the parameters, and each is of its type or `NULL`.
    func accepts(_ values: [PostgresValue]) -> Bool {
        (1...63).contains(name.utf8.count) && values.count == parameters.count
            && zip(values, parameters).allSatisfy { $0.type == nil || $0.type == $1 }
    }
}
