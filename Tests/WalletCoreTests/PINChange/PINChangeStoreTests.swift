// SPDX-License-Identifier: EUPL-1.2

import Foundation
import GRDB
import PlatformSupport
import ProviderProtocol
import Synchronization
import Testing
import WalletInterface

@testable import WalletCore

/// The data of a change on disk, and a full disk.
struct PINChangeStoreTests {
    private let stage: PINChangeStage

    init() async throws {
        stage = try await PINChangeStage()
    }

    @Test(arguments: PINChangeLostReplyTests.losses)
    func `the store holds nothing that can test a PIN: only salts, no message, proof or key`(
        loss: PINChangeLostReplyTests.Loss
    ) async throws {
        stage.provider.add(loss.fault, to: loss.endpoint)
        #expect(try await stage.change() == .outcomeUnknown)
        let store = try await stage.core.store()
        let names = try await store.database.read { try String.fetchAll($0, sql: "SELECT name FROM pending") }
        #expect(names == ["pin_change"])
        let change = try #require(try store.value(.pendingPINChange))
        let record = try JSONSerialization.jsonObject(with: JSONEncoder().encode(change)) as? [String: Any]
        #expect(Set(try #require(record).keys) == ["newSalt", "stage"])
        #expect(change.newSalt.count == PINKey.saltLength)
        let registration = try await stage.core.registration()
        #expect(registration.salt != change.newSalt)
        // A new process has the salts only.
        #expect(try await stage.phone.launch().unanswered.isEmpty)
    }

    @Test func `a request signed with a PIN is kept in memory only while its answer is pending`() async throws {
        stage.provider.add(.loseReply, to: PINChangeStage.settle)
        #expect(try await stage.change() == .outcomeUnknown)
        #expect(await stage.core.unanswered.count == 2)
        #expect(try await stage.change() == .changed)
        #expect(await stage.core.unanswered.isEmpty)
        stage.provider.add(.loseReply, to: PINChangeStage.start)
        #expect(try await stage.core.changePIN(from: stage.new, to: stage.old) == .outcomeUnknown)
        stage.phone.clock.advance(by: 601)
        await stage.core.prepareUnlock()
        #expect(await stage.core.unanswered.isEmpty)
    }

    @Test func `F-P10: if the disk is too full for the new salt, nothing is sent and the old PIN works`() async throws {
        await stage.core.preparePINChange()
        stage.provider.forgetRequests()
        let store = try await stage.core.store()
        try FullDisk.fill(store)
        await expect(.storeFull) { try await stage.change() }
        #expect(stage.provider.requestCount == 0)
        try FullDisk.free(store)
        #expect(try await stage.core.pinChangeState() == .none)
        #expect(try await stage.core.unlock(pin: stage.old) == .valid)
        try await stage.expectInForce(.old)
    }

    /// Fails one write.
    private final class FailingWrite: CheckpointObserver {
        /// The number of writes that pass before; nil fails none.
        let passing = Mutex<Int?>(nil)

        func reach(_ checkpoint: Checkpoint) throws(WalletCoreError) {
            guard checkpoint.side == .before else { return }
            let fails = passing.withLock { passing in
                guard let left = passing else { return false }
                passing = left == 0 ? nil : left - 1
                return left == 0
            }
            if fails { throw WalletCoreError(.storeFull, "the disk is full") }
        }
    }

    @Test(arguments: 0..<3, PINOfChange.allCases)
    func `F-P10: a full disk at any write of a change is reported, and the PINs are as the state says`(
        write: Int, typed: PINOfChange
    ) async throws {
        let failing = FailingWrite()
        let core = Core(embedded: stage.provider.embedded, checkpoints: failing)
        try await core.initPlatformSupport(stage.phone.bridges, limitsBy: stage.phone.limitClock)
        try await core.initialize()
        #expect(try await core.unlock(pin: stage.old) == .valid)
        failing.passing.withLock { $0 = write }
        await expect(.storeFull) { try await core.changePIN(from: stage.old, to: stage.new) }
        #expect(failing.passing.withLock { $0 } == nil)
        let state = try await core.pinChangeState()
        let check = try await core.unlock(pin: stage.pin(typed))
        switch state {
        case .none: #expect((check == .valid) == (typed == .old))
        case .pending(let certain): #expect(certain != typed || check == .valid)
        }
        if check != .valid { #expect(try await core.unlock(pin: stage.pin(typed == .old ? .new : .old)) == .valid) }
        #expect(try await core.pinChangeState() == .none)
    }

    // MARK: Older copies (T-L2)

    /// Restores the store from a copy.
    private func putBack(_ copy: Data) async throws -> Core {
        try (try await stage.core.store()).database.close()
        for suffix in ["-wal", "-shm"] { try? FileManager.default.removeItem(atPath: stage.phone.file + suffix) }
        try copy.write(to: URL(fileURLWithPath: stage.phone.file))
        stage.phone.clock.advance(by: 30)
        return try await stage.phone.launch()
    }

    private func copy() throws -> Data { try Data(contentsOf: URL(fileURLWithPath: stage.phone.file)) }

    @Test func `with a store restored from before a pending PIN change, unlocking with the old PIN cancels the change`() async throws {
        let copy = try copy()
        stage.provider.add(.loseReply, to: PINChangeStage.start)
        #expect(try await stage.change() == .outcomeUnknown)
        let core = try await putBack(copy)
        #expect(try await core.pinChangeState() == .none)
        #expect(try await core.unlock(pin: stage.new) == .outcomeUnknown)
        #expect(stage.wrongPINs == 0)
        #expect(try await core.unlock(pin: stage.new) == .invalid(attemptsLeftInRound: 3, isFinalRound: false))
        await core.prepareUnlock()
        stage.provider.forgetRequests()
        #expect(try await core.unlock(pin: stage.old) == .valid)
        #expect(stage.provider.requestCount == 1)
        #expect(stage.wrongPINs == 1)
        try await stage.expectInForce(.old)
    }

    @Test func `with a store restored from before a pending change, repeating the change settles the pending one`()
        async throws
    {
        let copy = try copy()
        stage.provider.add(.loseReply, to: PINChangeStage.start)
        #expect(try await stage.change() == .outcomeUnknown)
        let core = try await putBack(copy)
        // The wallet is unlocked by face here: no PIN has resolved anything.
        try await core.unlock(ifStillIn: core.lockEpoch)
        #expect(try await core.changePIN(from: stage.old, to: stage.neither) == .outcomeUnknown)
        #expect(try await core.changePIN(from: stage.old, to: stage.neither) == .changed)
        #expect(try await core.unlock(pin: stage.neither) == .valid)
        #expect(stage.wrongPINs == 0)
    }

    @Test func `a provider that rejects a check and then a settlement is reported as an error, without endless repetition`()
        async throws
    {
        await stage.core.lock()
        stage.provider.add(.refuse(.instructionRejected), to: PINChangeStage.checkPIN)
        stage.provider.add(.refuse(.instructionRejected), to: PINChangeStage.settle)
        #expect(try await stage.core.unlock(pin: stage.old) == .outcomeUnknown)
        await expect(.unexpected) { try await stage.core.unlock(pin: stage.old) }
        #expect(try await !stage.core.isUnlocked())
        #expect(try await stage.core.unlock(pin: stage.old) == .valid)
        #expect(stage.provider.bodies(to: PINChangeStage.settle).count == 1)
    }

    @Test(arguments: [PINOfChange.old, .new])
    func `with a store restored from within a settled change, the PIN in force works`(settledBy: PINOfChange) async throws {
        stage.provider.add(.loseReply, to: PINChangeStage.start)
        #expect(try await stage.change() == .outcomeUnknown)
        let copy = try copy()
        #expect(try await stage.core.unlock(pin: stage.pin(settledBy)) == .valid)
        let core = try await putBack(copy)
        #expect(try await core.pinChangeState() == .pending(certain: .old))
        #expect(try await core.unlock(pin: stage.pin(settledBy)) == .valid)
        try await stage.expectInForce(settledBy)
    }

    @Test func `with a store restored from before a completed change, the lost salt is reported`() async throws {
        let copy = try copy()
        #expect(try await stage.change() == .changed)
        let core = try await putBack(copy)
        for pin in [stage.old, stage.new] { await expect(.walletRejected) { try await core.unlock(pin: pin) } }
        #expect(stage.wrongPINs == 0)
    }

    // MARK: Biometrics

    @Test func `while a change is pending no scan takes place and a face does not unlock`() async throws {
        #expect(try await stage.core.enableBiometrics())
        stage.provider.add(.loseReply, to: PINChangeStage.start)
        #expect(try await stage.change() == .outcomeUnknown)
        let core = try await stage.phone.launch()
        let prompts = stage.phone.biometrics.state.value.prompts.count
        #expect(try await core.unlockWithBiometrics(prompt: "") == .pinChangePending)
        #expect(stage.phone.biometrics.state.value.prompts.count == prompts)
        #expect(try await !core.isUnlocked())
        #expect(try await core.unlock(pin: stage.new) == .valid)
        await core.lock()
        #expect(try await core.unlockWithBiometrics(prompt: "") == .unlocked)
    }

    @Test func `a change that starts during a scan invalidates the scan`() async throws {
        let (core, stage) = (stage.core, stage)
        #expect(try await core.enableBiometrics())
        stage.provider.add(.loseReply, to: PINChangeStage.start)
        stage.phone.biometrics.state.change { state in
            state.duringScan = { _ = try? await stage.change() }
        }
        // The phone's own sensor holds the stage, so neither would end, and the phone's files would stay.
        defer { stage.phone.biometrics.state.change { $0.duringScan = nil } }
        #expect(try await core.unlockWithBiometrics(prompt: "") == .pinChangePending)
    }
}
