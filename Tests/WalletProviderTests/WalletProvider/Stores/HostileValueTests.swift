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

    @Test(arguments: StoreKind.installed)
    func `numbers at the limits of their ranges are stored or rejected, never truncated`(_ kind: StoreKind) async throws {
        let stage = try await stage(kind)
        let last = MessageIdentity(walletID: stage.wallet, sequenceNumber: .max, assertionCounter: .max, requestHash: [0])
        #expect(
            try await stage.store.accept(
                last, evenIfRevoked: false, pinVersion: nil, change: .none, answer: StoredAnswer(status: 599, body: [])))
        let account = try await stage.account()
        #expect(account.sequenceNumber == .max)
        #expect(account.assertionCounter == .max)
        #expect(try await stage.store.message(of: stage.wallet, .max)?.answer == StoredAnswer(status: 599, body: []))
        #expect(try await !stage.take(2))
        try await stage.store.removeExpired(answers: .max, unusedAccounts: .max)
        #expect(try await stage.store.message(of: stage.wallet, .max) != nil)
    }
}
