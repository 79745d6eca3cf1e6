// SPDX-License-Identifier: EUPL-1.2

/// A column of a table, with what its values' text depends on.
struct MovedColumn: Sendable, Hashable {
    let name: String
    let isBytes: Bool
    let isBoolean: Bool

    /// The SQL of a value in an `AccountRowPage`'s line.
    var text: String {
        let bytes = isBytes ? "\"\(name)\"" : "convert_to(\"\(name)\"\(isBoolean ? "::int" : "")::text, 'UTF8')"
        return "coalesce(encode(\(bytes), 'hex'), '-')"
    }
}
