// SPDX-License-Identifier: EUPL-1.2

import Foundation
import PlatformSupport
import Synchronization
import Testing
import WalletConfiguration
import WalletInterface

@testable import WalletCore

/// An expired policy must be renewed before a wallet is unlocked, also in a process that stays alive (T-C2).
@Suite(.timeLimit(.minutes(20)))
struct ExpiredPolicyTests {
    private let phone: Phone
    private let core: Core

    init() async throws {
        phone = try Phone()
        core = try await phone.registered()
        #expect(try await core.enableBiometricUnlock(prompt: "") == .proven)
        #expect(try await core.confirmBiometricUnlock())
        try await phone.give(UpdatePolicy(), version: 1, to: core)
    }

    /// Moves a day ahead, without a connection to the configuration server.
    private func expire() async throws {
        phone.loseDocuments()
        phone.clock.advance(by: 86_400)
    }

    @Test func `with an expired policy nothing opens the wallet until the policy is renewed`() async throws {
        await core.lock()
        try await expire()
        phone.provider.forgetRequests()
        await expect(.policyExpired) { try await core.unlock(pin: Phone.pin()) }
        await expect(.policyExpired) { try await core.unlockWithBiometrics(prompt: "") }
        await expect(.policyExpired) { try await core.startPINRecovery() }
        await expect(.policyExpired) { try await core.completePINRecovery(new: Phone.otherPIN()) }
        #expect(phone.provider.requestCount == 0)
        #expect(try await core.isUpdatePolicyExpired())
        await expect(.noInternet) { try await core.applyUpdatePolicy() }
        await expect(.policyExpired) { try await core.unlock(pin: Phone.pin()) }

        phone.loseDocuments(nil)
        try phone.serve(UpdatePolicy(), version: 2)
        #expect(try await core.applyUpdatePolicy() == .ok)
        #expect(try await core.unlock(pin: Phone.pin()) == .valid)
    }

    @Test func `with an expired policy no wallet can be created`() async throws {
        phone.loseDocuments()
        try await core.wipe()
        phone.clock.advance(by: 86_400)
        await expect(.policyExpired) { try await core.register(pin: Phone.pin()) }
        #expect(try await core.state() == .empty)
    }

    @Test func `after the policy expires an open wallet stays open until it locks`() async throws {
        phone.clock.advance(by: 86_399)
        await core.lock()
        #expect(try await core.unlock(pin: Phone.pin()) == .valid)
        phone.loseDocuments()
        phone.clock.advance(by: 1)
        #expect(try await core.isUpdatePolicyExpired())
        #expect(try await core.isUnlocked())
        _ = try await core.revocationCode()
        await core.lock()
        await expect(.policyExpired) { try await core.unlock(pin: Phone.pin()) }
    }

    @Test func `with an expired policy, a refusal for a different reason states that reason`() async throws {
        await core.lock()
        try await phone.give(try phone.policy("=1.2.3", .block), version: 2, to: core)
        try await expire()
        await expect(.versionBlocked) { try await core.unlock(pin: Phone.pin()) }
        #expect(try await !core.isUpdatePolicyExpired())
    }

    @Test(arguments: CoreCall.allCases)
    func `an expired policy refuses only calls that open a wallet or answer an organization`(call: CoreCall) {
        let opening: Set<CoreCall> = [
            .register, .unlock, .unlockWithBiometrics, .changePIN, .preparePINChange, .startPINRecovery, .continuePINRecovery,
            .resumePINRecovery, .completePINRecovery, .approveSharing,
        ]
        #expect(call.servesExpiredPolicies != opening.contains(call))
    }

    // MARK: A server that replays (F-C2)

    @Test func `a server that replays old documents is detected, and the embedded address is used instead`() async throws {
        try await phone.give(UpdatePolicy(), version: 3, to: core)
        let documents = phone.provider.documents
        var contents = documents.configuration(phone.provider.address)
        let replaying = FakeDocuments.address(FakeDocuments.url + "/replaying")
        contents.services = Services(configuration: replaying, updatePolicy: replaying)
        documents.serve(try documents.sign(contents, version: 2, at: phone.seconds, life: 30 * 86_400), at: .configuration)
        #expect(await core.pollConfiguration(by: phone.clock) == .accepted)
        let old = try documents.sign(UpdatePolicy(), version: 1, at: phone.seconds, life: 30 * 86_400)
        documents.state.withLock { state in
            state.served["/replaying" + DocumentEndpoint.updatePolicy.path] = NetworkResponse(
                status: 200, mediaType: DocumentEndpoint.mediaType, body: Array(old.utf8))
        }
        try phone.serve(try phone.policy("=1.2.3", .recommend), version: 4)
        #expect(try await core.pollUpdatePolicy() == .outdated)
        #expect(try await core.pollUpdatePolicy() == .accepted)
        // An expired policy is renewed there in one step.
        phone.clock.advance(by: 86_400)
        try phone.serve(try phone.policy("=1.2.3", .notify), version: 5)
        #expect(try await core.applyUpdatePolicy() == .notify)
    }
}
