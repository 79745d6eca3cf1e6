// SPDX-License-Identifier: EUPL-1.2

import ProviderProtocol
import Testing
import WalletProvider

/// The long-term count of wrong PINs in every account store: a right PIN does not change it, only time lowers it (T-N6).
struct WrongPINStoreTests {
    /// A stage whose wallet has had no attempts yet.
    private func stage(_ kind: StoreKind) async throws -> StoreStage {
        let stage = try await StoreStage(kind)
        _ = try await stage.store.create(stage.newAccount())
        return stage
    }

    /// Makes an attempt with this outcome; a right PIN unlocks.
    private func attempt(_ number: Int64, isRight: Bool, on stage: StoreStage) async throws {
        #expect(try await stage.take(number))
        try #require(try await stage.reserve(number + 1) != nil)
        let outcome: AttemptOutcome = isRight ? .unlocked : .wrong
        #expect(try await stage.store.settleAttempt(of: stage.message(number + 1), as: outcome, pinVersion: 0, answer: stage.answer))
    }

    @Test(arguments: StoreKind.installed)
    func `right PINs do not lower the number of wrong PINs`(_ kind: StoreKind) async throws {
        let stage = try await stage(kind)
        for (index, isRight) in [false, false, false, true, false, true, true].enumerated() {
            try await attempt(Int64(2 + 2 * index), isRight: isRight, on: stage)
        }
        let account = try await stage.account()
        #expect(account.attempts == 0)
        #expect(account.wrongPINs == 4)
    }

    @Test(arguments: StoreKind.installed)
    func `an outcome recorded twice counts once, and a reservation without an outcome does not count`(
        _ kind: StoreKind
    ) async throws {
        let stage = try await stage(kind)
        #expect(try await stage.take(2))
        try #require(try await stage.reserve(3) != nil)
        #expect(try await stage.account().wrongPINs == 0)
        for _ in 1...3 {
            #expect(try await stage.store.settleAttempt(of: stage.message(3), as: .wrong, pinVersion: 0, answer: stage.answer))
        }
        #expect(try await stage.account().wrongPINs == 1)
    }

    @Test(arguments: StoreKind.installed)
    func `a wrong PIN expires after thirty days, and its row is removed`(_ kind: StoreKind) async throws {
        let stage = try await stage(kind)
        try await attempt(2, isRight: false, on: stage)
        try await stage.advance(milliseconds: 29 * WrongPINWindow.day)
        try await attempt(4, isRight: false, on: stage)
        #expect(try await stage.account().wrongPINs == 2)
        try await stage.advance(milliseconds: WrongPINWindow.day)
        #expect(try await stage.account().wrongPINs == 1)
        try await stage.store.removeExpired(answers: 1, unusedAccounts: 1)
        #expect(try await stage.account().wrongPINs == 1)
        try await stage.advance(milliseconds: 29 * WrongPINWindow.day)
        try await stage.store.removeExpired(answers: 1, unusedAccounts: 1)
        // Nothing is left: a clock that is set back finds no count either.
        try await stage.advance(milliseconds: -29 * WrongPINWindow.day)
        #expect(try await stage.account().wrongPINs == 0)
    }
}
