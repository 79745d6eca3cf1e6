// SPDX-License-Identifier: EUPL-1.2

import Foundation
import Synchronization
import Testing
import WalletInterface

@testable import WalletCore

/// Before the phone's first unlock files and keys are out of reach. Nothing then counts as damaged, missing or erased.
@Suite(.timeLimit(.minutes(20)))
struct PhoneNotUnlockedTests {
    private let phone: Phone

    init() throws { phone = try Phone() }

    /// The phone restarts: files and keys are out of reach.
    private func restart(filesToo: Bool = true) {
        phone.encryptionKeys.isWaiting.withLock { $0 = true }
        phone.utilities.isStorageReachable.withLock { $0 = !filesToo }
    }

    private func unlockPhone() {
        phone.encryptionKeys.isWaiting.withLock { $0 = false }
        phone.utilities.isStorageReachable.withLock { $0 = true }
    }

    /// The app's files, without those that SQLite makes whenever it reads.
    private func names() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: phone.utilities.storageDirectory)
            .filter { !$0.hasSuffix("-shm") && !$0.hasSuffix("-wal") }.sorted()
    }

    @Test(arguments: [true, false])
    func `a wallet waits for the phone's first unlock and then opens in the same process`(filesToo: Bool) async throws {
        try await phone.registered().store().close()
        let (files, keys) = (try names(), phone.encryptionKeys.keys.withLock { Set($0.keys) })
        restart(filesToo: filesToo)
        let core = try await phone.process()
        for _ in 1...2 { await expect(.notAvailableYet) { try await core.initialize() } }
        #expect(try names() == files)
        #expect(phone.encryptionKeys.keys.withLock { Set($0.keys) } == keys)
        unlockPhone()
        try await core.initialize()
        #expect(try await core.hasRemotePIN())
    }

    @Test(arguments: [true, false])
    func `a first start also waits for the phone's unlock and creates no store`(filesToo: Bool) async throws {
        restart(filesToo: filesToo)
        let core = try await phone.process()
        await expect(.notAvailableYet) { try await core.initialize() }
        #expect(try names().isEmpty)
        unlockPhone()
        try await core.initialize()
        #expect(try await core.state() == .empty)
    }

    @Test func `a wallet is not erased before the phone is unlocked`() async throws {
        try await phone.registered().store().close()
        restart()
        let core = try await phone.process()
        await expect(.notAvailableYet) { try await core.wipe() }
        unlockPhone()
        try await core.initialize()
        #expect(try await core.hasRemotePIN())
    }

    @Test func `the record of an erased wallet is read after the phone's unlock`() async throws {
        let file = PostWipeRecordFile(bridges: phone.bridges, randomBytes: systemRandomBytes, checkpoints: NoCheckpointObserver())
        try await file.write(PostWipeRecord())
        restart()
        await expect(.notAvailableYet) { _ = try await file.read() }
        await expect(.notAvailableYet) { try await file.write(PostWipeRecord()) }
        unlockPhone()
        #expect(try await file.read() != nil)
    }

    @Test func `before the phone is unlocked, an erasure marker file is neither acted on nor deleted`() async throws {
        try await phone.registered().store().close()
        let mark = phone.utilities.storageDirectory + "/wallet.erasing"
        try Data("foreign".utf8).write(to: URL(fileURLWithPath: mark))
        restart(filesToo: false)
        await expect(.notAvailableYet) { _ = try await phone.launch() }
        #expect(FileManager.default.fileExists(atPath: mark))
        unlockPhone()
        #expect(try await phone.launch().hasRemotePIN())
    }
}
