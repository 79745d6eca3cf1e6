// SPDX-License-Identifier: EUPL-1.2

import GRDB
import ProviderProtocol
import TestEnvironment

/// Acts of an operator or of an attacker with access to the database.
extension TestProvider {
    private func change(_ sql: String, _ arguments: StatementArguments) throws {
        let queue = try DatabaseQueue.beside(directory.path("accounts.sqlite"))
        try queue.write { try $0.execute(sql: sql, arguments: arguments) }
        try queue.close()
    }

    /// Runs any SQL statement.
    func change(_ sql: String, values: [String] = []) throws {
        try change(sql, StatementArguments(values))
    }

    func revoke(_ phone: TestPhone, reason: String) throws {
        try change(
            "UPDATE account SET state = 'revoked', ended_at = 1, revocation_reason = ? WHERE wallet_id = ?", [reason, phone.walletID.text])
    }

    func forget(_ phone: TestPhone) throws {
        try change("DELETE FROM account WHERE wallet_id = ?", [phone.walletID.text])
    }

    func setAttempts(_ attempts: Int64, of phone: TestPhone) throws {
        try change("UPDATE account SET attempts = ? WHERE wallet_id = ?", [attempts, phone.walletID.text])
    }

    /// Replaces the sealed PIN key of one account by that of a different account.
    func copyPINKey(from source: TestPhone, to target: TestPhone) throws {
        try change(
            "UPDATE account SET sealed_pin_key = (SELECT sealed_pin_key FROM account WHERE wallet_id = ?) WHERE wallet_id = ?",
            [source.walletID.text, target.walletID.text])
    }

    func enrolmentChallenge() async throws -> String {
        var phone = TestPhone()
        return try await enroll(&phone)
    }
}

extension TestProvider {
    func count(_ table: String) throws -> Int {
        let queue = try DatabaseQueue(path: directory.path("accounts.sqlite"))
        defer { try? queue.close() }
        return try queue.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM \(table)") } ?? 0
    }
}

extension TestProvider {
    /// Returns the whole row of an account as text, for comparison; empty if there is none.
    func row(of phone: TestPhone) throws -> String {
        let queue = try DatabaseQueue(path: directory.path("accounts.sqlite"))
        defer { try? queue.close() }
        return try queue.read { database in
            let row = try Row.fetchOne(database, sql: "SELECT * FROM account WHERE wallet_id = ?", arguments: [phone.walletID.text])
            return row.map { row in row.map { "\($0)=\($1.storage)" }.joined(separator: " ") } ?? ""
        }
    }
}
