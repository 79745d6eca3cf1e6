// SPDX-License-Identifier: EUPL-1.2

import Foundation
import GRDB
import StatusList

/// The position of a credential's status.
package struct StatusEntry: Sendable, Hashable, Codable {
    /// The list's number, from 1.
    package let list: Int
    /// The index in the list, from 0.
    package let entry: Int

    package init(list: Int, entry: Int) {
        self.list = list
        self.entry = entry
    }
}

extension IssuerStore {
    /// The number of entries in a list, one bit each.
    static let listSize = 131_072

    /// Takes free entries at random, so that the entries of one person cannot be linked.
    ///
    /// - Parameters:
    ///   - batch: the id by which these entries are revoked together.
    ///   - expiresAt: the end of the credentials' validity. Entries are never reused.
    /// - Throws: ``IssuerStoreError``.
    func takeStatusEntries(
        _ count: Int, personMark: [UInt8], batch: [UInt8], expiresAt: Int64, listSize: Int = listSize,
        random: @Sendable @escaping (_ below: Int) -> Int
    ) async throws(IssuerStoreError) -> [StatusEntry] {
        try await writing { database, now in
            var entries: [StatusEntry] = []
            for _ in 0..<count {
                let (list, size) = try Self.openList(database, size: listSize)
                var isTaken = false
                for _ in 0..<1000 where !isTaken {
                    let entry = random(size)
                    try database.execute(
                        sql: """
                            INSERT OR IGNORE INTO status (list, entry, person_mark, batch, issued_at, expires_at, is_revoked)
                            VALUES (?, ?, ?, ?, ?, ?, 0)
                            """,
                        arguments: [list, entry, Data(personMark), Data(batch), now, expiresAt])
                    guard database.changesCount == 1 else { continue }
                    entries.append(StatusEntry(list: list, entry: entry))
                    isTaken = true
                }
                guard isTaken else { throw IssuerStoreError(.full, "no free entry was found") }
                try database.execute(sql: "UPDATE status_list SET taken = taken + 1 WHERE number = ?", arguments: [list])
            }
            return entries
        }
    }

    /// Returns the current list. Starts a new list when three quarters are taken, so that free entries are found quickly.
    private static func openList(_ database: Database, size: Int) throws -> (number: Int, size: Int) {
        let last = try Row.fetchOne(
            database,
            sql: "SELECT number, size, taken FROM status_list ORDER BY number DESC LIMIT 1")
        if let number = last?["number"] as Int?, let size = last?["size"] as Int?, let taken = last?["taken"] as Int?, taken < size / 4 * 3
        {
            return (number, size)
        }
        let number = (last?["number"] as Int? ?? 0) + 1
        try database.execute(sql: "INSERT INTO status_list (number, size, taken, revision) VALUES (?, ?, 0, 1)", arguments: [number, size])
        return (number, size)
    }

    /// Returns the HMAC of the person with the most recently issued credential that is not revoked; nil if there is none. Scans the whole
    /// table, which is acceptable only for a demo with one phone.
    package func newestPersonMark() async throws(IssuerStoreError) -> [UInt8]? {
        try await reading { database, _ in
            try Data.fetchOne(
                database, sql: "SELECT person_mark FROM status WHERE is_revoked = 0 ORDER BY issued_at DESC LIMIT 1"
            ).map(Array.init)
        }
    }

    /// The credentials to revoke.
    package enum Revocation: Sendable, Hashable {
        /// One credential.
        case entry(StatusEntry)
        /// All credentials of a person, by the person's HMAC.
        case person([UInt8])
        /// All credentials of one answer.
        case batch([UInt8])
    }

    /// Revokes credentials permanently. Idempotent.
    ///
    /// - Returns: the number of newly revoked credentials; nil if the entry does not exist.
    package func revoke(_ what: Revocation) async throws(IssuerStoreError) -> Int? {
        try await writing { database, _ in
            let (condition, arguments): (String, StatementArguments) =
                switch what {
                case .entry(let entry): ("list = ? AND entry = ?", [entry.list, entry.entry])
                case .person(let mark): ("person_mark = ?", [Data(mark)])
                case .batch(let batch): ("batch = ?", [Data(batch)])
                }
            let found = try Int.fetchOne(database, sql: "SELECT count(*) FROM status WHERE " + condition, arguments: arguments)
            guard let found, found > 0 else { return nil }
            try database.execute(
                sql: "UPDATE status_list SET revision = revision + 1 WHERE number IN (SELECT list FROM status WHERE is_revoked = 0 AND "
                    + condition + ")", arguments: arguments)
            try database.execute(sql: "UPDATE status SET is_revoked = 1 WHERE is_revoked = 0 AND " + condition, arguments: arguments)
            return database.changesCount
        }
    }

    /// Returns the revision of a list; nil if the list does not exist.
    func statusRevision(of list: Int) async throws(IssuerStoreError) -> Int? {
        try await reading { database, _ in
            try Int.fetchOne(database, sql: "SELECT revision FROM status_list WHERE number = ?", arguments: [list])
        }
    }

    /// Returns the current list with its revision; nil if the list does not exist.
    func statusList(_ number: Int) async throws(IssuerStoreError) -> (list: StatusListEntries, revision: Int)? {
        try await reading { database, _ in
            guard
                let row = try Row.fetchOne(database, sql: "SELECT size, revision FROM status_list WHERE number = ?", arguments: [number]),
                let size = row["size"] as Int?, let revision = row["revision"] as Int?
            else { return nil }
            var list = StatusListEntries(bits: .one, count: size)
            let revoked = try Int.fetchAll(
                database, sql: "SELECT entry FROM status WHERE list = ? AND is_revoked = 1", arguments: [number])
            for entry in revoked { try list.set(.invalid, at: entry) }
            return (list, revision)
        }
    }
}
