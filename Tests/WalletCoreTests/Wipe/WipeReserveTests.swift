// SPDX-License-Identifier: EUPL-1.2

import Foundation
import PlatformSupport
import Synchronization
import Testing
import WalletInterface

@testable import WalletCore

/// A phone that is full when its wallet must be erased has space for the wipe.
@Suite(.timeLimit(.minutes(20)))
struct WipeReserveTests {
    private let phone: Phone
    private let disk: DiskWithoutRoom

    init() throws {
        phone = try Phone()
        disk = DiskWithoutRoom(reserve: phone.directory + "/wallet.reserve")
    }

    private func process() async throws -> Core {
        let core = Core(embedded: phone.provider.embedded, checkpoints: disk)
        try await core.initPlatformSupport(phone.bridges, limitsBy: phone.limitClock)
        return core
    }

    private var reserve: WipeReserve { WipeReserve(in: phone.directory, randomBytes: systemRandomBytes) }

    @Test func `disk space is reserved while there is a wallet, and no longer`() async throws {
        let core = try await phone.launch()
        #expect(try phone.contents()["wallet.reserve"] == nil)
        try await core.register(pin: Phone.pin())
        let kept = try #require(try phone.contents()["wallet.reserve"])
        #expect(kept.count == WipeReserve.size)
        _ = try await phone.launch()
        #expect(try phone.contents()["wallet.reserve"] == kept)
        try await phone.launch().wipe()
        #expect(try phone.contents()["wallet.reserve"] == nil)
    }

    @Test func `the next start completes a partial reserve`() async throws {
        _ = try await phone.registered()
        #expect(reserve.release())
        #expect(!reserve.release())
        _ = try await phone.launch()
        #expect(try phone.contents()["wallet.reserve"]?.count == WipeReserve.size)
    }

    @Test(arguments: [false, true])
    func `a wallet on a full disk can be wiped`(isInitialized: Bool) async throws {
        _ = try await phone.registered()
        let core = try await process()
        if isInitialized { try await core.initialize() }
        disk.isFull = true
        try await core.wipe()
        if !isInitialized { try await core.initialize() }
        try WipeTests.expectNothing(on: phone, deviceKeys: 1)
        #expect(try await core.store().value(.pendingDeregistrations)?.count == 1)
    }

    @Test func `a wallet that the user deleted remotely is erased even if the phone's disk is full`() async throws {
        let first = try await phone.registered()
        phone.provider.revoke()
        _ = try await first.refreshWalletStatus()
        disk.isFull = true
        let core = try await process()
        try await core.initialize()
        #expect(try await core.determineWalletStatus() == .revoked(.byUser, canRegisterNewWallet: true))
        try WipeTests.expectNothing(on: phone)
    }

    @Test func `without the reserve nothing is removed before the surviving records are written`() async throws {
        _ = try await phone.registered()
        let core = try await process()
        try await core.initialize()
        disk.isFull = true
        disk.isReserveTaken = true
        for _ in 0..<2 { await expect(.storeFull) { try await core.wipe() } }
        disk.isFull = false
        try await core.initialize()
        #expect(try await core.unlock(pin: Phone.pin()) == .valid)
        #expect(try phone.contents()["wallet.reserve"]?.count == WipeReserve.size)
    }

    @Test func `a store that cannot be opened on a full disk is opened with the reserve's space`() async throws {
        let phone = try Phone(fixture: "version-1-android")
        let disk = DiskWithoutRoom(reserve: phone.directory + "/wallet.reserve")
        disk.isFull = true
        let core = Core(embedded: phone.provider.embedded, checkpoints: disk)
        try await core.initPlatformSupport(phone.bridges, limitsBy: phone.limitClock)
        // A store of an earlier version: opening it needs a write.
        WipeReserve(in: phone.directory, randomBytes: systemRandomBytes).keep()
        try await core.initialize()
        #expect(try await core.hasRemotePIN())
    }

    @Test func `without the reserve the store stays unchanged and opens once the disk has room`() async throws {
        let phone = try Phone(fixture: "version-1-android")
        let disk = DiskWithoutRoom(reserve: phone.directory + "/wallet.reserve")
        (disk.isFull, disk.isReserveTaken) = (true, true)
        let core = Core(embedded: phone.provider.embedded, checkpoints: disk)
        try await core.initPlatformSupport(phone.bridges, limitsBy: phone.limitClock)
        await expect(.storeFull) { try await core.initialize() }
        disk.isFull = false
        try await core.initialize()
    }
}

/// A disk that, once full, refuses writes until the reserve is released.
private final class DiskWithoutRoom: CheckpointObserver {
    private struct State {
        var isFull = false
        var isReserveTaken = false
    }

    private let reserve: String
    private let state = Mutex(State())

    init(reserve: String) { self.reserve = reserve }

    var isFull: Bool {
        get { state.withLock { $0.isFull } }
        set { state.withLock { $0.isFull = newValue } }
    }

    /// True if another file has used the released space.
    var isReserveTaken: Bool {
        get { state.withLock { $0.isReserveTaken } }
        set { state.withLock { $0.isReserveTaken = newValue } }
    }

    func reach(_ checkpoint: Checkpoint) throws(WalletCoreError) {
        let (isFull, isTaken) = state.withLock { ($0.isFull, $0.isReserveTaken) }
        guard isFull, checkpoint.side == .before, isTaken || FileManager.default.fileExists(atPath: reserve) else { return }
        throw WalletCoreError(.storeFull, "a test's disk is full")
    }
}
