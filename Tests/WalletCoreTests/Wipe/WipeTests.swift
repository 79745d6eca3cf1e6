// SPDX-License-Identifier: EUPL-1.2

import Foundation
import GRDB
import PlatformSupport
import ProviderProtocol
import Synchronization
import Testing
import WalletInterface

@testable import WalletCore

/// UC9.4: everything is erased at once and permanently, in any state of the wallet, and the phone can be used again.
@Suite(.timeLimit(.minutes(20)))
struct WipeTests {
    private let phone: Phone
    private let core: Core

    init() async throws {
        phone = try Phone()
        core = try await phone.registered()
    }

    /// Expects nothing of a wallet in the files or the hardware, except device keys of accounts still to be deregistered.
    static func expectNothing(on phone: Phone, deviceKeys: Int = 0, at location: SourceLocation = #_sourceLocation) throws {
        #expect(phone.attestedKeys.state.withLock { $0.keys.count } == deviceKeys, sourceLocation: location)
        #expect(phone.biometrics.state.value.key == nil, sourceLocation: location)
        #expect(Set(try phone.contents().keys).isSubset(of: ["", "-wal", "-shm"].map { StoreFile.name + $0 }), sourceLocation: location)
        let keys = phone.encryptionKeys.keys.withLock { Set($0.keys) }
        let installation = InstallationMemory.encryptionKeyIdentifier
        let kept = [SealedStore.encryptionKeyIdentifier, SealedStore.memoryIdentifier, installation, installation + ".installation-1"]
        #expect(keys.isSubset(of: kept), sourceLocation: location)
    }

    private func expectFirstStart(_ core: Core, at location: SourceLocation = #_sourceLocation) async throws {
        #expect(try await core.state() == .empty, sourceLocation: location)
        #expect(try await core.determineWalletStatus() == .active, sourceLocation: location)
        #expect(try await !core.isBiometricUnlockEnabled(), sourceLocation: location)
    }

    /// Returns the sealed registration in the store's file.
    private func sealedRegistration() async throws -> Data {
        let sealed = try await core.store().database.read { database in
            try Data.fetchOne(database, sql: "SELECT sealed FROM account WHERE name = 'registration'")
        }
        return try #require(sealed)
    }

    /// Lets the core send its deregistrations.
    private func sendDeregistrations(_ core: Core, _ phone: Phone, count: Int = 0) async throws {
        try await phone.whileRunning(core) { try await eventually { phone.provider.accountCount == count } }
    }

    @Test func `a key that the hardware kept after the new store was written is removed at the next start`() async throws {
        let record = PostWipeRecordFile.encryptionKeyIdentifier
        phone.encryptionKeys.keeps.withLock { $0 = [record] }
        try await core.wipe()
        try await expectFirstStart(core)
        #expect(phone.encryptionKeys.keys.withLock { $0[record] } != nil)
        phone.encryptionKeys.keeps.withLock { $0 = [] }
        let next = try await phone.launch()
        try await expectFirstStart(next)
        try await sendDeregistrations(next, phone)
        try Self.expectNothing(on: phone)
    }

    @Test func `after a wipe the phone is as at a first start and accepts a new wallet`() async throws {
        _ = try await core.enableBiometrics()
        try await core.setInactivityTimeout(60)
        var locks = try await core.setLockStream().makeAsyncIterator()
        #expect(await locks.next() == .unlocked)
        try await core.wipe()
        #expect(await locks.next() == .locked(.wiped))
        #expect(await locks.next() == .locked(.notUnlockedYet))
        try await expectFirstStart(core)
        #expect(try await core.inactivityTimeout() == 300)
        try Self.expectNothing(on: phone, deviceKeys: 1)
        try await core.register(pin: Phone.otherPIN())
        #expect(try await core.isUnlocked())
        try await sendDeregistrations(core, phone, count: 1)
        #expect(phone.attestedKeys.state.withLock { $0.keys.count } == 1)
        await core.lock()
        #expect(try await core.unlock(pin: Phone.otherPIN()) == .valid)
    }

    @Test func `no file contains data of the wiped wallet, neither before nor after its account has ended`() async throws {
        let wallet = try #require(try await core.store().value(.registration))
        let code = try await core.revocationCode()
        let canaries = [
            Data(wallet.walletID.utf8), Data(wallet.certificate.utf8), Data(wallet.deviceKeyID.utf8), wallet.salt, Data(code.text.utf8),
            try await sealedRegistration(),
        ]
        try await core.wipe()
        func expectNone() throws {
            for (name, content) in try phone.contents() {
                for canary in canaries { #expect(content.range(of: canary) == nil, "\(name)") }
            }
        }
        try expectNone()
        try await sendDeregistrations(core, phone)
        try expectNone()
        try await eventually { [core] in try await core.store().value(.pendingDeregistrations) == nil }
        try Self.expectNothing(on: phone)
    }

    @Test func `attempts on a wallet do not count against the next wallet`() async throws {
        await core.lock()
        _ = try await core.unlock(pin: Phone.otherPIN())
        #expect(await core.wrongTriesHere == 1)
        try await core.wipe()
        #expect(await core.wrongTriesHere == 0)
    }

    // MARK: In every state

    @Test func `before the platform is provided a wipe is refused`() async throws {
        let core = Core(embedded: phone.provider.embedded)
        await expect(.platformMissing) { try await core.wipe() }
    }

    @Test func `before the initialisation a wipe succeeds, and the core stays uninitialised`() async throws {
        let next = try await phone.process()
        try await next.wipe()
        #expect(await !next.isInitialized())
        try await next.initialize()
        try await expectFirstStart(next)
        try Self.expectNothing(on: phone, deviceKeys: 1)
        try await sendDeregistrations(next, phone)
    }

    @Test(arguments: 0..<4)
    func `a store that cannot be opened can be wiped`(damage: Int) async throws {
        try await core.store().close()
        switch damage {
        case 0: try Data("garbage".utf8).write(to: URL(fileURLWithPath: phone.file))
        case 1: await phone.encryptionKeys.delete(SealedStore.encryptionKeyIdentifier)
        case 2: try FileManager.default.removeItem(atPath: phone.file)
        default:
            var bytes = try phone.storeBytes
            bytes[bytes.count - 40] ^= 1
            try bytes.write(to: URL(fileURLWithPath: phone.file))
        }
        let next = try await phone.process()
        if (try? await next.initialize()) == nil {
            try await next.wipe()
            try await next.initialize()
        } else {
            try await next.wipe()
        }
        try await expectFirstStart(next)
        try Self.expectNothing(on: phone, deviceKeys: damage == 3 ? phone.attestedKeys.state.withLock { $0.keys.count } : 0)
        try await next.register(pin: Phone.pin())
    }

    @Test func `a revoked wallet is wiped without a deregistration`() async throws {
        phone.provider.revoke("admin_request")
        _ = try await core.refreshWalletStatus()
        try await core.wipe()
        try await expectFirstStart(core)
        try Self.expectNothing(on: phone)
        #expect(try await core.store().value(.pendingDeregistrations) == nil)
        try await core.register(pin: Phone.pin())
    }

    @Test func `an empty phone can be wiped once, twice and many times concurrently`() async throws {
        let phone = try Phone()
        let core = try await phone.launch()
        try await core.wipe()
        try await core.wipe()
        try await withThrowingTaskGroup { group in
            for _ in 0..<10 { group.addTask { try await core.wipe() } }
            try await group.waitForAll()
        }
        try await expectFirstStart(core)
        try Self.expectNothing(on: phone)
    }

    // MARK: Concurrent calls

    @Test func `a registered wallet that is wiped many times concurrently is deregistered once`() async throws {
        let core = core
        try await withThrowingTaskGroup { group in
            for _ in 0..<10 { group.addTask { try await core.wipe() } }
            try await group.waitForAll()
        }
        #expect(try await core.store().value(.pendingDeregistrations)?.count == 1)
        try await sendDeregistrations(core, phone)
    }

    @Test func `a wipe ends an unlock in progress without unlocking, and refuses a queued unlock`() async throws {
        let core = core
        await core.lock()
        let (arrived, goesOn) = phone.provider.hold(.instruction(.checkPIN))
        async let first = Result { try await core.unlock(pin: Phone.pin()) }
        await arrived.wait()
        async let wipe: Void = core.wipe()
        async let second = Result { try await core.unlock(pin: Phone.pin()) }
        goesOn.set()
        try await wipe
        for outcome in [await first, await second] { #expect(throws: WalletCoreError.self) { try outcome.get() } }
        try await expectFirstStart(core)
    }

    @Test func `a registration in progress is wiped together with its account`() async throws {
        let phone = try Phone()
        let core = try await phone.launch()
        let (arrived, goesOn) = phone.provider.hold(.createWallet)
        async let registration = Result { try await core.register(pin: Phone.pin()) }
        await arrived.wait()
        async let wipe: Void = core.wipe()
        goesOn.set()
        try await wipe
        _ = await registration
        try await expectFirstStart(core)
        #expect(try await !core.isUnlocked())
        // The provider had made the account, and only the deregistration ends it.
        #expect(phone.provider.accountCount == 1)
        try await phone.whileRunning(core) {
            try await eventually { try await core.store().value(.pendingDeregistrations) == nil }
        }
        #expect(phone.provider.accountCount == 0 && phone.provider.count(of: .deregister) == 1)
        try Self.expectNothing(on: phone)
    }

    @Test func `a scan in progress during a wipe neither unlocks nor enables biometrics`() async throws {
        let core = core
        phone.biometrics.state.change { $0.duringScan = { try? await core.wipe() } }
        #expect(try await core.enableBiometricUnlock(prompt: "") == .rejected)
        try await expectFirstStart(core)
        phone.biometrics.state.change { $0.duringScan = nil }
        try await core.register(pin: Phone.pin())
        _ = try await core.enableBiometrics()
        await core.lock()
        phone.biometrics.state.change { $0.duringScan = { try? await core.wipe() } }
        await expect(.notRegistered) { try await core.unlockWithBiometrics(prompt: "") }
        try await expectFirstStart(core)
    }

    @Test func `a full disk refuses the wipe, and the wallet is unchanged`() async throws {
        let files = FailingFiles()
        let core = Core(embedded: phone.provider.embedded, checkpoints: files)
        try await core.initPlatformSupport(phone.bridges, limitsBy: phone.limitClock)
        try await core.initialize()
        files.fails = true
        await expect(.storeFull) { try await core.wipe() }
        #expect(await !core.isInitialized())
        files.fails = false
        try await core.initialize()
        #expect(try await core.unlock(pin: Phone.pin()) == .valid)
        #expect(try await core.store().value(.pendingDeregistrations) == nil)
        try await core.wipe()
        try await expectFirstStart(core)
    }
}
