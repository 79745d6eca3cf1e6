// SPDX-License-Identifier: EUPL-1.2

import PhoneSimulator
import ProviderProtocol
import Testing
import WalletCore
import WalletInterface

/// A lost response leaves the outcome unknown; the identical request resolves it, once.
@Suite struct LostReplyTests {
    @Test(arguments: PhoneKind.allCases)
    func `after a lost reply to the right PIN, the same PIN sends the same bytes and unlocks`(kind: PhoneKind) async throws {
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
    func `after a lost reply to a wrong PIN, the same PIN gets the same verdict and is counted once`(kind: PhoneKind) async throws {
        try await Fixture.with(kind) { fixture in
            let core = try await fixture.registeredCore()
            fixture.network.stage(.loseReply, at: .instruction(.checkPIN))
            await #expect(throws: WalletCoreError(.serverUnreachable, "")) { try await core.unlock(pin: pin(Fixture.wrong)) }
            #expect(try await core.unlock(pin: pin(Fixture.wrong)) == .invalid(attemptsLeftInRound: 3, isFinalRound: false))
            #expect(try await core.unlock(pin: pin(Fixture.wrong)) == .invalid(attemptsLeftInRound: 2, isFinalRound: false))
        }
    }

    @Test(arguments: PhoneKind.allCases)
    func `after a lost reply to a wrong PIN, a different PIN is counted as a second attempt`(kind: PhoneKind) async throws {
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
    func `with a prefetched beacon, the sixth digit costs one request`(kind: PhoneKind) async throws {
        try await Fixture.with(kind) { fixture in
            _ = try await fixture.registeredCore()
            let core = try await fixture.launchCore()
            await core.prepareUnlock()
            let before = fixture.network.sent.count
            #expect(try await core.unlock(pin: pin(Fixture.right)) == .valid)
            #expect(fixture.network.sent.dropFirst(before).map(\.path) == [Endpoint.instruction(.checkPIN).path])
        }
    }

    @Test(arguments: PhoneKind.allCases)
    func `every answer brings the beacon for the next message, so that each message costs one request`(kind: PhoneKind) async throws {
        try await Fixture.with(kind) { fixture in
            let core = try await fixture.registeredCore()
            let before = fixture.network.sent.count
            for _ in 1...5 {
                fixture.clock.advance(by: 100)
                #expect(try await core.unlock(pin: pin(Fixture.right)) == .valid)
                #expect(try await core.refreshWalletStatus() == .active)
            }
            #expect(fixture.network.sent.count == before + 10)
        }
    }

    @Test(arguments: PhoneKind.allCases)
    func `a beacon that expired while the user was typing is replaced silently`(kind: PhoneKind) async throws {
        try await Fixture.with(kind) { fixture in
            let core = try await fixture.registeredCore()
            await core.prepareUnlock()
            fixture.clock.advance(by: 3600)
            #expect(try await core.unlock(pin: pin(Fixture.right)) == .valid)
            #expect(fixture.network.bodies(to: .instruction(.checkPIN)).count == 1)
        }
    }

    @Test(arguments: PhoneKind.allCases, 1...2)
    func `a beacon that the provider refuses is replaced once, and no attempt is counted`(kind: PhoneKind, count: Int) async throws {
        try await Fixture.with(kind) { fixture in
            let core = try await fixture.registeredCore()
            let old = await fixture.network.deliver([], to: Endpoint.beacon.path)
            fixture.clock.advance(by: 301)
            for _ in 1...count { fixture.network.stage(.rewrite { _ in old }, at: .beacon) }
            if count == 2 {
                await #expect(throws: WalletCoreError(.serverUnreachable, "")) { try await core.unlock(pin: pin(Fixture.wrong)) }
                #expect(fixture.network.bodies(to: .instruction(.checkPIN)).count == 2)
            }
            #expect(try await core.unlock(pin: pin(Fixture.wrong)) == .invalid(attemptsLeftInRound: 3, isFinalRound: false))
            #expect(fixture.network.bodies(to: .instruction(.checkPIN)).count == count + 1)
        }
    }

    @Test(arguments: PhoneKind.allCases)
    func `a wallet locked during an unlock stays locked`(kind: PhoneKind) async throws {
        try await Fixture.with(kind) { fixture in
            let core = try await fixture.registeredCore()
            await core.prepareUnlock()
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
