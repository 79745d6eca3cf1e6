// SPDX-License-Identifier: EUPL-1.2

import PostgresClient
package import ProviderProtocol
package import WalletProvider

extension PostgresAccountStore: WitnessedAccounts {
    /// Runs one SELECT by primary key.
    package func witnessedAccounts(after walletID: WalletID?, limit: Int) async throws(AccountStoreError) -> [WitnessedAccount] {
        try await commitOutcomes()
        return try await accounts(Self.listingWitnessed, [.text(walletID?.text ?? ""), .integer(Int64(limit))])
    }

    /// Runs one SELECT by primary key.
    package func witnessedAccount(_ walletID: WalletID) async throws(AccountStoreError) -> WitnessedAccount? {
        try await commitOutcome(of: walletID)
        return try await accounts(Self.findingWitnessed, [.text(walletID.text)]).first
    }

    /// Runs one SELECT by primary key.
    package func witnessedAccounts(named walletIDs: [WalletID]) async throws(AccountStoreError) -> [WitnessedAccount] {
        for walletID in walletIDs { try await commitOutcome(of: walletID) }
        return try await accounts(Self.namingWitnessed, [.texts(walletIDs.map(\.text))])
    }

    /// Runs one SELECT by the index of deregistered accounts.
    package func deregisteredAccounts(after walletID: WalletID?, limit: Int) async throws(AccountStoreError) -> [WitnessedAccount] {
        try await accounts(Self.listingDeregistered, [.text(walletID?.text ?? ""), .integer(Int64(limit))])
    }

    /// Runs an INSERT that does nothing if the wallet exists, or an UPDATE of the row. If any of the row's numbers has changed since it was
    /// read, the UPDATE changes nothing.
    package func replace(
        _ former: WitnessedAccount?, by account: WitnessedAccount
    ) async throws(AccountStoreError) -> Bool {
        try await commitOutcome(of: account.walletID)
        guard let former else { return try await !execute(Self.inserting, account.values).isEmpty }
        let numbers: [PostgresValue] = [
            .integer(former.sequenceNumber), .integer(former.pin.version), .integer(former.attempts.count),
            former.end?.reason.map { .text($0.rawValue) } ?? .null, .boolean(former.end == nil),
        ]
        let keys: [PostgresValue] = account.end == nil ? KeyChange.unchanged.values : KeyChange().values
        return try await !execute(Self.replacing, account.values + numbers + keys).isEmpty
    }

    private func accounts(_ statement: PostgresStatement, _ values: [PostgresValue]) async throws(AccountStoreError) -> [WitnessedAccount] {
        let rows = try await execute(statement, values)
        return try reading { try rows.map(WitnessedAccount.init) }
    }
}

extension WitnessedAccount {
    /// Reads a row of `account`.
    fileprivate init(_ row: PostgresRow) throws {
        guard let kind = DeviceKind(rawValue: try row.text("device_kind")),
            let counter = UInt32(exactly: try row.integer("assertion_counter"))
        else { throw AccountStoreError.unreadable }
        let reason = try row.optionalText("revocation_reason").map { text in
            guard let reason = RevocationReason(rawValue: text) else { throw AccountStoreError.unreadable }
            return reason
        }
        self.init(
            registration: Registration(
                walletID: try WalletID(parsing: row.text("wallet_id")), deviceKind: kind, deviceKey: try row.bytes("device_key"),
                revocationCodeMark: try row.bytes("revocation_code_mark"), requestHash: try row.bytes("request_hash"),
                createdAt: Timestamp(milliseconds: try row.integer("created_at"))),
            end: try row.optionalInteger("ended_at").map { End(reason: reason, date: Timestamp(milliseconds: $0)) },
            pin: AccountPIN(
                sealedKey: try row.bytes("sealed_pin_key"), sealedNewKey: try row.optionalBytes("new_sealed_pin_key"),
                version: try row.integer("pin_version")),
            recovery: try row.optionalInteger("recovery_expires_at").map {
                PendingPINRecovery(sealedPINKey: try row.bytes("recovery_pin_key"), expiresAt: Timestamp(milliseconds: $0))
            }, recoveryCodeMark: try row.optionalBytes("recovery_code_mark"), isUsed: try row.boolean("is_used"),
            sequenceNumber: try row.integer("seq"), assertionCounter: counter,
            attempts: Attempts(
                count: try row.integer("attempts"), sequenceNumber: try row.integer("attempt_seq"),
                waitUntil: try row.optionalInteger("wait_until").map(Timestamp.init(milliseconds:))))
    }

    /// The values of the columns in `PostgresAccountStore.witnessedColumns`.
    fileprivate var values: [PostgresValue] {
        let state = end == nil ? "active" : end?.reason == nil ? "deregistered" : "revoked"
        return [
            .text(walletID.text), .text(state), end?.reason.map { .text($0.rawValue) } ?? .null, .time(end?.date),
            .text(registration.deviceKind.rawValue), .bytes(registration.deviceKey), .bytes(pin.sealedKey),
            .bytes(orNull: pin.sealedNewKey),
            .integer(pin.version), .bytes(orNull: recovery?.sealedPINKey), .time(recovery?.expiresAt), .bytes(orNull: recoveryCodeMark),
            .bytes(registration.revocationCodeMark), .bytes(registration.requestHash), .time(registration.createdAt), .boolean(isUsed),
            .integer(sequenceNumber), .integer(Int64(assertionCounter)), .integer(attempts.count), .integer(attempts.sequenceNumber),
            .time(attempts.waitUntil),
        ]
    }
}

extension PostgresValue {
    fileprivate static func time(_ time: Timestamp?) -> PostgresValue { time.map { .integer($0.milliseconds) } ?? .null }

    fileprivate static func bytes(orNull bytes: [UInt8]?) -> PostgresValue { bytes.map { .bytes($0) } ?? .null }
}

// MARK: - SQL

extension PostgresAccountStore {
    private static let witnessedColumns: [(name: String, type: PostgresType)] = [
        ("wallet_id", .text), ("state", .text), ("revocation_reason", .text), ("ended_at", .integer), ("device_kind", .text),
        ("device_key", .bytes), ("sealed_pin_key", .bytes), ("new_sealed_pin_key", .bytes), ("pin_version", .integer),
        ("recovery_pin_key", .bytes), ("recovery_expires_at", .integer), ("recovery_code_mark", .bytes), ("revocation_code_mark", .bytes),
        ("request_hash", .bytes), ("created_at", .integer), ("is_used", .boolean), ("seq", .integer), ("assertion_counter", .integer),
        ("attempts", .integer), ("attempt_seq", .integer), ("wait_until", .integer),
    ]

    private static let names = witnessedColumns.map(\.name).joined(separator: ", ")
    private static let types = witnessedColumns.map(\.type)
    private static let numbers = (1...witnessedColumns.count).map { "$\($0)" }.joined(separator: ", ")

    private static let listingWitnessed = PostgresStatement(
        "witnessed-accounts", repetition: .harmless, parameters: [.text, .integer],
        "SELECT \(names) FROM account WHERE wallet_id > $1 ORDER BY wallet_id LIMIT $2")

    private static let findingWitnessed = PostgresStatement(
        "witnessed-account", repetition: .harmless, parameters: [.text], "SELECT \(names) FROM account WHERE wallet_id = $1")

    private static let namingWitnessed = PostgresStatement(
        "witness-named", repetition: .harmless, parameters: [.texts], "SELECT \(names) FROM account WHERE wallet_id = ANY($1)")

    private static let listingDeregistered = PostgresStatement(
        "witness-deregistered", repetition: .harmless, parameters: [.text, .integer],
        "SELECT \(names) FROM account WHERE state = 'deregistered' AND wallet_id > $1 ORDER BY wallet_id LIMIT $2")

    private static let inserting = PostgresStatement(
        "witness-insert", repetition: .harmless, parameters: types,
        "INSERT INTO account (\(names)) VALUES (\(numbers)) ON CONFLICT DO NOTHING RETURNING true AS done")

    private static let replacing = PostgresStatement(
        "witness-replace", repetition: .harmless,
        parameters: types + [.integer, .integer, .integer, .text, .boolean] + ChangeKind.parameters.dropFirst(2),
        """
        WITH changed AS (
            UPDATE account SET (\(names)) = ROW (\(numbers))
            WHERE wallet_id = $1 AND seq = $22 AND pin_version = $23 AND attempts = $24
                AND revocation_reason IS NOT DISTINCT FROM $25 AND (state = 'active') = $26
            RETURNING wallet_id
        )
        SELECT change_wallet_keys(wallet_id, $27, $28, $29, $30, $31, $32) AS done FROM changed
        """)
}
