// SPDX-License-Identifier: EUPL-1.2

/// PostgreSQL's five-character error code (PostgreSQL documentation, appendix A). It is the only part of a server error that is kept,
/// because the texts may quote values.
package struct SQLState: Sendable, Hashable, CustomStringConvertible {
    /// Five digits and upper-case letters.
    package let description: String

    /// Parses a code; nil if the text is not a valid code.
    package init?(_ text: some StringProtocol) {
        let characters = text.utf8
        guard characters.count == 5, characters.allSatisfy({ (0x30...0x39).contains($0) || (0x41...0x5A).contains($0) }) else { return nil }
        description = String(text)
    }

    /// The class: the first two characters.
    var group: Substring { description.prefix(2) }

    /// True if the server is starting, stopping or now read-only, or the connection is broken. A new connection may succeed.
    var asksForNewConnection: Bool {
        group == "08" || ["25006", "57P01", "57P02", "57P03", "57P04", "57P05"].contains(description)
    }

    /// True if a prepared statement of this connection no longer matches the database.
    var asksForNewPreparation: Bool { ["26000", "0A000"].contains(description) }

    /// True if the statement conflicted with another statement and was rolled back. A retry may succeed.
    var isConflict: Bool { ["40001", "40P01"].contains(description) }

    /// True if the cause is the server and not the statement: resources, operator intervention, locks, internal errors.
    var isOutage: Bool { asksForNewConnection || isConflict || ["53", "57", "58", "XX"].contains(group) || description == "55P03" }

    /// True if the cause may be the server process of this connection, such as its memory or caches. If this repeats, a new connection may
    /// succeed.
    var mayBeOfProcess: Bool { ["53", "58", "XX"].contains(group) && !isDamage }

    var isMissingPrivilege: Bool { description == "42501" }

    /// The message for the operator if the server rejected the connection with this code.
    var sentence: String? {
        switch description {
        case "28P01": "the server refuses the password"
        case "28000": "the server does not let this role in from here (pg_hba.conf), or there is no such role"
        case "3D000": "there is no such database"
        case "42501": "the role lacks CONNECT on the database"
        case "53300": "the server has no connection left"
        default: nil
        }
    }

    /// True if the server found its own files damaged.
    var isDamage: Bool { ["XX001", "XX002"].contains(description) }
}
