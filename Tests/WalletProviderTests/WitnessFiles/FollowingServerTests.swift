// SPDX-License-Identifier: EUPL-1.2

import Foundation
import ProviderProtocol
import Synchronization
import TestEnvironment
import Testing
import WalletProvider
import WitnessFiles

/// Several servers on a database that is restored while they run. Only one of them has seen the lost change.
struct FollowingServerTests {
    private let changes: RestoreTests

    init() throws {
        changes = try RestoreTests()
    }

    @Test(arguments: StoreKind.installed, RestoreTests.Change.allCases)
    func `a server that did not read the lost change stops immediately and counts nothing`(
        _ kind: StoreKind, _ change: RestoreTests.Change
    ) async throws {
        let stage = try await WitnessStage(kind, policy: changes.policy)
        var phone = change == .registration ? TestPhone() : try await stage.test.phoneWithPID()
        if change == .recoveryCode {
            phone = try await stage.test.registeredPhone()
            #expect(try await stage.test.tryPIN(&phone, right: true) == nil)
        }
        try await stage.withAnotherServer { other in
            try await stage.backUp()
            try await changes.happen(change, to: &phone, stage)
            // A wallet that was never used after its registration may be lost: an attacker gains nothing from it.
            if change == .registration { #expect(try await stage.test.tryPIN(&phone, right: false) != nil) }
            try await stage.restore()
            let before = try await stage.stage.store.witnessedAccount(phone.walletID)
            for _ in 1...2 {
                let request = try phone.message(.walletStatus, try await other.beacon())
                #expect(await other.refusal(of: request) == .unavailable)
            }
            let revoked = try? await other.revoker.revoke(phone.walletID, because: .adminRequest, by: .portal)
            #expect(revoked == nil)
            #expect(try await stage.stage.store.witnessedAccount(phone.walletID) == before)
        }
        await stage.stop()
    }

    @Test(arguments: StoreKind.installed)
    func `machines that read each other's journals detect the restore and every deregistration`(
        _ kind: StoreKind
    ) async throws {
        let stage = try await WitnessStage(kind)
        try await stage.withAnotherMachine { other, _ in
            var (phone, gone) = (try await stage.test.registeredPhone(), try await stage.test.registeredPhone())
            #expect(try await stage.test.tryPIN(&phone, right: true) == nil)
            #expect(try await stage.test.tryPIN(&gone, right: true) == nil)
            try await stage.test.deregister(&gone)
            try await stage.advance(milliseconds: 86_400_000)
            try await stage.test.provider.removeExpired()
            let deregistration = try gone.message(.walletStatus, try await other.beacon())
            #expect(await other.refusal(of: deregistration) == .certificateRejected)
            #expect(try await other.tryPIN(&phone, right: true) == nil)
            try await stage.backUp()
            #expect(try await stage.test.tryPIN(&phone, right: false) != nil)
            try await stage.restore()
            let request = try phone.message(.walletStatus, try await other.beacon())
            #expect(await other.refusal(of: request) == .unavailable)
        }
        await stage.stop()
    }

    @Test func `machines that do not read each other's journals stop instead of guessing`() async throws {
        let stage = try await WitnessStage(.sqlite)
        try await stage.withAnotherMachine(areLinked: false) { other, witness in
            var phone = try await stage.test.registeredPhone()
            #expect(try await other.tryPIN(&phone, right: true) == nil)
            try await stage.test.deregister(&phone)
            try await stage.advance(milliseconds: 86_400_000)
            try await stage.test.provider.removeExpired()
            let request = try phone.message(.walletStatus, try await other.beacon())
            #expect(await other.refusal(of: request) == .unavailable)
            #expect(witness.store.status.isBehind)
        }
        await stage.stop()
    }

    @Test func `nothing is served while a journal cannot be read, and service resumes afterwards`() async throws {
        let stage = try await WitnessStage(.sqlite)
        var phone = try await stage.test.registeredPhone()
        try await stage.withAnotherServer { other in
            #expect(try await other.tryPIN(&phone, right: true) == nil)
            let name = try #require(stage.journals.names.first { $0.hasPrefix("1.") && $0.hasSuffix(".journal") })
            let whole = try stage.journals.bytes(name)
            try stage.journals.write(Array(whole.prefix(40)), to: name)
            let request = try phone.message(.walletStatus, try await other.beacon())
            #expect(await other.refusal(of: request) == .unavailable)
            let account = try await stage.stage.store.witnessedAccount(phone.walletID)
            #expect(account?.sequenceNumber == phone.sequenceNumber - 1)
            try stage.journals.write(whole, to: name)
            _ = try await other.result(of: request)
        }
        await stage.stop()
    }

    @Test(arguments: StoreKind.installed, RestoreTests.Change.allCases)
    func `a following server compares the latest changes without any request`(
        _ kind: StoreKind, _ change: RestoreTests.Change
    ) async throws {
        let stage = try await WitnessStage(kind, policy: changes.policy)
        var phone = change == .registration ? TestPhone() : try await stage.test.phoneWithPID()
        if change == .recoveryCode {
            phone = try await stage.test.registeredPhone()
            #expect(try await stage.test.tryPIN(&phone, right: true) == nil)
        }
        let other = try await stage.open()
        try await stage.backUp()
        try await changes.happen(change, to: &phone, stage)
        if change == .registration { #expect(try await stage.test.tryPIN(&phone, right: false) != nil) }
        // A newer wallet that was never used does not hide the loss.
        if change != .solution { _ = try await stage.test.registeredPhone() }
        for witness in [stage.witness, other] {
            try await witness.look(compacts: false)
            #expect(!witness.store.status.isBehind)
        }
        try await stage.restore()
        for witness in [stage.witness, other] {
            await #expect(throws: AccountStoreError(.behindWitness, "")) { try await witness.store.attestationStatuses(inList: 1) }
            #expect(witness.store.status.isBehind)
        }
        await other.journals.close()
        await stage.stop()
    }

    @Test func `the follower runs by its clock, records all ends and drops expired wallets`() async throws {
        let stage = try await WitnessStage(.sqlite)
        var phone = try await stage.test.registeredPhone()
        #expect(try await stage.test.tryPIN(&phone, right: true) == nil)
        try await stage.test.deregister(&phone)
        let (witness, clock) = (stage.witness, EndingClock(after: 2))
        await withTaskGroup { group in
            group.addTask { await witness.follow(every: .seconds(43_200), on: clock) }
        }
        #expect(clock.sleeps == [.seconds(43_200), .seconds(43_200)])
        #expect(stage.journals.names.contains("1.tips"))
        #expect(try await stage.ledger.gone == [phone.walletID])
        await stage.stop()
    }

    @Test func `consecutive failures to record are reported once, and following continues`() async throws {
        let stage = try await WitnessStage(.sqlite)
        _ = try await stage.test.registeredPhone()
        try stage.journals.write([1, 2, 3], to: "7.tips")
        let (witness, clock) = (stage.witness, EndingClock(after: 3))
        let count = Reports()
        await withTaskGroup { group in
            group.addTask { await witness.follow(on: clock) { _ in count.add() } }
        }
        #expect(count.number == 1 && clock.sleeps.count == 3)
        try stage.journals.remove("7.tips")
        await stage.stop()
    }
}

private final class Reports: Sendable {
    private let state = Mutex(0)
    var number: Int { state.withLock { $0 } }
    func add() { state.withLock { $0 += 1 } }
}

/// A clock whose sleeps return at once, and that cancels its task after a number of sleeps.
private final class EndingClock: Clock, Sendable {
    typealias Instant = ContinuousClock.Instant

    private let start = ContinuousClock.now
    private let limit: Int
    private let state = Mutex<[Duration]>([])

    init(after limit: Int) { self.limit = limit }

    var sleeps: [Duration] { state.withLock { $0 } }
    var now: Instant { start }
    var minimumResolution: Duration { .zero }

    func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        let isLast = state.withLock { sleeps in
            sleeps.append(start.duration(to: deadline))
            return sleeps.count == limit
        }
        if isLast { unsafe withUnsafeCurrentTask { task in unsafe task?.cancel() } }
    }
}
