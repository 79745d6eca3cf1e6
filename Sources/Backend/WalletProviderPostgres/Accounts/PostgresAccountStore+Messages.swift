// SPDX-License-Identifier: EUPL-1.2

package import PostgresClient
import ProviderProtocol
package import WalletProvider

extension PostgresAccountStore {
    /// Reserves the attempt with one conditional UPDATE … RETURNING. The message is recorded only if the row changed.
    ///
    /// If the outcome is unknown, there is no retry: the attempt may be counted, and no signature is verified.
    package func reserveAttempt(
        for message: MessageIdentity, pinVersion: Int64, under policy: PINRetryPolicy
    ) async throws(AccountStoreError) -> Int? {
        try await commitOutcome(beforeAttemptOf: message.walletID)
        let values = Self.reservationValues(message, version: pinVersion, policy)
        guard let row = try await execute(Self.reserving, values).first else { return nil }
        guard let attempt = Int(exactly: try reading { try row.integer("attempts") }) else { throw .unreadable }
        return attempt
    }

    /// Resets the account after a right PIN if this attempt is the last, applies the change on the same condition, and stores the answer.
    ///
    /// An unlock is only queued if this store delays outcomes.
    package func settleAttempt(
        of message: MessageIdentity, as outcome: AttemptOutcome, pinVersion: Int64, answer: StoredAnswer?
    ) async throws(AccountStoreError) -> Bool {
        if case .unlocked = outcome, let outcomes, let answer {
            outcomes.append(.init(walletID: message.walletID, sequenceNumber: message.sequenceNumber, answer: answer))
            return true
        }
        let identity: [PostgresValue] = [.text(message.walletID.text), .integer(message.sequenceNumber)]
        let answerValues = answer?.values ?? [.null, .null]
        if case .right = outcome { try await commitOutcome(of: message.walletID) }
        switch outcome {
        case .wrong:
            if answer != nil { _ = try await execute(Self.answering, identity + answerValues) }
            return true
        case .unlocked, .right(.none):
            _ = try await execute(outcome.isDurable ? Self.resetting : Self.resettingUnflushed, identity + answerValues)
            return true
        case .right(let change):
            guard let statement = Self.settling[ChangeKind(change)] else { throw .unreadable }
            return try await orRecorded(message, answer) { () throws(AccountStoreError) in
                try await !execute(statement, identity + answerValues + [.integer(pinVersion)] + change.values).isEmpty
            }
        }
    }

    /// Runs one SELECT by primary key.
    package func fits(_ message: MessageIdentity) async throws(AccountStoreError) -> Bool {
        try await !execute(Self.fitting, MessageAcceptance.values(message)).isEmpty
    }

    /// Runs a conditional UPDATE of the account. Keys are changed and the message is recorded only if the row changed.
    package func accept(
        _ message: MessageIdentity, evenIfRevoked: Bool, pinVersion: Int64?,
        change: AccountChange, answer: StoredAnswer
    ) async throws(AccountStoreError) -> Bool {
        guard let statement = Self.accepting[ChangeKind(change)] else { throw .unreadable }
        try await commitOutcome(of: message.walletID)
        return try await orRecorded(message, answer) { () throws(AccountStoreError) in
            let values =
                MessageAcceptance.values(message) + answer.values + [
                    .boolean(evenIfRevoked), pinVersion.map { .integer($0) } ?? .null,
                ] + change.values
            return try await !execute(statement, values).isEmpty
        }
    }

    /// Resolves an unknown outcome of a statement that records an answer: if the answer is stored, the statement took effect.
    ///
    /// - Throws: `outcomeUnknown` if the answer is not stored, because the statement may still take effect.
    private func orRecorded(
        _ message: MessageIdentity, _ answer: StoredAnswer?, _ body: () async throws(AccountStoreError) -> Bool
    ) async throws(AccountStoreError) -> Bool {
        do {
            return try await body()
        } catch {
            guard error.code == .outcomeUnknown, let answer,
                let row = try? await execute(Self.recorded, [.text(message.walletID.text), .integer(message.sequenceNumber)]).first,
                let recorded = try? RecordedMessage(row), recorded == RecordedMessage(requestHash: message.requestHash, answer: answer)
            else { throw error }
            return true
        }
    }
}

extension StoredAnswer {
    var values: [PostgresValue] { [.integer(Int64(status)), .bytes(body)] }
}

// MARK: - SQL

extension PostgresAccountStore {
    /// The statement of `reserveAttempt`. `make bench` commits it with pgbench.
    package static let reserving = PostgresStatement(
        "reserve", repetition: .forbidden, parameters: reservationParameters, "\(reservation()) SELECT attempts FROM reserved")

    /// The queries that reserve an attempt and record the message. `reserved` is the account's row after the change, and empty if a
    /// condition is not met. Sets the waiting period after the attempt that ends a round. After the last round the lookup yields NULL.
    ///
    /// - Parameter condition: a further condition on the account's row, whose parameters follow `reservationParameters`.
    static func reservation(if condition: String = "true") -> String {
        """
        WITH reserved AS (
            UPDATE account SET \((MessageAcceptance.taken + [
                ("attempts", "attempts + 1"), ("attempt_seq", "$2"),
                ("wait_until", "CASE WHEN (attempts + 1) % $6 = 0 THEN wallet_now() + ($8)[(attempts + 1) / $6] END"),
            ]).assignments)
            WHERE wallet_id = $1 AND \(MessageAcceptance.isActive) AND \(MessageAcceptance.isNewer)
                AND attempts < $7 AND (wait_until IS NULL OR wait_until <= wallet_now()) AND pin_version = $5
                AND (\(condition))
            RETURNING wallet_id, attempts
        ), recorded AS (
            INSERT INTO message (wallet_id, seq, request_hash, recorded_at) SELECT wallet_id, $2, $4, wallet_now() FROM reserved
        )
        """
    }

    static let reservationParameters: [PostgresType] = MessageAcceptance.parameters + [.integer, .integer, .integer, .integers]

    /// The values of `reservationParameters`.
    static func reservationValues(_ message: MessageIdentity, version: Int64, _ policy: PINRetryPolicy) -> [PostgresValue] {
        MessageAcceptance.values(message) + [
            .integer(version), .integer(Int64(policy.attemptsPerRound)), .integer(Int64(policy.maximumAttempts)),
            .integers(policy.waitsInMilliseconds),
        ]
    }

    /// The expression that commits the statement's transaction without waiting for a flush, of this server or of a synchronous replica.
    private static let unflushed = "set_config('synchronous_commit', 'off', true)"

    /// Safe to repeat: if the answer is already stored, nothing is counted.
    private static let answering = PostgresStatement(
        "answer", repetition: .harmless, parameters: [.text, .integer, .integer, .bytes],
        """
        WITH recorded AS (
            UPDATE message SET status = $3, answer = $4 WHERE wallet_id = $1 AND seq = $2 AND answer IS NULL RETURNING wallet_id
        ), counted AS (
            INSERT INTO wrong_pin (wallet_id, day, count) SELECT wallet_id, wallet_now() / \(WrongPINWindow.day), 1 FROM recorded
                ON CONFLICT (wallet_id, day) DO UPDATE SET count = wrong_pin.count + 1
        )
        SELECT \(unflushed)
        """)

    private static let resetting = reset("reset", "SELECT true AS done")
    static let resettingUnflushed = reset("reset-unflushed", "SELECT \(unflushed)")

    /// Does what `resettingUnflushed` does for many messages at once. Accounts that another statement is changing are left out and not
    /// waited for, so no two batches can block each other. Both changes read `locked`, so they touch rows of locked accounts only.
    /// Returns the wallets that were not left out.
    static let settlingBatch = PostgresStatement(
        "settle-batch", repetition: .harmless, parameters: [.texts, .integers, .integers, .byteStrings],
        """
        WITH given AS MATERIALIZED (
            SELECT * FROM unnest($1, $2, $3, $4) AS given (wallet_id, seq, status, answer)
        ), locked AS MATERIALIZED (
            SELECT wallet_id FROM account WHERE wallet_id = ANY ($1) FOR NO KEY UPDATE SKIP LOCKED
        ), settled AS (
            UPDATE account SET \(ChangeKind.noAttempts.assignments) FROM locked, given
            WHERE account.wallet_id = locked.wallet_id AND given.wallet_id = locked.wallet_id AND account.attempt_seq = given.seq
        ), recorded AS (
            UPDATE message SET status = given.status, answer = given.answer FROM locked, given
            WHERE message.wallet_id = locked.wallet_id AND given.wallet_id = locked.wallet_id AND message.seq = given.seq
                AND message.answer IS NULL
        )
        SELECT ARRAY(SELECT wallet_id FROM locked) AS settled, \(unflushed)
        """)

    private static func reset(_ name: String, _ ending: String) -> PostgresStatement {
        PostgresStatement(
            name, repetition: .harmless, parameters: [.text, .integer, .integer, .bytes],
            """
            WITH settled AS (
                UPDATE account SET \(ChangeKind.noAttempts.assignments) WHERE wallet_id = $1 AND attempt_seq = $2
            ), recorded AS (
                UPDATE message SET status = $3, answer = $4 WHERE wallet_id = $1 AND seq = $2 AND answer IS NULL AND $4 IS NOT NULL
            )
            \(ending)
            """)
    }

    private static let settling = statements { kind in
        PostgresStatement(
            "settle-\(kind)", repetition: .forbidden, parameters: [.text, .integer, .integer, .bytes, .integer] + ChangeKind.parameters,
            """
            WITH settled AS (
                UPDATE account SET \((ChangeKind.noAttempts + kind.assignments(6)).assignments)
                WHERE wallet_id = $1 AND attempt_seq = $2 AND pin_version = $5 AND \(MessageAcceptance.isActive)
                RETURNING wallet_id
            ), recorded AS (
                UPDATE message SET status = $3, answer = $4 FROM settled
                WHERE message.wallet_id = $1 AND message.seq = $2 AND message.answer IS NULL AND $4 IS NOT NULL
            )
            SELECT \(kind.result(6)) AS done FROM settled
            """)
    }

    private static let fitting = PostgresStatement(
        "fits", repetition: .harmless, parameters: MessageAcceptance.parameters,
        """
        SELECT true AS fits FROM account
        WHERE wallet_id = $1 AND \(MessageAcceptance.isActive) AND \(MessageAcceptance.isNewer)
        """)

    private static let accepting = statements { kind in
        PostgresStatement(
            "accept-\(kind)", repetition: .forbidden,
            parameters: MessageAcceptance.parameters + [.integer, .bytes, .boolean, .integer] + ChangeKind.parameters,
            """
            WITH taken AS (
                UPDATE account SET \((MessageAcceptance.taken + kind.assignments(9)).assignments)
                WHERE wallet_id = $1 AND \(MessageAcceptance.isKnown) AND ($7 OR \(MessageAcceptance.isActive)) AND \(MessageAcceptance.isNewer)
                    AND ($8 IS NULL OR pin_version = $8)
                RETURNING wallet_id
            ), recorded AS (
                INSERT INTO message (wallet_id, seq, request_hash, recorded_at, status, answer)
                    SELECT wallet_id, $2, $4, wallet_now(), $5, $6 FROM taken
            )
            SELECT \(kind.result(9)) AS done FROM taken
            """)
    }

    private static let recorded = PostgresStatement(
        "recorded", repetition: .harmless, parameters: [.text, .integer],
        "SELECT request_hash AS message_hash, status, answer FROM message WHERE wallet_id = $1 AND seq = $2")

    private static func statements(_ make: (ChangeKind) -> PostgresStatement) -> [ChangeKind: PostgresStatement] {
        Dictionary(ChangeKind.allCases.map { ($0, make($0)) }, uniquingKeysWith: { first, _ in first })
    }
}
