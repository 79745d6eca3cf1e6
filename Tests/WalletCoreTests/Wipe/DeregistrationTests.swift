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
@Suite(.timeLimit(.minutes(20)))
struct DeregistrationTests {
    private let phone: Phone
    private let core: Core

    init() async throws {
        phone = try Phone()
        core = try await phone.registered()
    }

    private func expectEnded(_ core: Core, accounts: Int = 0, at location: SourceLocation = #_sourceLocation) async throws {
        try await phone.whileRunning(core) {
            try await eventually { try await core.store().value(.pendingDeregistrations) == nil }
        }
        #expect(phone.provider.accountCount == accounts, sourceLocation: location)
        #expect(phone.attestedKeys.state.withLock { $0.keys.count } == accounts, sourceLocation: location)
    }

    @Test func `a wipe deregisters the account immediately, and deletes the key only afterwards`() async throws {
        try await core.wipe()
        #expect(phone.attestedKeys.state.withLock { $0.keys.count } == 1)
        try await expectEnded(core)
        #expect(phone.provider.count(of: .deregister) == 1)
    }

    @Test func `an offline deregistration stays pending through restarts and a new registration`() async throws {
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

    @Test func `an offline deregistration is retried automatically`() async throws {
        let (core, phone) = (core, phone)
        phone.provider.goOffline()
        try await core.wipe()
        try await phone.whileRunning(core) {
            // Configuration, policy and the deregistration.
            await phone.clock.hasSleepers(3)
            phone.provider.goOnline()
            phone.clock.advance(by: 60)
            try await eventually { phone.provider.accountCount == 0 }
        }
    }

    @Test func `several wiped wallets are all deregistered`() async throws {
        phone.provider.add(.fail(.unreachable), to: .instruction(.deregister))
        try await core.wipe()
        try await core.register(pin: Phone.pin())
        try await core.wipe()
        #expect(try await core.store().value(.pendingDeregistrations)?.count == 2)
        let (core, phone) = (core, phone)
        try await phone.whileRunning(core) {
            try await eventually { phone.provider.accountCount <= 1 }
            await phone.clock.hasSleepers(3)
            phone.clock.advance(by: 60)
            try await eventually { phone.provider.accountCount == 0 }
        }
        try await expectEnded(core)
    }

    @Test func `a deregistration whose answer was lost is sent again`() async throws {
        phone.provider.add(.loseReply, to: .instruction(.deregister))
        try await core.wipe()
        try await phone.whileRunning(core) { [phone] in await phone.clock.hasSleepers(3) }
        #expect(phone.provider.accountCount == 0)
        #expect(phone.attestedKeys.state.withLock { $0.keys.count } == 1)
        try await expectEnded(try await phone.launch())
    }

    @Test(arguments: [ProviderProblem.certificateRejected, .accountRevoked(reason: "user_request", canRegisterNewWallet: true)])
    func `an account that has already ended is not deregistered again, and the phone is not blamed`(problem: ProviderProblem) async throws {
        try await core.wipe()
        phone.provider.add(.refuse(problem), to: .instruction(.deregister))
        try await expectEnded(core, accounts: 1, keys: 0)
        #expect(try await core.determineWalletStatus() == .active)
    }

    private func expectEnded(_ core: Core, accounts: Int, keys: Int) async throws {
        try await phone.whileRunning(core) {
            try await eventually { try await core.store().value(.pendingDeregistrations) == nil }
        }
        #expect(phone.provider.accountCount == accounts)
        #expect(phone.attestedKeys.state.withLock { $0.keys.count } == keys)
    }

    @Test func `a deregistration whose beacon is refused is sent again immediately`() async throws {
        try await core.wipe()
        phone.provider.add(.refuse(.challengeRejected), to: .instruction(.deregister))
        try await expectEnded(core)
        #expect(phone.provider.count(of: .deregister) == 2)
    }

    @Test func `a deregistration whose beacons are refused twice is sent again later, however long that takes`() async throws {
        try await core.wipe()
        phone.clock.advance(by: PendingDeregistration.patience)
        for _ in 1...2 { phone.provider.add(.refuse(.challengeRejected), to: .instruction(.deregister)) }
        try await phone.whileRunning(core) { [phone] in await phone.clock.hasSleepers(3) }
        #expect(phone.provider.count(of: .deregister) == 2)
        #expect(phone.provider.accountCount == 1)
        try await expectEnded(try await phone.launch())
    }

    @Test(arguments: [ProviderProblem.instructionRejected, .malformedRequest])
    func `a deregistration is retried after any other refusal`(problem: ProviderProblem) async throws {
        try await core.wipe()
        phone.provider.add(.refuse(problem), to: .instruction(.deregister))
        try await phone.whileRunning(core) { [phone] in await phone.clock.hasSleepers(3) }
        #expect(phone.provider.accountCount == 1)
        try await expectEnded(try await phone.launch())
    }

    @Test func `a deregistration refused after its time is dropped, and the key is removed`() async throws {
        try await core.wipe()
        phone.clock.advance(by: PendingDeregistration.patience)
        phone.provider.add(.refuse(.instructionRejected), to: .instruction(.deregister))
        try await expectEnded(core, accounts: 1, keys: 0)
    }

    @Test(arguments: [NetworkError.offline, .unreachable, .lost])
    func `a clock that is far ahead does not end a deregistration without an answer`(outage: NetworkError) async throws {
        phone.provider.goOffline(outage)
        try await core.wipe()
        phone.clock.advance(by: 10 * PendingDeregistration.patience)
        try await phone.whileRunning(core) { [phone] in await phone.clock.hasSleepers(3) }
        #expect(phone.attestedKeys.state.withLock { $0.keys.count } == 1)
        phone.provider.goOnline()
        try await expectEnded(try await phone.launch())
    }

    @Test func `a deregistration without its device key is dropped`() async throws {
        try await core.wipe()
        await phone.attestedKeys.deleteAll(except: [])
        try await expectEnded(core, accounts: 1, keys: 0)
    }

    @Test(arguments: [AttestedKeyError.failed, .notSupported, .platformUnreachable, nil])
    func `hardware that fails or gives an unsuitable answer does not count as having lost the key`(error: AttestedKeyError?) async throws {
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

    @Test func `a deregistration is sent only to the provider that it names`() async throws {
        try await core.wipe()
        let store = try await core.store()
        let deregistration = try #require(try store.value(.pendingDeregistrations)?.first)
        try store.change { changes throws(WalletCoreError) in
            try changes.set(
                .pendingDeregistrations,
                to: [
                    PendingDeregistration(
                        identity: deregistration.identity, audience: "https://elsewhere.test",
                        sequenceNumber: deregistration.sequenceNumber,
                        since: deregistration.since)
                ])
        }
        phone.provider.forgetRequests()
        try await phone.whileRunning(core) { [phone] in await phone.clock.hasSleepers(3) }
        #expect(phone.provider.count(of: .deregister) == 0)
    }

    @Test(arguments: [Endpoint.beacon, .instruction(.deregister)], 1...2)
    func `a wipe of the next wallet during a deregistration loses no deregistration`(endpoint: Endpoint, count: Int) async throws {
        let (core, phone) = (core, phone)
        for _ in 0..<count {
            try await core.wipe()
            try await core.register(pin: Phone.pin())
        }
        #expect(phone.provider.accountCount == count + 1)
        let (arrived, goesOn) = phone.provider.hold(endpoint)
        phone.clock.advance(by: BeaconLifetime.seconds)
        try await phone.whileDeregistering(core) {
            await arrived.wait()
            try await core.wipe()
            goesOn.set()
            try await eventually { try await core.store().value(.pendingDeregistrations) == nil }
        }
        #expect(phone.provider.accountCount == 0)
        #expect(phone.attestedKeys.state.withLock { $0.keys.isEmpty })
    }

    @Test(arguments: [Endpoint.beacon, .instruction(.deregister)])
    func `a wipe that fails loses no deregistration`(endpoint: Endpoint) async throws {
        let (phone, files) = (phone, FailingFiles())
        try await core.wipe()
        let next = Core(embedded: phone.provider.embedded, checkpoints: files)
        try await next.initPlatformSupport(phone.bridges, limitsBy: phone.limitClock)
        try await next.initialize()
        try await next.register(pin: Phone.pin())
        phone.clock.advance(by: BeaconLifetime.seconds)
        let (arrived, goesOn) = phone.provider.hold(endpoint)
        try await phone.whileDeregistering(next) {
            await arrived.wait()
            files.fails = true
            await expect(.storeFull) { try await next.wipe() }
            files.fails = false
            goesOn.set()
            try await next.initialize()
            try await eventually { try await next.store().value(.pendingDeregistrations) == nil }
        }
        #expect(phone.provider.accountCount == 1)
        #expect(phone.attestedKeys.state.withLock { $0.keys.count } == 1)
        #expect(try await next.unlock(pin: Phone.pin()) == .valid)
    }

    @Test func `if the store is temporarily unreadable no deregistration is lost, because nothing is erased`() async throws {
        try await core.store().close()
        await expect(.unexpected) { try await core.wipe() }
        #expect(phone.attestedKeys.state.withLock { $0.keys.count } == 1)
        try await core.wipe()
        try await core.initialize()
        #expect(try await core.store().value(.pendingDeregistrations)?.count == 1)
        try await expectEnded(core)
    }

    @Test func `before the initialisation the deregistration goes to the provider of the received configuration`() async throws {
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
        #expect(try await next.store().value(.pendingDeregistrations)?.map(\.audience) == ["https://moved.test"])
    }
}

extension Phone {
    /// Runs only the core's deregistrations while the body runs.
    fileprivate func whileDeregistering(_ core: Core, _ body: @escaping @Sendable () async throws -> Void) async throws {
        let clock = clock
        try await withThrowingTaskGroup { group in
            group.addTask { await core.keepDeregistrations(by: clock) }
            try await body()
            group.cancelAll()
        }
    }
}
