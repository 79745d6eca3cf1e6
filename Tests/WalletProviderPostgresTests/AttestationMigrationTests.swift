// SPDX-License-Identifier: EUPL-1.2

import PostgresClient
import PostgresCluster
import ProviderProtocol
import Testing
import WalletProvider

@testable import WalletProviderPostgres

/// Migrates a database of version 1 to the version with the status lists of attestations.
@Suite(.timeLimit(.minutes(20)))
struct AttestationMigrationTests {
    @Test func `existing accounts get entries in the status list, and their revocations are visible`() async throws {
        let database = try await PostgresCluster.shared().makeDatabase()
        #expect(try await PostgresMigrator(database.configuration(), to: [Schema.migrations[0]]).migrate() == [1])
        await #expect(throws: AccountStoreError.self) { _ = try await PostgresAccountStore(database.configuration()) }
        let wallet = WalletID { [UInt8](repeating: 1, count: $0) }
        try await database.run(
            """
            INSERT INTO wallet_provider.account (
                wallet_id, state, device_kind, device_key, sealed_pin_key, pin_version, revocation_code_mark, request_hash, created_at,
                is_used, seq, assertion_counter, attempts, attempt_seq, challenges
            ) VALUES ('\(wallet.text)', 'active', 'apple', decode(repeat('00', 64), 'hex'), '', 0, '', decode(repeat('00', 32), 'hex'), 1,
                true, 1, 1, 0, 0, '{}')
            """)
        #expect(try await PostgresAccountStore.migrate(database.configuration()) == [2, 3, 4, 5, 6, 7, 8])
        let store = try await PostgresAccountStore(database.configuration())
        func message(_ number: Int64) -> MessageIdentity {
            MessageIdentity(
                walletID: wallet, sequenceNumber: number, assertionCounter: UInt32(number), requestHash: [UInt8](repeating: 0, count: 32))
        }
        func take(_ entry: Int64, number: Int64 = 3) async throws -> StatusEntryOutcome {
            try await store.takeStatusEntry(
                StatusEntryRequest(message: message(number), lifetime: 60_000, maximum: 1, candidates: [entry]))
        }
        #expect(try await take(4) == .taken(AttestationStatusEntry(list: 1, entry: 4)))
        // Until its attestation is handed out, the same entry is returned.
        #expect(try await take(5) == .taken(AttestationStatusEntry(list: 1, entry: 4)))
        let isAccepted = try await store.accept(
            message(3), evenIfRevoked: false, pinVersion: nil, change: .handOutAttestation,
            answer: StoredAnswer(status: 200, body: []))
        #expect(isAccepted)
        #expect(try await take(5, number: 5) == .tooMany)
        #expect(try await store.attestationStatuses(inList: 1)?.revoked == [])
        _ = try await store.revoke(wallet, because: .adminRequest)
        #expect(try await store.attestationStatuses(inList: 1)?.revoked == [4])
        await store.close()
    }
}
