// SPDX-License-Identifier: EUPL-1.2

import Foundation
import PlatformSupport
import Synchronization
import Testing
import WalletConfiguration
import WalletInterface

@testable import WalletCore

/// PF1.4: the verdict is the policy's, and a block holds until a newer policy ends it (T-A3, T-C4, F-C5).
@Suite(.timeLimit(.minutes(20)))
struct UpdatePolicyTests {
    private let phone: Phone
    private let core: Core

    init() async throws {
        phone = try Phone()
        core = try await phone.registered()
    }

    private var documents: FakeDocuments { phone.provider.documents }
    private var now: Int64 { Int64(phone.clock.now.timeIntervalSince1970) }

    private func policy(_ range: String, _ state: UpdateRule.State, from: Int64? = nil, available: [String] = []) throws -> UpdatePolicy {
        UpdatePolicy(
            available: available.map(FakeDocuments.version), rules: [UpdateRule(try #require(VersionRange(range)), state, from: from)])
    }

    private func serve(_ policy: UpdatePolicy, version: Int64, life: Int64 = 86_400) throws {
        documents.serve(try documents.sign(policy, version: version, at: now, life: life), at: .updatePolicy)
    }

    @discardableResult
    private func poll(_ core: Core? = nil) async throws -> DocumentFeed<UpdatePolicy>.Poll {
        let core = core ?? self.core
        return try await core.pollUpdatePolicy()
    }

    /// Starts the app as its first action.
    private func restart(appVersion: String = "1.2.3") async throws -> Core {
        let core = Core(embedded: documents.embedded(provider: phone.provider.address, appVersion: appVersion))
        try await core.initPlatformSupport(phone.bridges, limitsBy: phone.limitClock)
        try await core.initialize()
        return core
    }

    @Test func `without any policy the version is allowed, and no call waits`() async throws {
        #expect(try await core.applyUpdatePolicy() == .ok)
        #expect(documents.validators(at: .updatePolicy).isEmpty)
    }

    @Test(arguments: [
        ("<1.2.3", "block", UpdateVerdict.ok), ("<=1.2.3", "ok", .ok), ("<=1.2.3", "notify", .notify), ("=1.2.3", "recommend", .recommend),
        (">=1.0.0,<2.0.0", "block", .block(isUpdateAvailable: true)), (">=1.0.0", "block", .block(isUpdateAvailable: false)),
        ("=1.2.3", "warn", .warn(daysLeft: 3)),
    ])
    func `the policy's verdict applies, even offline after a restart`(range: String, state: String, verdict: UpdateVerdict) async throws {
        let states: [UpdateRule.State] = [.ok, .notify, .recommend, .block, .warn(blocksAt: now + 2 * 86_400 + 1)]
        let state = try #require(states.first { $0.name == state })
        try serve(try policy(range, state, available: ["2.0.0"]), version: 1)
        #expect(try await poll() == .accepted)
        #expect(try await core.applyUpdatePolicy() == verdict)
        // Offline and in another process, otherwise unchanged.
        documents.state.withLock { $0.error = .offline }
        #expect(try await restart().applyUpdatePolicy() == verdict)
    }

    @Test func `a block locks immediately and refuses calls that show or change the wallet`() async throws {
        var verdicts = try await core.setUpdatePolicyStream().makeAsyncIterator()
        var locks = try await core.setLockStream().makeAsyncIterator()
        #expect(await verdicts.next() == .ok)
        #expect(await locks.next() == .unlocked)
        try serve(try policy("<2.0.0", .block), version: 1)
        try await poll()
        #expect(await verdicts.next() == .block(isUpdateAvailable: false))
        #expect(await locks.next() == .locked(.refused))
        phone.provider.forgetRequests()
        await expect(.versionBlocked) { try await core.unlock(pin: Phone.pin()) }
        await expect(.versionBlocked) { try await core.unlockWithBiometrics(prompt: "") }
        await core.prepareUnlock()
        #expect(phone.provider.requestCount == 0)
        #expect(try await core.hasRemotePIN())
    }

    @Test func `a block survives a restart, being offline, a lost file, a clock set back and a replay`() async throws {
        let allowing = try documents.sign(try policy("<1.0.0", .block), version: 1, at: now)
        try serve(try policy("<2.0.0", .block, from: now - 10), version: 2)
        try await poll()
        documents.state.withLock { $0.error = .offline }
        for _ in 1...10 { #expect(try await restart().applyUpdatePolicy() == .block(isUpdateAvailable: false)) }
        phone.clock.advance(by: -86_400)
        #expect(try await restart().applyUpdatePolicy() == .block(isUpdateAvailable: false))
        phone.clock.advance(by: 86_400)
        try FileManager.default.removeItem(atPath: phone.utilities.storageDirectory + "/wallet.update-policy")
        #expect(try await restart().applyUpdatePolicy() == .block(isUpdateAvailable: false))
        documents.state.withLock { $0.error = nil }
        documents.serve(allowing, at: .updatePolicy)
        let replayed = try await restart()
        #expect(try await poll(replayed) == .outdated)
        #expect(try await replayed.applyUpdatePolicy() == .block(isUpdateAvailable: false))
    }

    @Test func `a newer policy lifts a block, and a different version of the app is not blocked`() async throws {
        try serve(try policy("=1.2.3", .block, available: ["1.2.4"]), version: 1)
        try await poll()
        #expect(try await restart().applyUpdatePolicy() == .block(isUpdateAvailable: true))
        #expect(try await restart(appVersion: "1.2.4").applyUpdatePolicy() == .ok)
        try serve(UpdatePolicy(), version: 2)
        #expect(try await poll() == .accepted)
        #expect(try await core.applyUpdatePolicy() == .ok)
        #expect(try await core.unlock(pin: Phone.pin()) == .valid)
    }

    @Test func `a date in the policy takes effect at the next call`() async throws {
        try serve(try policy("=1.2.3", .warn(blocksAt: now + 1000)), version: 1)
        try await poll()
        #expect(try await core.applyUpdatePolicy() == .warn(daysLeft: 1))
        #expect(try await core.isUnlocked())
        phone.clock.advance(by: 1000)
        await expect(.versionBlocked) { try await core.revocationCode() }
    }

    @Test func `the core polls by itself, and again after the interval`() async throws {
        try serve(try policy("=1.2.3", .notify), version: 1)
        try await withThrowingTaskGroup { group in
            let core = try await restart()
            var verdicts = try await core.setUpdatePolicyStream().makeAsyncIterator()
            #expect(await verdicts.next() == .ok)
            group.addTask { try await core.run() }
            #expect(await verdicts.next() == .notify)
            // The lock does not sleep, because the wallet is locked. Configuration, policy and status do.
            await phone.clock.hasSleepers(3)
            try serve(try policy("=1.2.3", .recommend), version: 2)
            phone.clock.advance(by: 2 * 3600)
            #expect(await verdicts.next() == .recommend)
            group.cancelAll()
        }
    }

    // MARK: Expired

    @Test func `an expired policy is renewed before anything else happens`() async throws {
        try serve(try policy("=1.2.3", .notify), version: 1)
        try await poll()
        phone.clock.advance(by: 86_400)
        try serve(try policy("=1.2.3", .recommend), version: 2)
        #expect(try await core.applyUpdatePolicy() == .recommend)
    }

    @Test func `an expired policy without a newer one is an error of the design, but a block is reported as a block`() async throws {
        try serve(UpdatePolicy(), version: 1)
        try await poll()
        phone.clock.advance(by: 86_400)
        documents.state.withLock { $0.error = .offline }
        await expect(.noInternet) { try await core.applyUpdatePolicy() }
        documents.state.withLock { $0.error = .unreachable }
        await expect(.serverUnreachable) { try await core.applyUpdatePolicy() }
        documents.state.withLock { $0.error = nil }
        await expect(.serverUnreachable) { try await core.applyUpdatePolicy() }

        try serve(try policy("=1.2.3", .block), version: 2)
        try await poll()
        phone.clock.advance(by: 86_400)
        documents.state.withLock { $0.error = .offline }
        #expect(try await core.applyUpdatePolicy() == .block(isUpdateAvailable: false))
    }

    @Test func `an outage of the policy server while the policy is valid has no effect`() async throws {
        try serve(UpdatePolicy(), version: 1)
        try await poll()
        documents.state.withLock { $0.error = .unreachable }
        #expect(try await poll() == .failed(.serverUnreachable))
        #expect(try await core.applyUpdatePolicy() == .ok)
        await core.lock()
        #expect(try await core.unlock(pin: Phone.pin()) == .valid)
    }
}
