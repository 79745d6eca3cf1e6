// SPDX-License-Identifier: EUPL-1.2

import Foundation
import GRDB

/// Codes that work once, and the effect of a second use (RFC 6749 §4.1.2, §10.5). Each function is one transaction. So a second use revokes
/// the token, whether it comes before, during or after the token is stored.
extension IssuerStore {
    /// Takes a code for its first use. A second use revokes the token of the first use.
    ///
    /// - Parameter until: the time after which no token of this code can be valid, in seconds since 1970.
    /// - Returns: the code's record; nil for a code that is unknown, expired or already used.
    func redeem(_ code: String, rememberedUntil until: Int64) async throws -> CodeRecord? {
        let key = Self.key(code)
        let value = try await writing { database, now in
            let value = try Data.fetchOne(
                database, sql: "DELETE FROM record WHERE kind = ? AND key = ? AND expires_at > ? RETURNING value",
                arguments: [CodeRecord.kind, key, now])
            if value != nil {
                let first = try JSONEncoder().encode(UsedCodeRecord(token: nil, isReplayed: false))
                try database.execute(
                    sql: "INSERT INTO record (kind, key, value, expires_at) VALUES (?, ?, ?, ?)",
                    arguments: [UsedCodeRecord.kind, key, first, until])
            } else if let used = try Self.usedCode(database, key, now) {
                if let token = used.token {
                    try database.execute(sql: "DELETE FROM record WHERE kind = ? AND key = ?", arguments: [TokenRecord.kind, token])
                }
                try Self.change(database, key, to: UsedCodeRecord(token: nil, isReplayed: true))
            }
            return value
        }
        return try value.map { try JSONDecoder().decode(CodeRecord.self, from: $0) }
    }

    /// Stores the token of a code's first use.
    ///
    /// - Parameter expiresAt: seconds since 1970.
    /// - Returns: false if the code was used again since; nothing is stored in that case.
    func put(_ token: TokenRecord, under secret: String, until expiresAt: Int64, ofCode code: String) async throws -> Bool {
        let value = try JSONEncoder().encode(token)
        let (codeKey, tokenKey) = (Self.key(code), Self.key(secret))
        return try await writing { database, now in
            guard let used = try Self.usedCode(database, codeKey, now), !used.isReplayed else { return false }
            try database.execute(
                sql: "INSERT INTO record (kind, key, value, expires_at) VALUES (?, ?, ?, ?)",
                arguments: [TokenRecord.kind, tokenKey, value, expiresAt])
            try Self.change(database, codeKey, to: UsedCodeRecord(token: tokenKey, isReplayed: false))
            return true
        }
    }

    private static func usedCode(_ database: Database, _ key: Data, _ now: Int64) throws -> UsedCodeRecord? {
        try Data.fetchOne(
            database, sql: "SELECT value FROM record WHERE kind = ? AND key = ? AND expires_at > ?",
            arguments: [UsedCodeRecord.kind, key, now]
        ).map { try JSONDecoder().decode(UsedCodeRecord.self, from: $0) }
    }

    private static func change(_ database: Database, _ key: Data, to record: UsedCodeRecord) throws {
        try database.execute(
            sql: "UPDATE record SET value = ? WHERE kind = ? AND key = ?",
            arguments: [try JSONEncoder().encode(record), UsedCodeRecord.kind, key])
    }
}
