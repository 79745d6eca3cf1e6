// SPDX-License-Identifier: EUPL-1.2

import Crypto
import Foundation
import GRDB

/// Something that is kept for a while under a secret: only the secret's digest is stored, and whoever brings it gets the value.
protocol StoredRecord: Codable, Sendable {
    /// The name of its kind; different for every type.
    static var kind: String { get }
}

extension IssuerStore {
    /// Keeps a value under a new secret.
    ///
    /// - Parameter expiresAt: seconds since 1970; from then on it is as if it had never been there.
    func put<Record: StoredRecord>(_ record: Record, under secret: String, until expiresAt: Int64) async throws {
        let value = try JSONEncoder().encode(record)
        let key = Self.key(secret)
        try await writing { database, _ in
            try database.execute(
                sql: "INSERT INTO record (kind, key, value, expires_at) VALUES (?, ?, ?, ?)",
                arguments: [Record.kind, key, value, expiresAt])
        }
    }

    /// Takes a value out: of all who ask for it, one gets it.
    func take<Record: StoredRecord>(_ type: Record.Type, _ secret: String) async throws -> Record? {
        let key = Self.key(secret)
        let value = try await writing { database, now in
            try Data.fetchOne(
                database, sql: "DELETE FROM record WHERE kind = ? AND key = ? AND expires_at > ? RETURNING value",
                arguments: [Record.kind, key, now])
        }
        return try value.map { try JSONDecoder().decode(Record.self, from: $0) }
    }

    /// Reads a value and lets it be.
    func read<Record: StoredRecord>(_ type: Record.Type, _ secret: String) async throws -> Record? {
        let key = Self.key(secret)
        let value = try await reading { database, now in
            try Data.fetchOne(
                database, sql: "SELECT value FROM record WHERE kind = ? AND key = ? AND expires_at > ?", arguments: [Record.kind, key, now])
        }
        return try value.map { try JSONDecoder().decode(Record.self, from: $0) }
    }

    /// Changes a value; nobody else reads or changes it in between.
    ///
    /// - Parameter change: gets the value; nil as its result removes it.
    /// - Returns: the value before; nil without one, and then nothing was changed.
    func update<Record: StoredRecord>(
        _ type: Record.Type, _ secret: String, _ change: @Sendable @escaping (Record) -> Record?
    ) async throws -> Record? {
        let key = Self.key(secret)
        return try await writing { database, now in
            let row = try Data.fetchOne(
                database, sql: "SELECT value FROM record WHERE kind = ? AND key = ? AND expires_at > ?", arguments: [Record.kind, key, now])
            guard let row else { return nil }
            let record = try JSONDecoder().decode(Record.self, from: row)
            if let changed = change(record) {
                try database.execute(
                    sql: "UPDATE record SET value = ? WHERE kind = ? AND key = ?",
                    arguments: [try JSONEncoder().encode(changed), Record.kind, key])
            } else {
                try database.execute(sql: "DELETE FROM record WHERE kind = ? AND key = ?", arguments: [Record.kind, key])
            }
            return record
        }
    }

    /// Marks an identifier as used.
    ///
    /// - Returns: true the first time, until it may be forgotten.
    func use(_ identifier: String, until expiresAt: Int64) async throws -> Bool {
        let key = Self.key(identifier)
        return try await writing { database, now in
            try database.execute(sql: "DELETE FROM used WHERE key = ? AND expires_at <= ?", arguments: [key, now])
            try database.execute(sql: "INSERT OR IGNORE INTO used (key, expires_at) VALUES (?, ?)", arguments: [key, expiresAt])
            return database.changesCount == 1
        }
    }

    /// A secret of the issuer's own: made the first time, and the same from then on.
    func secret(_ name: String, random: @Sendable @escaping (Int) -> [UInt8]) async throws -> [UInt8] {
        try await writing { database, _ in
            try database.execute(
                sql: "INSERT OR IGNORE INTO secret (name, value) VALUES (?, ?)", arguments: [name, Data(random(32))])
            let value = try Data.fetchOne(database, sql: "SELECT value FROM secret WHERE name = ?", arguments: [name])
            guard let value else { throw IssuerStoreError(.damaged, "a secret is missing") }
            return Array(value)
        }
    }

    /// Removes what is over.
    func removeExpired() async throws {
        try await writing { database, now in
            try database.execute(sql: "DELETE FROM record WHERE expires_at <= ?", arguments: [now])
            try database.execute(sql: "DELETE FROM used WHERE expires_at <= ?", arguments: [now])
        }
    }

    /// The digest under which something is kept.
    static func key(_ secret: String) -> Data { Data(SHA256.hash(data: Array(secret.utf8))) }
}
