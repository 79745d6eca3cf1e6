// SPDX-License-Identifier: EUPL-1.2

import Foundation
import PlatformSupport
import ProviderProtocol
import Synchronization
import Testing

@testable import WalletCore

/// The account of an erased wallet ends at the provider, however long that cannot be reached.
@Suite(.timeLimit(.minutes(5)))
struct FarewellTests {
    private let phone: Phone
    private let core: WalletCore

    init() async throws {
        phone = try Phone()
        core = try await phone.registered()
    }

    private func expectEnded(_ core: WalletCore, accounts: Int = 0, at location: SourceLocation = #_sourceLocation) async throws {
        let phone = phone
        try await phone.whileRunning(core) {
            try await phone.eventually { try await core.running().store.value(.farewells) == nil }
        }
        #expect(phone.provider.accountCount == accounts, sourceLocation: location)
        #expect(phone.attestedKeys.state.withLock { $0.keys.count } == accounts, sourceLocation: location)
    }

    @Test func `at once, with the key deleted only then`() async throws {
        try await core.wipe()
        #expect(phone.attestedKeys.state.withLock { $0.keys.count } == 1)
        try await expectEnded(core)
        #expect(phone.provider.count(of: .deregister) == 1)
    }

    @Test func `offline it waits, through restarts and a new registration`() async throws {
        phone.provider.goOffline()
        try await core.wipe()
        let next = try await phone.launch()
        try await phone.whileRunning(next) { [phone] in await phone.clock.hasSleepers(3) }
        #expect(phone.provider.accountCount == 1)
        phone.provider.goOnline()
        try await next.register(pin: Phone.pin())
        #expect(phone.attestedKeys.state.withLock { $0.keys.count } == 2)
        let last = try await phone.launch()
        try await expectEnded(last, accounts: 1)
        #expect(try await last.unlock(pin: Phone.pin()) == .valid)
    }

    @Test func `offline it is tried again by itself`() async throws {
        let (core, phone) = (core, phone)
        phone.provider.goOffline()
        try await core.wipe()
        try await phone.whileRunning(core) {
            // Configuration, policy and the farewell.
            await phone.clock.hasSleepers(3)
            phone.provider.goOnline()
            phone.clock.advance(by: 60)
            try await phone.eventually { phone.provider.accountCount == 0 }
        }
    }

    @Test func `several wallets each end`() async throws {
        phone.provider.add(.fails(.unreachable), to: .instruction(.deregister))
        try await core.wipe()
        try await core.register(pin: Phone.pin())
        try await core.wipe()
        #expect(try await core.running().store.value(.farewells)?.count == 2)
        let (core, phone) = (core, phone)
        try await phone.whileRunning(core) {
            try await phone.eventually { phone.provider.accountCount <= 1 }
            await phone.clock.hasSleepers(3)
            phone.clock.advance(by: 60)
            try await phone.eventually { phone.provider.accountCount == 0 }
        }
        try await expectEnded(core)
    }

    @Test func `a lost answer is asked for again`() async throws {
        phone.provider.add(.losesAnswer, to: .instruction(.deregister))
        try await core.wipe()
        try await phone.whileRunning(core) { [phone] in await phone.clock.hasSleepers(3) }
        #expect(phone.provider.accountCount == 0)
        #expect(phone.attestedKeys.state.withLock { $0.keys.count } == 1)
        try await expectEnded(try await phone.launch())
    }

    @Test(arguments: [ProviderProblem.certificateRejected, .accountRevoked(reason: "user_request", canRegisterNewWallet: true)])
    func `an account that has ended already is no more to be ended, and says nothing of this phone`(problem: ProviderProblem) async throws {
        try await core.wipe()
        phone.provider.add(.refuses(problem), to: .challenge)
        try await expectEnded(core, accounts: 1, keys: 0)
        #expect(try await core.determineWalletStatus() == .active)
    }

    private func expectEnded(_ core: WalletCore, accounts: Int, keys: Int) async throws {
        let phone = phone
        try await phone.whileRunning(core) {
            try await phone.eventually { try await core.running().store.value(.farewells) == nil }
        }
        #expect(phone.provider.accountCount == accounts)
        #expect(phone.attestedKeys.state.withLock { $0.keys.count } == keys)
    }

    @Test(arguments: [ProviderProblem.challengeRejected, .instructionRejected, .malformedRequest])
    func `another refusal is tried again`(problem: ProviderProblem) async throws {
        try await core.wipe()
        phone.provider.add(.refuses(problem), to: .instruction(.deregister))
        try await phone.whileRunning(core) { [phone] in await phone.clock.hasSleepers(3) }
        #expect(phone.provider.accountCount == 1)
        try await expectEnded(try await phone.launch())
    }

    @Test func `after its time it is given up, and the key goes`() async throws {
        phone.provider.goOffline()
        try await core.wipe()
        phone.clock.advance(by: Farewell.patience)
        try await expectEnded(core, accounts: 1, keys: 0)
    }

    @Test func `without its key there is nothing to be said`() async throws {
        try await core.wipe()
        await phone.attestedKeys.deleteAll(except: [])
        try await expectEnded(core, accounts: 1, keys: 0)
    }

    @Test func `another provider is told nothing`() async throws {
        try await core.wipe()
        let store = try await core.running().store
        let farewell = try #require(try store.value(.farewells)?.first)
        try store.change { changes throws(WalletCoreError) in
            try changes.set(
                .farewells,
                to: [
                    Farewell(
                        identity: farewell.identity, audience: "https://elsewhere.test", sequenceNumber: farewell.sequenceNumber,
                        since: farewell.since)
                ])
        }
        phone.provider.forgetRequests()
        try await phone.whileRunning(core) { [phone] in await phone.clock.hasSleepers(3) }
        #expect(phone.provider.bodies(to: .challenge).isEmpty)
    }

    @Test func `a wipe of the next wallet while one is said loses none`() async throws {
        let (core, phone) = (core, phone)
        try await core.wipe()
        try await core.register(pin: Phone.pin())
        let arrived = Signal(), goesOn = Signal()
        phone.provider.add(
            .waits {
                arrived.set()
                await goesOn.wait()
            }, to: .instruction(.deregister))
        try await phone.whileRunning(core) {
            await arrived.wait()
            try await core.wipe()
            goesOn.set()
            try await phone.eventually { phone.provider.accountCount == 0 }
        }
        try await expectEnded(try await phone.launch())
    }
}
