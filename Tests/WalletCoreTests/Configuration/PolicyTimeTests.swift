// SPDX-License-Identifier: EUPL-1.2

import Foundation
import PlatformSupport
import Synchronization
import Testing
import WalletConfiguration
import WalletInterface

@testable import WalletCore

/// Setting the phone's clock stops no poll and undoes no date of a policy; a clock that was fast once causes no lasting harm (T-A4).
@Suite(.timeLimit(.minutes(20)))
struct PolicyTimeTests {
    private let phone: Phone
    private let core: Core

    init() async throws {
        phone = try Phone()
        core = try await phone.registered()
    }

    /// Returns the number of requests to the configuration server.
    private func requests(at endpoint: DocumentEndpoint) -> Int { phone.provider.documents.validators(at: endpoint).count }

    @Test(arguments: DocumentEndpoint.allCases)
    func `a running process continues to poll after its clock is set back`(endpoint: DocumentEndpoint) async throws {
        await core.lock()
        try await phone.whileRunning(core) { [phone] in
            await phone.clock.hasSleepers(3)
            phone.clock.turn(by: -10 * 86_400)
            let before = requests(at: endpoint)
            phone.clock.advance(by: 2 * 3600)
            try await eventually { requests(at: endpoint) > before }
        }
    }

    @Test func `an expiry stays in force after a restart with the clock set back`() async throws {
        try await phone.give(try phone.policy("=1.2.3", .warn(blocksAt: phone.seconds + 3 * 86_400 + 1000)), version: 1, to: core)
        phone.loseDocuments()
        phone.clock.advance(by: 86_400 - 100)
        #expect(try await core.applyUpdatePolicy() == .warn(daysLeft: 3))
        phone.clock.turn(by: -86_400)
        // Some seconds, not a day.
        phone.clock.advance(by: 100)
        #expect(try await core.isUpdatePolicyExpired())
        let next = try await phone.restart()
        #expect(try await !next.isUpdatePolicyExpired())
        // The stored time continues from there.
        phone.clock.advance(by: 100)
        #expect(try await next.isUpdatePolicyExpired())
        await expect(.noInternet) { try await next.applyUpdatePolicy() }
        await expect(.noInternet) { try await phone.restart().applyUpdatePolicy() }
    }

    @Test func `a dated block starts on time even if the clock is set back`() async throws {
        try await phone.give(try phone.policy("=1.2.3", .warn(blocksAt: phone.seconds + 1000)), version: 1, to: core)
        phone.clock.turn(by: -86_400)
        phone.clock.advance(by: 999)
        #expect(try await core.applyUpdatePolicy() == .warn(daysLeft: 1))
        phone.clock.advance(by: 1)
        await expect(.versionBlocked) { try await core.unlock(pin: Phone.pin()) }
    }

    @Test func `after a fast clock is corrected, the next answer of the server restores the right time`() async throws {
        try await phone.give(try phone.policy("=1.2.3", .warn(blocksAt: phone.seconds + 86_400 * 3)), version: 1, life: 86_400, to: core)
        // A process that has learnt no time from the provider.
        let early = try await phone.restart()
        phone.clock.turn(by: 86_400 * 2)
        await expect(.serverUnreachable) { try await early.applyUpdatePolicy() }
        phone.clock.turn(by: -86_400 * 2)
        phone.loseDocuments()
        await expect(.noInternet) { try await early.applyUpdatePolicy() }
        let next = try await phone.restart()
        await expect(.noInternet) { try await next.applyUpdatePolicy() }
        phone.loseDocuments(nil)
        #expect(try await next.applyUpdatePolicy() == .warn(daysLeft: 3))
        #expect(try await !phone.restart().isUpdatePolicyExpired())
    }

    @Test func `a wipe keeps the latest known time, so a clock set back does not renew the policy`() async throws {
        try await phone.give(UpdatePolicy(), version: 1, to: core)
        phone.loseDocuments()
        phone.clock.advance(by: 86_400)
        await expect(.noInternet) { try await core.applyUpdatePolicy() }
        phone.clock.turn(by: -80_000)
        try await core.wipe()
        await expect(.noInternet) { try await phone.restart().applyUpdatePolicy() }
    }

    // MARK: In the background

    @Test func `after a wipe the policy is requested immediately, before the next scheduled date`() async throws {
        try await phone.give(try phone.policy("=1.2.3", .warn(blocksAt: phone.seconds + 1800)), version: 1, to: core)
        try await phone.whileRunning(core) { [phone, core] in
            // Lock, configuration, the policy's date and the status.
            await phone.clock.hasSleepers(4)
            let before = requests(at: .updatePolicy)
            try await core.wipe()
            try await eventually { requests(at: .updatePolicy) > before }
        }
    }

    @Test func `a wipe does not postpone a dated block`() async throws {
        try await phone.give(try phone.policy("=1.2.3", .warn(blocksAt: phone.seconds + 1000)), version: 1, to: core)
        try await core.wipe { phone.clock.advance(by: 1000) }
        await expect(.versionBlocked) { try await core.register(pin: Phone.pin()) }
    }

    @Test func `an expired configuration is marked as expired without a poll`() async throws {
        let documents = phone.provider.documents
        let contents = documents.configuration(phone.provider.address)
        documents.serve(try documents.sign(contents, version: 2, at: phone.seconds, life: 1000), at: .configuration)
        try await phone.whileRunning(core) { [phone, core] in
            var states = try await core.setConfigurationStream().makeAsyncIterator()
            while let state = await states.next(), state.source != .received {}
            await phone.clock.hasSleepers(4)
            phone.loseDocuments()
            let asked = requests(at: .configuration)
            phone.clock.advance(by: 1000)
            #expect(await states.next()?.source == .expired)
            #expect(requests(at: .configuration) == asked)
        }
    }
}
