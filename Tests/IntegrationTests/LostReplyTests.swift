// SPDX-License-Identifier: EUPL-1.2

import ProviderProtocol
import SimulatedPhone
import Testing
import WalletCore
import WalletInterface

/// A lost response leaves the outcome unknown; the identical request resolves it, once.
@Suite struct LostReplyTests {
    @Test(arguments: PhoneKind.allCases)
    func `the reply to the right PIN is lost: the same PIN sends the same bytes and unlocks`(kind: PhoneKind) async throws {
        try await Fixture.with(kind) { fixture in
            let core = try await fixture.registeredCore()
            await core.prepareUnlock()
            fixture.network.stage(.loseReply, at: .instruction(.checkPIN))
            await #expect(throws: WalletCoreError(.serverUnreachable, "")) { try await core.unlock(pin: pin(Fixture.right)) }
            #expect(try await core.isUnlocked() == false)
            #expect(try await core.unlock(pin: pin(Fixture.right)) == .valid)
            let bodies = fixture.network.bodies(to: .instruction(.checkPIN))
            #expect(bodies.count == 2 && bodies.first == bodies.last)
        }
    }

    @Test(arguments: PhoneKind.allCases)
    func `the reply to a wrong PIN is lost: the same PIN gets the same verdict, counted once`(kind: PhoneKind) async throws {
        try await Fixture.with(kind) { fixture in
            let core = try await fixture.registeredCore()
            fixture.network.stage(.loseReply, at: .instruction(.checkPIN))
            await #expect(throws: WalletCoreError(.serverUnreachable, "")) { try await core.unlock(pin: pin(Fixture.wrong)) }
            #expect(try await core.unlock(pin: pin(Fixture.wrong)) == .invalid(attemptsLeftInRound: 3, isFinalRound: false))
            #expect(try await core.unlock(pin: pin(Fixture.wrong)) == .invalid(attemptsLeftInRound: 2, isFinalRound: false))
        }
    }

    @Test(arguments: PhoneKind.allCases)
    func `the reply to a wrong PIN is lost and another PIN comes: each is counted`(kind: PhoneKind) async throws {
        try await Fixture.with(kind) { fixture in
            let core = try await fixture.registeredCore()
            fixture.network.stage(.loseReply, at: .instruction(.checkPIN))
            await #expect(throws: WalletCoreError(.serverUnreachable, "")) { try await core.unlock(pin: pin(Fixture.wrong)) }
            #expect(try await core.unlock(pin: pin("862093")) == .invalid(attemptsLeftInRound: 2, isFinalRound: false))
            #expect(try await core.unlock(pin: pin(Fixture.right)) == .valid)
        }
    }

    @Test(arguments: PhoneKind.allCases)
    func `a request that never arrived is sent again and counted once`(kind: PhoneKind) async throws {
        try await Fixture.with(kind) { fixture in
            let core = try await fixture.registeredCore()
            fixture.network.stage(.loseRequest, at: .instruction(.checkPIN))
            await #expect(throws: WalletCoreError(.serverUnreachable, "")) { try await core.unlock(pin: pin(Fixture.wrong)) }
            #expect(try await core.unlock(pin: pin(Fixture.wrong)) == .invalid(attemptsLeftInRound: 3, isFinalRound: false))
        }
    }

    @Test(arguments: PhoneKind.allCases)
    func `one round trip: with the challenge fetched ahead, the sixth digit costs one request`(kind: PhoneKind) async throws {
        try await Fixture.with(kind) { fixture in
            let core = try await fixture.registeredCore()
            await core.prepareUnlock()
            let before = fixture.network.sent.count
            #expect(try await core.unlock(pin: pin(Fixture.right)) == .valid)
            #expect(fixture.network.sent.count == before + 1)
        }
    }

    @Test(arguments: PhoneKind.allCases)
    func `a challenge that died while the person thought is replaced unnoticed`(kind: PhoneKind) async throws {
        try await Fixture.with(kind) { fixture in
            let core = try await fixture.registeredCore()
            await core.prepareUnlock()
            fixture.clock.advance(by: 3600)
            #expect(try await core.unlock(pin: pin(Fixture.right)) == .valid)
        }
    }

    @Test(arguments: PhoneKind.allCases)
    func `a wallet locked while its unlock is under way stays locked`(kind: PhoneKind) async throws {
        try await Fixture.with(kind) { fixture in
            let core = try await fixture.registeredCore()
            await core.prepareUnlock()
            fixture.network.stage(.change { body in body }, at: .instruction(.checkPIN))
            async let outcome = Result { try await core.unlock(pin: pin(Fixture.right)) }
            await core.lock()
            // In either order the wallet is unlocked only when its unlock began after the lock.
            let check = await outcome
            let isUnlocked = try await core.isUnlocked()
            switch check {
            case .success: #expect(isUnlocked)
            case .failure: #expect(!isUnlocked)
            }
        }
    }
}

extension Result where Failure == any Error {
    /// Captures the error of an asynchronous call.
    init(_ body: () async throws -> Success) async {
        do {
            self = .success(try await body())
        } catch {
            self = .failure(error)
        }
    }
}
