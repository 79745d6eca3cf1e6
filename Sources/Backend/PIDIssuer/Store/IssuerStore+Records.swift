// SPDX-License-Identifier: EUPL-1.2

import Crypto
import Foundation
import GRDB

/// A value stored for a limited time under a secret. Only the secret's digest is stored; the secret gives access to the value.
protocol StoredRecord: Codable, Sendable {
    /// The name of the kind, unique for each type.
    static var kind: String { get }
}

extension IssuerStore {
    /// Stores a value under a new secret.
    ///
    /// - Parameter expiresAt: seconds since 1970. From then on the value is ignored.
    func put<Record: StoredRecord>(_ record: Record, under secret: String, until expiresAt: Int64) async throws {
        let value = try JSONEncoder().encode(record)
        let key = Self.key(secret)
        try await writing { database, _ in
            try database.execute(
                sql: "INSERT INTO record (kind, key, value, expires_at) VALUES (?, ?, ?, ?)",
                arguments: [Record.kind, key, value, expiresAt])
        }
    }

    /// Removes and returns a value. Of concurrent callers, only one receives it.
    func take<Record: StoredRecord>(_ type: Record.Type, _ secret: String) async throws -> Record? {
        let key = Self.key(secret)
        let value = try await writing { database, now in
            try Data.fetchOne(
                database, sql: "DELETE FROM record WHERE kind = ? AND key = ? AND expires_at > ? RETURNING value",
                arguments: [Record.kind, key, now])
        }
        return try value.map { try JSONDecoder().decode(Record.self, from: $0) }
    }

    /// Returns a value without changing it.
    func read<Record: StoredRecord>(_ type: Record.Type, _ secret: String) async throws -> Record? {
        let key = Self.key(secret)
        let value = try await reading { database, now in
            try Data.fetchOne(
                database, sql: "SELECT value FROM record WHERE kind = ? AND key = ? AND expires_at > ?", arguments: [Record.kind, key, now])
        }
        return try value.map { try JSONDecoder().decode(Record.self, from: $0) }
    }

    /// Changes a value atomically.
    ///
    /// - Parameter change: receives the value and returns the new value; nil removes it.
    /// - Returns: the previous value; nil if there was no value, and nothing was changed.
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
    /// - Returns: true at the first use before `expiresAt`.
    func use(_ identifier: String, until expiresAt: Int64) async throws -> Bool {
        let key = Self.key(identifier)
        return try await writing { database, now in
            try database.execute(sql: "DELETE FROM used WHERE key = ? AND expires_at <= ?", arguments: [key, now])
            try database.execute(sql: "INSERT OR IGNORE INTO used (key, expires_at) VALUES (?, ?)", arguments: [key, expiresAt])
            return database.changesCount == 1
        }
    }

    /// Returns a secret of the issuer. It is created at the first call and stays the same.
    func secret(_ name: String, random: @Sendable @escaping (Int) -> [UInt8]) async throws -> [UInt8] {
        try await writing { database, _ in
            try database.execute(
                sql: "INSERT OR IGNORE INTO secret (name, value) VALUES (?, ?)", arguments: [name, Data(random(32))])
            let value = try Data.fetchOne(database, sql: "SELECT value FROM secret WHERE name = ?", arguments: [name])
            guard let value else { throw IssuerStoreError(.damaged, "a secret is missing") }
            return Array(value)
        }
    }

    /// Removes expired records and identifiers.
    func removeExpired() async throws {
        try await writing { database, now in
            try database.execute(sql: "DELETE FROM record WHERE expires_at <= ?", arguments: [now])
            try database.execute(sql: "DELETE FROM used WHERE expires_at <= ?", arguments: [now])
        }
    }

    /// Returns the digest that serves as the storage key.
    static func key(_ secret: String) -> Data { Data(SHA256.hash(data: Array(secret.utf8))) }
}
