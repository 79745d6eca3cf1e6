// SPDX-License-Identifier: EUPL-1.2

import GRDB
package import ProviderProtocol
package import WalletProvider

extension SQLiteAccountStore {
    /// A conditional UPDATE of the account; only when it changed the row, the challenge and the answer are written.
    package func issue(
        _ challenge: InstructionChallenge, expiringAt expiry: Timestamp, to message: MessageIdentity, answer: StoredAnswer, now: Timestamp
    ) async throws(AccountStoreError) -> Bool {
        try await writing { database in
            try database.execute(
                sql: """
                    UPDATE account SET seq = :seq, assertion_counter = :counter, is_used = 1
                    WHERE wallet_id = :wallet AND state = 'active' AND seq < :seq AND assertion_counter < :counter
                    """,
                arguments: [
                    "wallet": message.walletID.text, "seq": message.sequenceNumber, "counter": Int64(message.assertionCounter),
                ])
            guard database.changesCount == 1 else { return false }
            try database.execute(
                sql: """
                    INSERT INTO challenge (wallet_id, instruction, value, expires_at) VALUES (?, ?, ?, ?)
                    ON CONFLICT (wallet_id, instruction) DO UPDATE SET value = excluded.value, expires_at = excluded.expires_at
                    """,
                arguments: [message.walletID.text, challenge.instruction.rawValue, challenge.value, expiry.milliseconds])
            try record(message, answer: answer, now: now, in: database)
            return true
        }
    }

    /// The reservation: one conditional UPDATE … RETURNING; only when it changed the row, the challenge is deleted and the message recorded.
    package func reserveAttempt(
        for message: MessageIdentity, answering challenge: InstructionChallenge, under policy: PINRetryPolicy, now: Timestamp
    ) async throws(AccountStoreError) -> Int? {
        let waits = policy.waitsByAttempt.map { wait in
            "WHEN \(wait.attempt) THEN \(now.advanced(byMilliseconds: wait.milliseconds).milliseconds)"
        }
        let waitUntil = waits.isEmpty ? "NULL" : "CASE attempts + 1 \(waits.joined(separator: " ")) ELSE NULL END"
        return try await writing { database in
            let row = try Row.fetchOne(
                database,
                sql: """
                    UPDATE account SET
                        attempts = attempts + 1, attempt_seq = :seq, seq = :seq, assertion_counter = :counter, is_used = 1,
                        wait_until = \(waitUntil)
                    WHERE wallet_id = :wallet AND state = 'active' AND attempts < :maximum
                        AND (wait_until IS NULL OR wait_until <= :now) AND seq < :seq AND assertion_counter < :counter
                        AND EXISTS (
                            SELECT 1 FROM challenge
                            WHERE wallet_id = :wallet AND instruction = :instruction AND value = :challenge AND expires_at > :now)
                    RETURNING attempts
                    """,
                arguments: [
                    "wallet": message.walletID.text, "seq": message.sequenceNumber, "counter": Int64(message.assertionCounter),
                    "maximum": policy.maximumAttempts, "now": now.milliseconds, "instruction": challenge.instruction.rawValue,
                    "challenge": challenge.value,
                ])
            guard let row else { return nil }
            try database.execute(
                sql: "DELETE FROM challenge WHERE wallet_id = ? AND instruction = ?",
                arguments: [message.walletID.text, challenge.instruction.rawValue])
            guard database.changesCount == 1, let attempt = Int(exactly: try row.value(Int64.self, "attempts")) else { throw Row.damaged }
            try record(message, answer: nil, now: now, in: database)
            return attempt
        }
    }

    /// Success resets the account as long as this attempt is its last; then the answer is written.
    package func settleAttempt(
        of message: MessageIdentity, pinWasRight: Bool, answer: StoredAnswer?
    ) async throws(AccountStoreError) {
        try await writing { database in
            if pinWasRight {
                try database.execute(
                    sql: "UPDATE account SET attempts = 0, wait_until = NULL WHERE wallet_id = ? AND attempt_seq = ?",
                    arguments: [message.walletID.text, message.sequenceNumber])
            }
            if let answer {
                try database.execute(
                    sql: "UPDATE message SET status = ?, answer = ? WHERE wallet_id = ? AND seq = ? AND answer IS NULL",
                    arguments: [answer.status, answer.body.blob, message.walletID.text, message.sequenceNumber])
            }
        }
    }

    /// One SELECT by the primary key.
    package func message(
        of walletID: WalletID, sequenceNumber: Int64, notBefore: Timestamp
    ) async throws(AccountStoreError) -> RecordedMessage? {
        try await reading { database in
            let row = try Row.fetchOne(
                database, sql: "SELECT * FROM message WHERE wallet_id = ? AND seq = ? AND recorded_at >= ?",
                arguments: [walletID.text, sequenceNumber, notBefore.milliseconds])
            return try row.map { row in
                let answer = try row.optional(Int64.self, "status").map { status in
                    guard let status = Int(exactly: status) else { throw Row.damaged }
                    return StoredAnswer(status: status, body: try row.bytes("answer"))
                }
                return RecordedMessage(requestHash: try row.bytes("request_hash"), answer: answer)
            }
        }
    }

    private func record(_ message: MessageIdentity, answer: StoredAnswer?, now: Timestamp, in database: Database) throws {
        try database.execute(
            sql: "INSERT INTO message (wallet_id, seq, request_hash, recorded_at, status, answer) VALUES (?, ?, ?, ?, ?, ?)",
            arguments: [
                message.walletID.text, message.sequenceNumber, message.requestHash.blob, now.milliseconds, answer?.status,
                answer?.body.blob,
            ])
    }
}
