// SPDX-License-Identifier: EUPL-1.2

import Foundation
import PlatformSupport
import ProviderProtocol
import Synchronization
import Testing
import WalletConfiguration
import WalletInterface

@testable import WalletCore

/// The account of an erased wallet is deregistered at the provider, however long the provider is unreachable.
@Suite(.timeLimit(.minutes(5)))
struct DeregistrationTests {
    private let phone: Phone
    private let core: WalletCore

    init() async throws {
        phone = try Phone()
        core = try await phone.registered()
    }

    private func expectEnded(_ core: WalletCore, accounts: Int = 0, at location: SourceLocation = #_sourceLocation) async throws {
        let phone = phone
        try await phone.whileRunning(core) {
            try await phone.eventually { try await core.running().store.value(.pendingDeregistrations) == nil }
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
            // Configuration, policy and the deregistration.
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
        #expect(try await core.running().store.value(.pendingDeregistrations)?.count == 2)
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
            try await phone.eventually { try await core.running().store.value(.pendingDeregistrations) == nil }
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

    @Test func `refused after its time it is given up, and the key goes`() async throws {
        try await core.wipe()
        phone.clock.advance(by: PendingDeregistration.patience)
        phone.provider.add(.refuses(.instructionRejected), to: .instruction(.deregister))
        try await expectEnded(core, accounts: 1, keys: 0)
    }

    @Test(arguments: [NetworkError.offline, .unreachable, .lost])
    func `a clock that is far ahead ends no deregistration without an answer`(outage: NetworkError) async throws {
        phone.provider.goOffline(outage)
        try await core.wipe()
        phone.clock.advance(by: 10 * PendingDeregistration.patience)
        try await phone.whileRunning(core) { [phone] in await phone.clock.hasSleepers(3) }
        #expect(phone.attestedKeys.state.withLock { $0.keys.count } == 1)
        phone.provider.goOnline()
        try await expectEnded(try await phone.launch())
    }

    @Test func `without its key there is nothing to be said`() async throws {
        try await core.wipe()
        await phone.attestedKeys.deleteAll(except: [])
        try await expectEnded(core, accounts: 1, keys: 0)
    }

    @Test(arguments: [AttestedKeyError.failed, .notSupported, .platformUnreachable, nil])
    func `hardware that fails, or answers in another kind's way, has not lost the key`(error: AttestedKeyError?) async throws {
        try await core.wipe()
        phone.attestedKeys.state.withLock { state in
            state.signError = error
            if error == nil { state.kind = .android }
        }
        try await phone.whileRunning(core) { [phone] in await phone.clock.hasSleepers(3) }
        #expect(phone.attestedKeys.state.withLock { $0.keys.count } == 1)
        phone.attestedKeys.state.withLock { $0.kind = .apple }
        try await expectEnded(try await phone.launch())
    }

    @Test func `another provider is told nothing`() async throws {
        try await core.wipe()
        let store = try await core.running().store
        let deregistration = try #require(try store.value(.pendingDeregistrations)?.first)
        try store.change { changes throws(WalletCoreError) in
            try changes.set(
                .pendingDeregistrations,
                to: [
                    PendingDeregistration(
                        identity: deregistration.identity, audience: "https://elsewhere.test", sequenceNumber: deregistration.sequenceNumber,
                        since: deregistration.since)
                ])
        }
        phone.provider.forgetRequests()
        try await phone.whileRunning(core) { [phone] in await phone.clock.hasSleepers(3) }
        #expect(phone.provider.bodies(to: .challenge).isEmpty)
    }

    @Test(arguments: [Endpoint.challenge, .instruction(.deregister)], 1...2)
    func `a wipe of the next wallet while one is said loses none`(endpoint: Endpoint, count: Int) async throws {
        let (core, phone) = (core, phone)
        for _ in 0..<count {
            try await core.wipe()
            try await core.register(pin: Phone.pin())
        }
        #expect(phone.provider.accountCount == count + 1)
        let arrived = Signal(), goesOn = Signal()
        phone.provider.add(
            .waits {
                arrived.set()
                await goesOn.wait()
            }, to: endpoint)
        // Nothing else requests a challenge.
        try await phone.whileDeregistering(core) {
            await arrived.wait()
            try await core.wipe()
            goesOn.set()
            try await phone.eventually { try await core.running().store.value(.pendingDeregistrations) == nil }
        }
        #expect(phone.provider.accountCount == 0)
        #expect(phone.attestedKeys.state.withLock { $0.keys.isEmpty })
    }

    @Test(arguments: [Endpoint.challenge, .instruction(.deregister)])
    func `a failing wipe loses none either`(endpoint: Endpoint) async throws {
        let (phone, files) = (phone, FailingFiles())
        try await core.wipe()
        let next = WalletCore(embedded: phone.provider.embedded, checkpoints: files)
        try await next.initPlatformSupport(phone.bridges)
        try await next.initialize()
        try await next.register(pin: Phone.pin())
        let arrived = Signal(), goesOn = Signal()
        phone.provider.add(
            .waits {
                arrived.set()
                await goesOn.wait()
            }, to: endpoint)
        try await phone.whileDeregistering(next) {
            await arrived.wait()
            files.fails = true
            await expect(.storeFull) { try await next.wipe() }
            files.fails = false
            goesOn.set()
            try await next.initialize()
            try await phone.eventually { try await next.running().store.value(.pendingDeregistrations) == nil }
        }
        #expect(phone.provider.accountCount == 1)
        #expect(phone.attestedKeys.state.withLock { $0.keys.count } == 1)
        #expect(try await next.unlock(pin: Phone.pin()) == .valid)
    }

    @Test func `a store that cannot be read just then loses none: nothing is erased before it can be`() async throws {
        try await core.running().store.close()
        await expect(.unexpected) { try await core.wipe() }
        #expect(phone.attestedKeys.state.withLock { $0.keys.count } == 1)
        try await core.wipe()
        try await core.initialize()
        #expect(try await core.running().store.value(.pendingDeregistrations)?.count == 1)
        try await expectEnded(core)
    }

    @Test func `before the initialisation it is the provider of the received configuration that is to be told`() async throws {
        let provider = phone.provider.address
        let moved = ProviderAddress(
            address: FakeDocuments.address("https://moved.test"), certificateKeys: provider.certificateKeys, resultKeys: provider.resultKeys
        )
        let contents = phone.provider.documents.configuration(moved)
        let now = Int64(phone.clock.now.timeIntervalSince1970)
        phone.provider.documents.serve(try phone.provider.documents.sign(contents, version: 17, at: now), at: .configuration)
        #expect(await core.pollConfiguration(by: phone.clock) == .accepted)
        let next = try await phone.process()
        try await next.wipe()
        try await next.initialize()
        #expect(try await next.running().store.value(.pendingDeregistrations)?.map(\.audience) == ["https://moved.test"])
    }
}

extension Phone {
    /// Runs only the core's deregistrations while the body runs.
    fileprivate func whileDeregistering(_ core: WalletCore, _ body: @escaping @Sendable () async throws -> Void) async throws {
        let clock = clock
        try await withThrowingTaskGroup { group in
            group.addTask { await core.retryDeregistrations(by: clock) }
            try await body()
            group.cancelAll()
        }
    }
}
