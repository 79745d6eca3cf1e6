// SPDX-License-Identifier: EUPL-1.2

import Crypto
import Deadlines
import PostgresClient
import PostgresCluster
import ProviderProtocol
import TestEnvironment
import Testing
import WalletProvider
import WalletProviderPostgres
import WalletProviderSQLite
import WitnessFiles

@testable import wallet_provider

/// Accounts that move from SQLite to PostgreSQL.
struct AccountMoveTests {
    private let target: PostgresDatabase

    init() async throws { target = try await .migrated() }

    private func move(_ stage: WitnessStage, by name: String = "test") async throws -> [AccountTable: Int64] {
        let source = try #require(stage.stage.store as? SQLiteAccountStore)
        let clock = stage.test.clock
        return try await AccountMove(source: source, target: target.configuration, hsm: stage.test.hsm, clock: { clock.now })
            .run(by: .operator(name: name))
    }

    /// Opens the provider on the target, with the same journals.
    private func served(_ stage: WitnessStage) async throws -> (TestProvider, Witness) {
        let clock = stage.test.clock
        let witness = try await Witness.open(
            try await PostgresAccountStore(target.configuration), in: stage.directory, and: [], hsm: stage.test.hsm, for: .serving,
            timeouts: .patient, unusedAccountLifetime: 86_400_000, clock: { clock.now })
        return (TestProvider(stage.test, on: witness.store), witness)
    }

    @Test func `wallets unlock on PostgreSQL with their wrong PINs, keys, audit log and witness`() async throws {
        let stage = try await WitnessStage(.sqlite)
        var phone = try await stage.test.registeredPhone()
        var waiting = try await stage.test.phoneWithPID()
        let revoked = try await stage.test.registeredPhone()
        let keys = try await stage.test.issueKeys(2, to: &phone)
        #expect(try await stage.test.tryPIN(&phone, right: false) == .incorrectPIN(attemptsLeftInRound: 3, isFinalRound: false))
        for _ in 1...4 { _ = try await stage.test.tryPIN(&waiting, right: false) }
        _ = try await stage.test.revoker.revoke(revoked.walletID, because: .adminRequest, by: .operator(name: "test"))
        let accounts = try await states(of: [phone, waiting, revoked], stage.test)
        await stage.stop()

        let counts = try await move(stage)
        #expect(counts[.account] == 3 && counts[.walletKey] == 3 && counts[.audit] == 1 && counts[.statusList] == 1)
        // A command that waited for the move must fail, because no server reads what it would store.
        await #expect(throws: AccountStoreError.self) { try await stage.stage.store.revokeSolution() }
        let (test, witness) = try await served(stage)
        #expect(witness.ahead == 0)
        #expect(try await states(of: [phone, waiting, revoked], test) == accounts)
        #expect(try await test.tryPIN(&phone, right: false) == .incorrectPIN(attemptsLeftInRound: 2, isFinalRound: false))
        #expect(try await test.tryPIN(&phone, right: true) == nil)
        let signing = try await test.signRequest(&phone, keys.map(\.id))
        #expect(await test.refusal(of: signing) == nil)
        #expect(try await test.tryPIN(&waiting, right: true) == .pinTimeout(timeLeft: 60_000))
        #expect(try await test.auditLog.verify()?.number == 2)
        #expect(try await move(stage) == counts)
        #expect(try await test.auditLog.verify()?.number == 2)
        await witness.journals.close()
    }

    /// All values of the accounts.
    private func states(of phones: [TestPhone], _ test: TestProvider) async throws -> [String] {
        var states: [String] = []
        for phone in phones { states.append("\(try await test.account(of: phone))") }
        return states
    }

    @Test(arguments: [
        "NEW.is_used := NOT NEW.is_used", "NEW.sealed_pin_key := NEW.sealed_pin_key || '\\x00'::bytea",
        "NEW.new_sealed_pin_key := ''::bytea", "NEW.device_kind := CASE NEW.device_kind WHEN 'apple' THEN 'android' ELSE 'apple' END",
        "NEW.wait_until := 0",
    ])
    func `a value of any type that PostgreSQL stored differently is found`(_ act: String) async throws {
        let stage = try await WitnessStage(.sqlite)
        _ = try await stage.test.registeredPhone()
        await stage.stop()
        try await target.run(
            """
            CREATE FUNCTION public.differ() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN \(act); RETURN NEW; END $$;
            CREATE TRIGGER differ BEFORE INSERT ON wallet_provider.account FOR EACH ROW EXECUTE FUNCTION public.differ();
            """)
        let error = await #expect(throws: AccountMoveError(.differentRows, "")) { try await move(stage) }
        #expect(error?.reason.hasPrefix("The table account ") == true)
        #expect(try await target.run("SELECT count(*) FROM wallet_provider.account") == ["0"])
        try await target.run("DROP TRIGGER differ ON wallet_provider.account")
        #expect(try await move(stage)[.account] == 1)
    }

    @Test func `a move copies every table of the schema`() async throws {
        let tables = try await target.run("SELECT tablename FROM pg_tables WHERE schemaname = 'wallet_provider' ORDER BY 1")
        #expect(Set(tables) == Set(AccountTable.allCases.map(\.rawValue) + ["schema_migration"]))
    }

    @Test func `a record that does not follow the source's last one moves nothing`() async throws {
        let stage = try await StoreStage(.sqlite)
        let source = try #require(stage.store as? SQLiteAccountStore)
        let record = AuditRecord(number: 2, entry: [1], hash: [UInt8](repeating: 1, count: 32), seal: [UInt8](repeating: 1, count: 32))
        await #expect(throws: AccountMoveError(.sourceChanged, "")) {
            try await PostgresMigrator(target.configuration).takeAccounts(from: source, announcing: record)
        }
        #expect(try await target.run("SELECT count(*) FROM wallet_provider.audit") == ["0"])
    }
}
