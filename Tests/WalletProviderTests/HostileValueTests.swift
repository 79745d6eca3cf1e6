// SPDX-License-Identifier: EUPL-1.2

import ProviderProtocol
import Testing
import WalletProvider

/// Invalid and extreme values in every account store.
struct HostileValueTests {
    func stage(_ kind: StoreKind) async throws -> StoreStage {
        let stage = try await StoreStage(kind)
        #expect(try await stage.store.create(stage.newAccount()) == .created)
        return stage
    }

    static let hostile = [
        "", "\0", "c\0", "\0c", "C", "c ", " c", "c'", "c' OR '1' = '1", "\"c\"", "$.check_pin", "{}", "null", "ç", "c\u{301}", "\u{FEFF}c",
        "%",
        "_", String(repeating: "c", count: 100_000),
    ]

    @Test(arguments: StoreKind.installed)
    func `no other text is accepted as the challenge, and none causes an error`(_ kind: StoreKind) async throws {
        let stage = try await stage(kind)
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
    func `numbers at the limits of their ranges are stored or rejected, never truncated`(_ kind: StoreKind) async throws {
        let stage = try await stage(kind)
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
