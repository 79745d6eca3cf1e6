// SPDX-License-Identifier: EUPL-1.2

import Foundation
import Testing
import WalletConfiguration
import WalletInterface

@testable import WalletCore

/// A policy holds without its file, through restarts, app updates and wipes, until a newer policy replaces it, and no longer (T-C1, T-C4).
struct KnownPolicyTests {
    private let phone: Phone
    private let core: Core

    init() async throws {
        phone = try Phone()
        core = try await phone.registered()
    }

    /// The ways in which a policy's file is missing at the next start.
    enum Loss: CaseIterable {
        case deleted, replacedByGarbage, wiped
    }

    private func lose(_ loss: Loss, _ core: Core) async throws {
        phone.loseDocuments()
        switch loss {
        case .deleted: try phone.deletePolicyFile()
        case .replacedByGarbage:
            try Data("garbage".utf8).write(to: URL(filePath: phone.utilities.storageDirectory + "/wallet.update-policy"))
        case .wiped: try await core.wipe()
        }
    }

    // MARK: Superseded

    @Test(arguments: Loss.allCases)
    func `a block that a newer policy has lifted does not return`(loss: Loss) async throws {
        try await phone.give(try phone.policy("<2.0.0", .block), version: 7, to: core)
        #expect(try await core.applyUpdatePolicy() == .block(isUpdateAvailable: false))
        try await phone.give(UpdatePolicy(), version: 8, to: core)
        #expect(try await core.applyUpdatePolicy() == .ok)
        try await lose(loss, core)
        #expect(try await phone.restart().applyUpdatePolicy() == .ok)
    }

    @Test func `a block from below the highest version does not count, and a wipe does not preserve it`() async throws {
        try await phone.give(UpdatePolicy(), version: 8, to: core)
        let store = try await core.store()
        try store.change { changes throws(WalletCoreError) in
            try changes.set(.stickyBlock, to: StickyBlock(policyVersion: 7, appVersion: "1.2.3", isUpdateAvailable: false))
            changes.remove(.knownPolicy)
        }
        #expect(try PostWipeRecord(of: store, audience: "", at: phone.clock.now).block == nil)
        var record = PostWipeRecord()
        record.highestVersions[DocumentEndpoint.updatePolicy.rawValue] = 10
        record.merge(.blocking)
        #expect(record.block == nil)
        #expect(try await phone.restart().applyUpdatePolicy() == .ok)
    }

    // MARK: Without the file

    @Test(arguments: Loss.allCases)
    func `a warning, a dated block and an expiry stay in force without the file`(loss: Loss) async throws {
        let blocksAt = phone.seconds + 2 * 86_400 + 1
        try await phone.give(try phone.policy("=1.2.3", .warn(blocksAt: blocksAt)), version: 1, to: core)
        try await lose(loss, core)
        let warned = try await phone.restart()
        #expect(try await warned.applyUpdatePolicy() == .warn(daysLeft: 3))
        phone.clock.advance(by: 86_400)
        #expect(try await warned.isUpdatePolicyExpired())
        await expect(.noInternet) { try await phone.restart().applyUpdatePolicy() }
        phone.clock.advance(by: 86_401)
        #expect(try await warned.applyUpdatePolicy() == .block(isUpdateAvailable: false))
        #expect(try await phone.restart().applyUpdatePolicy() == .block(isUpdateAvailable: false))
    }

    @Test func `the recorded policy also applies to an updated app`() async throws {
        try await phone.give(try phone.policy("<=1.2.4", .block), version: 1, to: core)
        try await lose(.deleted, core)
        #expect(try await phone.restart(appVersion: "1.2.4").applyUpdatePolicy() == .block(isUpdateAvailable: false))
        #expect(try await phone.restart(appVersion: "1.2.5").applyUpdatePolicy() == .ok)
        #expect(try await phone.restart().applyUpdatePolicy() == .block(isUpdateAvailable: false))
    }

    @Test func `the policy file alone is enough, and its content is recorded`() async throws {
        try await phone.give(try phone.policy("=1.2.3", .recommend), version: 4, to: core)
        try await core.store().change { $0.remove(.knownPolicy) }
        #expect(try await phone.restart().applyUpdatePolicy() == .recommend)
        try await lose(.deleted, core)
        #expect(try await phone.restart().applyUpdatePolicy() == .recommend)
    }

    @Test func `if only a policy's version is known, the policy counts as expired and must be fetched`() async throws {
        try await phone.give(UpdatePolicy(), version: 4, to: core)
        try await core.store().change { $0.remove(.knownPolicy) }
        try await lose(.deleted, core)
        let bare = try await phone.restart()
        #expect(try await bare.isUpdatePolicyExpired())
        await expect(.noInternet) { try await bare.applyUpdatePolicy() }
        phone.loseDocuments(nil)
        #expect(try await bare.applyUpdatePolicy() == .ok)
        #expect(try await !bare.isUpdatePolicyExpired())
    }

    @Test func `without any policy no policy has expired`() async throws {
        phone.clock.advance(by: 86_400 * 365)
        let first = try await phone.restart()
        #expect(try await !first.isUpdatePolicyExpired())
        #expect(try await first.unlock(pin: Phone.pin()) == .valid)
    }

    @Test func `after a kill at any point of accepting a policy, either the old or the new policy applies completely`() async throws {
        try await phone.give(try phone.policy("<2.0.0", .block), version: 1, to: core)
        for number in 0... {
            let checkpoints = Checkpoints()
            let killed = try await phone.restart(checkpoints)
            try phone.serve(try phone.policy("=1.2.3", .recommend), version: Int64(2 * number) + 2)
            checkpoints.arm(failingAt: number)
            let poll = try await killed.pollUpdatePolicy()
            phone.loseDocuments()
            // The new policy is complete or was never there, also without its file.
            let verdict = try await phone.restart().applyUpdatePolicy()
            #expect(verdict == .recommend || verdict == .block(isUpdateAvailable: false))
            try phone.deletePolicyFile()
            #expect(try await phone.restart().applyUpdatePolicy() == verdict)
            phone.loseDocuments(nil)
            if poll == .accepted, checkpoints.reached.count <= number { break }
            // The next round begins with a block again.
            try await phone.give(try phone.policy("<2.0.0", .block), version: Int64(2 * number) + 3, to: phone.restart())
            try #require(number < 20)
        }
    }
}
