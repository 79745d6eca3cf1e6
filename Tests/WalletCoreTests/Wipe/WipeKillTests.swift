// SPDX-License-Identifier: EUPL-1.2

import Foundation
import PlatformSupport
import Synchronization
import Testing
import WalletConfiguration
import WalletInterface

@testable import WalletCore

/// A killed wipe has not started or is finished, and never leaves a partial wallet; the surviving record cannot be forged.
@Suite(.timeLimit(.minutes(20)))
struct WipeKillTests {
    private func registered() async throws -> Phone {
        let phone = try Phone()
        let core = try await phone.registered()
        _ = try await core.enableBiometrics()
        try await phone.serve(configuration: 17)
        _ = await core.pollConfiguration(by: phone.clock)
        #expect(try phone.contents().keys.contains("wallet.configuration"))
        return phone
    }

    @Test(arguments: [false, true])
    func `after a kill at each point the next start finds the wallet or nothing`(isRunning: Bool) async throws {
        var number = 0, wasErased = false, wasWhole = false
        while true {
            let phone = try await registered()
            let checkpoints = Checkpoints()
            let core: Core
            if isRunning {
                core = try await phone.launch(checkpoints)
            } else {
                core = Core(embedded: phone.provider.embedded, checkpoints: checkpoints)
                try await core.initPlatformSupport(phone.bridges, limitsBy: phone.limitClock)
            }
            checkpoints.arm(failingAt: number)
            let isDone = (try? await core.wipe()) != nil
            let point = checkpoints.reached.last?.description ?? ""
            // Killed again at each point of the start that finishes it.
            for again in 0..<20 {
                let checkpoints = Checkpoints()
                checkpoints.arm(failingAt: again)
                if (try? await phone.launch(checkpoints)) != nil { break }
            }
            let next = try await phone.launch()
            if try await next.hasRemotePIN() {
                wasWhole = true
                #expect(!wasErased, "a wallet came back: \(point)")
                #expect(try await next.isBiometricUnlockEnabled())
                #expect(try await next.store().value(.pendingDeregistrations) == nil, "\(point)")
                #expect(phone.encryptionKeys.keys.withLock { $0[PostWipeRecordFile.encryptionKeyIdentifier] } == nil, "\(point)")
                #expect(try await next.unlock(pin: Phone.pin()) == .valid)
                #expect(!isDone)
            } else {
                wasErased = true
                try WipeTests.expectNothing(on: phone, deviceKeys: 1)
                #expect(try await next.store().value(.pendingDeregistrations)?.count == 1, "\(point)")
                #expect(try await next.store().value(.highestVersion(of: .configuration)) == 17, "\(point)")
                try await next.register(pin: Phone.otherPIN())
                try await phone.whileRunning(next) { try await eventually { phone.provider.accountCount == 1 } }
            }
            if isDone { break }
            number += 1
        }
        #expect(wasWhole && wasErased && number > 4)
    }

    // MARK: The surviving record

    @Test func `a wipe does not bring back an older configuration`() async throws {
        let phone = try await registered()
        let core = try await phone.launch()
        #expect(core.configuration.features.linkLifetimeSeconds == 17)
        try await core.wipe()
        #expect(core.configuration.features.linkLifetimeSeconds != 17)
        try await phone.serve(configuration: 16)
        #expect(await core.pollConfiguration(by: phone.clock) != .accepted)
        let next = try await phone.launch()
        #expect(await next.pollConfiguration(by: phone.clock) != .accepted)
        try await phone.serve(configuration: 17)
        #expect(await next.pollConfiguration(by: phone.clock) == .accepted)
    }

    @Test(arguments: [false, true])
    func `a wipe does not let a blocked version run again`(isDamaged: Bool) async throws {
        let phone = try await registered()
        let core = try await phone.launch()
        let now = Int64(phone.clock.now.timeIntervalSince1970)
        let range = try #require(VersionRange("=1.2.3"))
        phone.provider.documents.serve(
            try phone.provider.documents.sign(UpdatePolicy(rules: [UpdateRule(range, .block)]), version: 3, at: now), at: .updatePolicy)
        _ = try await core.pollUpdatePolicy()
        await expect(.versionBlocked) { try await core.unlock(pin: Phone.pin()) }
        var next = core
        if isDamaged {
            try await core.store().close()
            try Data("garbage".utf8).write(to: URL(fileURLWithPath: phone.file))
            next = try await phone.process()
            try await next.wipe()
            try await next.initialize()
        } else {
            try await core.wipe()
        }
        phone.provider.documents.state.withLock { $0.error = .offline }
        await expect(.versionBlocked) { try await next.register(pin: Phone.pin()) }
        await expect(.versionBlocked) { try await phone.launch().register(pin: Phone.pin()) }
    }

    @Test func `a post-wipe record is ignored if another phone wrote it or a wallet is present`() async throws {
        let phone = try await registered()
        let path = phone.directory + "/lasting.remains"
        try Data("garbage".utf8).write(to: URL(fileURLWithPath: path))
        var core = try await phone.launch()
        #expect(try await core.hasRemotePIN() && !FileManager.default.fileExists(atPath: path))

        let other = try Phone()
        try await other.write(PostWipeRecord.blocking)
        try FileManager.default.copyItem(atPath: other.directory + "/lasting.remains", toPath: path)
        core = try await phone.launch()
        #expect(try await core.applyUpdatePolicy() == .ok)

        try await phone.write(PostWipeRecord.blocking)
        core = try await phone.launch()
        #expect(try await core.applyUpdatePolicy() == .ok)
        #expect(!FileManager.default.fileExists(atPath: path))
        #expect(phone.encryptionKeys.keys.withLock { $0[PostWipeRecordFile.encryptionKeyIdentifier] } == nil)

        let empty = try Phone()
        try FileManager.default.createDirectory(atPath: empty.directory + "/lasting.remains", withIntermediateDirectories: false)
        #expect(try await empty.launch().applyUpdatePolicy() == .ok)
    }

    @Test func `a poll in progress during a wipe stores no document`() async throws {
        let phone = try await registered()
        let core = try await phone.launch()
        try await phone.serve(configuration: 18)
        let documents = phone.provider.documents
        let arrived = Signal(), goesOn = Signal()
        documents.state.withLock {
            $0.beforeAnswer = {
                arrived.set()
                await goesOn.wait()
            }
        }
        async let poll = core.pollConfiguration(by: phone.clock)
        await arrived.wait()
        try await core.wipe()
        goesOn.set()
        #expect(await poll != .accepted)
        try WipeTests.expectNothing(on: phone, deviceKeys: 1)
    }
}

extension PostWipeRecord {
    static var blocking: PostWipeRecord {
        var record = PostWipeRecord()
        record.block = StickyBlock(policyVersion: 9, appVersion: "1.2.3", isUpdateAvailable: false)
        return record
    }
}

extension Phone {
    /// Serves a configuration with a recognisable version.
    func serve(configuration version: Int64) async throws {
        var contents = provider.documents.configuration(provider.address)
        contents.features.linkLifetimeSeconds = Int(version)
        let token = try provider.documents.sign(contents, version: version, at: Int64(clock.now.timeIntervalSince1970))
        provider.documents.serve(token, at: .configuration)
    }

    func write(_ record: PostWipeRecord) async throws {
        try await PostWipeRecordFile(bridges: bridges, randomBytes: systemRandomBytes, checkpoints: NoCheckpointObserver()).write(record)
    }
}
