// SPDX-License-Identifier: EUPL-1.2

/// PostgreSQL's five-character code of an error (PostgreSQL documentation, appendix A). The only part of the server's errors that is kept:
/// its texts may quote values.
package struct SQLState: Sendable, Hashable, CustomStringConvertible {
    /// Five digits and upper-case letters.
    package let description: String

    /// A code as the server sent it; nil when it is not one.
    package init?(_ text: some StringProtocol) {
        let characters = text.utf8
        guard characters.count == 5, characters.allSatisfy({ (0x30...0x39).contains($0) || (0x41...0x5A).contains($0) }) else { return nil }
        description = String(text)
    }

    /// The class: the first two characters.
    var group: Substring { description.prefix(2) }

    /// The server is stopping, starting, or became read-only, or the connection is at fault: another connection may do better.
    var asksForNewConnection: Bool {
        group == "08" || ["25006", "57P01", "57P02", "57P03", "57P04", "57P05"].contains(description)
    }

    /// What this connection has prepared does not fit the database any more.
    var asksForNewPreparation: Bool { ["26000", "0A000"].contains(description) }

    /// The statement met another one and was taken back as a whole; doing it again may succeed.
    var isConflict: Bool { ["40001", "40P01"].contains(description) }

    /// The server, not the statement, is at fault: resources, interventions, locks, its own errors.
    var isOutage: Bool { asksForNewConnection || isConflict || ["53", "57", "58", "XX"].contains(group) || description == "55P03" }

    /// The role lacks a privilege.
    var isMissingPrivilege: Bool { description == "42501" }

    /// For the codes with which a server refuses a connection: what an operator is told.
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

    /// The server found its own files damaged.
    var isDamage: Bool { ["XX001", "XX002"].contains(description) }
}
