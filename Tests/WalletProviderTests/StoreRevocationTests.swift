// SPDX-License-Identifier: EUPL-1.2

import ProviderProtocol
import Testing
import WalletProvider

/// What every account store does with revocations and the audit log, and with hostile values.
struct StoreRevocationTests {
    @Test(arguments: StoreKind.installed)
    func `a wallet is revoked once, by its code's mark or its name, and its keys go`(_ kind: StoreKind) async throws {
        var wallet = try await StoreChangeTests.Wallet(kind)
        let (stage, store) = (wallet.stage, wallet.stage.store)
        #expect(try await wallet.accept(.addKeys([stage.key(1)])))
        #expect(try await store.wallet(withRevocationCodeMark: stage.newAccount().revocationCodeMark) == stage.wallet)
        #expect(try await store.wallet(withRevocationCodeMark: [0]) == nil)
        #expect(try await store.revoke(WalletID { [UInt8](repeating: 9, count: $0) }, because: .userRequest) == nil)
        _ = try await stage.issue(90)

        let first = Revocation(reason: .userRequest, date: try await stage.now)
        #expect(try await store.revoke(stage.wallet, because: .userRequest) == first)
        try await stage.advance(milliseconds: 5)
        #expect(try await store.revoke(stage.wallet, because: .adminRequest) == first)
        #expect(try await stage.account().state == .revoked(first))
        #expect(try await wallet.keys().isEmpty)
        #expect(try await stage.reserve(91) == nil)
        #expect(try await !stage.issue(92))
        #expect(try await wallet.stage.store.wallet(withRevocationCodeMark: stage.newAccount().revocationCodeMark) == stage.wallet)
    }

    @Test(arguments: StoreKind.installed)
    func `a revoked wallet may still ask how it is, and nothing else`(_ kind: StoreKind) async throws {
        var wallet = try await StoreChangeTests.Wallet(kind)
        #expect(try await wallet.stage.store.revoke(wallet.stage.wallet, because: .adminRequest) != nil)
        #expect(try await !wallet.accept(.none))
        #expect(try await wallet.accept(.none, evenIfRevoked: true))
    }

    @Test(arguments: StoreKind.installed)
    func `a right PIN of a wallet that was revoked meanwhile resets it, but changes nothing`(_ kind: StoreKind) async throws {
        let stage = try await StoreChangeTests.Wallet(kind).stage
        _ = try await stage.issue(2)
        #expect(try await stage.reserve(3) == 1)
        _ = try await stage.store.revoke(stage.wallet, because: .userRequest)
        let change = AccountChange.addKeys([stage.key(1)])
        #expect(try await !stage.store.settleAttempt(of: stage.message(3), as: .right(change), pinVersion: 0, answer: stage.answer))
        #expect(try await stage.store.keys(of: stage.wallet, for: .credential).isEmpty)
        #expect(try await stage.store.settleAttempt(of: stage.message(3), as: .right(.none), pinVersion: 0, answer: stage.answer))
        #expect(try await stage.account().attempts == 0)
    }

    @Test(arguments: StoreKind.installed)
    func `the solution is revoked once, with all wallets, those to come included`(_ kind: StoreKind) async throws {
        var wallet = try await StoreChangeTests.Wallet(kind)
        let (stage, store) = (wallet.stage, wallet.stage.store)
        #expect(try await wallet.accept(.addKeys([stage.key(1)])))
        #expect(try await store.solutionRevocation() == nil)
        let revocation = Revocation(reason: .solutionCompromised, date: try await stage.now)
        #expect(try await store.revokeSolution() == revocation)
        try await stage.advance(milliseconds: 5)
        #expect(try await store.revokeSolution() == revocation)
        #expect(try await store.solutionRevocation() == revocation)
        #expect(try await stage.account().state == .revoked(revocation))
        #expect(try await wallet.keys().isEmpty)
        #expect(try await !wallet.accept(.none))
        #expect(try await wallet.accept(.none, evenIfRevoked: true))
        let unknown = WalletID { [UInt8](repeating: 9, count: $0) }
        #expect(try await store.create(stage.newAccount(unknown, mark: 9)) == .solutionRevoked)
        #expect(try await store.account(of: unknown) == nil)
        #expect(try await store.create(stage.newAccount()) == .repeated)
        // A revocation of the wallet's own comes first.
        let own = try await store.revoke(stage.wallet, because: .userRequest)
        #expect(own?.reason == .userRequest)
        #expect(try await stage.account().state == own.map { .revoked($0) })
    }

    @Test(arguments: StoreKind.installed)
    func `the audit log takes records behind the last one only`(_ kind: StoreKind) async throws {
        let store = try await StoreStage(kind).store
        func record(_ number: Int64, _ byte: UInt8 = 1) -> AuditRecord {
            AuditRecord(
                number: number, entry: [0, byte], hash: [UInt8](repeating: byte, count: 32), seal: [UInt8](repeating: 2, count: 32))
        }
        #expect(try await store.lastAuditRecord() == nil)
        #expect(try await !store.append(record(2)))
        #expect(try await !store.append(record(0)))
        #expect(try await store.append(record(1)))
        #expect(try await !store.append(record(1, 9)))
        #expect(try await store.append(record(2)))
        #expect(try await store.append(record(3)))
        #expect(try await store.lastAuditRecord() == record(3))
        #expect(try await store.auditRecords(after: 0, limit: 2) == [record(1), record(2)])
        #expect(try await store.auditRecords(after: 2, limit: 10) == [record(3)])
        #expect(try await store.auditRecords(after: 3, limit: 10).isEmpty)
    }

    static let hostile = [
        "", "\0", "c\0", "\0c", "C", "c ", " c", "c'", "c' OR '1' = '1", "\"c\"", "$.check_pin", "{}", "null", "ç", "c\u{301}", "\u{FEFF}c",
        "%",
        "_", String(repeating: "c", count: 100_000),
    ]

    @Test(arguments: StoreKind.installed)
    func `no other text passes for the challenge, and none breaks anything`(_ kind: StoreKind) async throws {
        let stage = try await StoreChangeTests.Wallet(kind).stage
        _ = try await stage.issue(2)
        for value in Self.hostile {
            let challenge = InstructionChallenge(instruction: .checkPIN, value: value)
            let attempt = try await stage.store.reserveAttempt(
                for: stage.message(3), answering: challenge, pinVersion: 0, under: stage.policy)
            #expect(attempt == nil, "\(value.prefix(20).debugDescription)")
            let isAccepted = try await stage.store.accept(
                stage.message(3), answering: challenge, evenIfRevoked: true, pinVersion: nil, change: .none, answer: stage.answer)
            #expect(!isAccepted, "\(value.prefix(20).debugDescription)")
        }
        #expect(try await stage.account().attempts == 0)
        #expect(try await stage.reserve(3) == 1)
    }

    @Test(arguments: StoreKind.installed)
    func `numbers at the ends of their ranges are stored or refused, never cut`(_ kind: StoreKind) async throws {
        let stage = try await StoreChangeTests.Wallet(kind).stage
        let last = MessageIdentity(walletID: stage.wallet, sequenceNumber: .max, assertionCounter: .max, requestHash: [0])
        #expect(
            try await stage.store.issue(
                stage.challenge, lifetime: .max, evenIfRevoked: false, to: last, answer: StoredAnswer(status: 599, body: [])))
        let account = try await stage.account()
        #expect(account.sequenceNumber == .max)
        #expect(account.assertionCounter == .max)
        #expect(try await stage.store.message(of: stage.wallet, .max)?.answer == StoredAnswer(status: 599, body: []))
        #expect(try await !stage.issue(2))
        try await stage.store.removeExpired(answers: .max, unusedAccounts: .max)
        #expect(try await stage.store.message(of: stage.wallet, .max) != nil)
    }
}
