// SPDX-License-Identifier: EUPL-1.2

import GRDB
import ProviderProtocol
package import WalletProvider

extension SQLiteAccountStore {
    /// Reserves the attempt with one conditional UPDATE … RETURNING. The message is recorded only if the row changed.
    package func reserveAttempt(
        for message: MessageIdentity, pinVersion: Int64, under policy: PINRetryPolicy
    ) async throws(AccountStoreError) -> Int? {
        try await writing { database, now in
            let row = try database.row(
                sql: "\(Self.reserving) RETURNING attempts", arguments: Self.arguments(of: message, version: pinVersion, policy, at: now))
            guard let row else { return nil }
            guard let attempt = Int(exactly: try row.value(Int64.self, "attempts")) else { throw Row.damaged }
            try record(message, answer: nil, now: now, in: database)
            return attempt
        }
    }

    /// Sets the waiting period after the attempt that ends a round. After the last round the lookup yields NULL.
    static let reserving = """
        UPDATE account SET
            attempts = attempts + 1, attempt_seq = :seq, \(MessageAcceptance.taken),
            wait_until = CASE (attempts + 1) % :perRound WHEN 0
                THEN :now + json_extract(:waits, '$[' || ((attempts + 1) / :perRound - 1) || ']') END
        WHERE wallet_id = :wallet AND \(MessageAcceptance.isActive) AND \(MessageAcceptance.isNewer)
            AND attempts < :maximum AND (wait_until IS NULL OR wait_until <= :now) AND pin_version = :version
        """

    /// The arguments of `reserving`, in the order in which it first names them, so that no dictionary is made for each unlock.
    static func arguments(
        of message: MessageIdentity, version: Int64, _ policy: PINRetryPolicy, at now: Timestamp
    ) -> StatementArguments {
        [
            message.sequenceNumber, message.assertionCounter.map { Int64($0) }, policy.attemptsPerRound, now.milliseconds,
            policy.waitsAsJSON, message.walletID.text, policy.maximumAttempts, version,
        ]
    }

    /// Resets the account after a right PIN if this attempt is the last, applies the change on the same condition, and stores the answer.
    package func settleAttempt(
        of message: MessageIdentity, as outcome: AttemptOutcome, pinVersion: Int64, answer: StoredAnswer?
    ) async throws(AccountStoreError) -> Bool {
        guard case .unlocked = outcome, delaysOutcomes else {
            return try await writing { database, now in
                try Self.settle(message, as: outcome, pinVersion, answer, at: now, in: database)
            }
        }
        writingLater(for: message.walletID) { database, now in
            _ = try Self.settle(message, as: .unlocked, pinVersion, answer, at: now, in: database)
        }
        return true
    }

    private static func settle(
        _ message: MessageIdentity, as outcome: AttemptOutcome, _ pinVersion: Int64, _ answer: StoredAnswer?, at now: Timestamp,
        in database: Database
    ) throws -> Bool {
        let change: AccountChange? =
            switch outcome {
            case .wrong: nil
            case .unlocked: AccountChange.none
            case .right(let change): change
            }
        if let change, try !settle(message, with: change, pinVersion, at: now, in: database) { return false }
        if let answer {
            try database.perform(
                sql: "UPDATE message SET status = ?, answer = ? WHERE wallet_id = ? AND seq = ? AND answer IS NULL",
                arguments: [answer.status, answer.body.blob, message.walletID.text, message.sequenceNumber])
            if case .wrong = outcome, database.changesCount == 1 { try countWrongPIN(of: message.walletID, at: now, in: database) }
        }
        return true
    }

    /// Returns the attempt of a right PIN and makes the change.
    ///
    /// - Returns: false if there was a change that could not be made.
    private static func settle(
        _ message: MessageIdentity, with change: AccountChange, _ pinVersion: Int64, at now: Timestamp, in database: Database
    ) throws -> Bool {
        if case .none = change {
            try database.perform(
                sql: "UPDATE account SET attempts = 0, wait_until = NULL WHERE wallet_id = ? AND attempt_seq = ?",
                arguments: [message.walletID.text, message.sequenceNumber])
            return true
        }
        let identity: StatementArguments = ["wallet": message.walletID.text, "seq": message.sequenceNumber]
        let (assignments, arguments) = change.assignments(at: now)
        try database.perform(
            sql: """
                UPDATE account SET \((["attempts = 0", "wait_until = NULL"] + assignments).joined(separator: ", "))
                WHERE wallet_id = :wallet AND attempt_seq = :seq AND pin_version = :version AND \(MessageAcceptance.isActive)
                """,
            arguments: identity + ["version": pinVersion] + arguments)
        guard database.changesCount == 1 else { return false }
        try change.follow(for: message.walletID.text, at: now, in: database)
        return true
    }

    private static func countWrongPIN(of walletID: WalletID, at now: Timestamp, in database: Database) throws {
        try database.perform(
            sql: "INSERT INTO wrong_pin (wallet_id, day, count) VALUES (?, ?, 1) ON CONFLICT DO UPDATE SET count = count + 1",
            arguments: [walletID.text, WrongPINWindow.day(of: now)])
    }

    /// Runs one SELECT by primary key.
    package func fits(_ message: MessageIdentity) async throws(AccountStoreError) -> Bool {
        try await lookingUp { database, _ in try Self.fits(message, in: database) }
    }

    static func fits(_ message: MessageIdentity, in database: Database) throws -> Bool {
        try database.row(
            sql: """
                SELECT 1 FROM account
                WHERE wallet_id = :wallet AND \(MessageAcceptance.isActive) AND \(MessageAcceptance.isNewer)
                """,
            arguments: message.arguments) != nil
    }

    /// Runs a conditional UPDATE of the account. Keys are changed and the answer is stored only if the row changed.
    package func accept(
        _ message: MessageIdentity, evenIfRevoked: Bool, pinVersion: Int64?,
        change: AccountChange, answer: StoredAnswer
    ) async throws(AccountStoreError) -> Bool {
        try await writing { database, now in
            let (assignments, arguments) = change.assignments(at: now)
            try database.perform(
                sql: """
                    UPDATE account SET \(([MessageAcceptance.taken] + assignments).joined(separator: ", "))
                    WHERE wallet_id = :wallet AND \(evenIfRevoked ? MessageAcceptance.isKnown : MessageAcceptance.isActive) AND \(MessageAcceptance.isNewer)
                        AND (:version IS NULL OR pin_version = :version)
                    """,
                arguments: message.arguments + ["version": pinVersion] + arguments)
            guard database.changesCount == 1 else { return false }
            try change.follow(for: message.walletID.text, at: now, in: database)
            try record(message, answer: answer, now: now, in: database)
            return true
        }
    }

    func record(_ message: MessageIdentity, answer: StoredAnswer?, now: Timestamp, in database: Database) throws {
        try database.perform(
            sql: "INSERT INTO message (wallet_id, seq, request_hash, recorded_at, status, answer) VALUES (?, ?, ?, ?, ?, ?)",
            arguments: [
                message.walletID.text, message.sequenceNumber, message.requestHash.blob, now.milliseconds, answer?.status,
                answer?.body.blob,
            ])
    }
}
