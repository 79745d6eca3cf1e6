// SPDX-License-Identifier: EUPL-1.2

import Deadlines
import Foundation
import Synchronization
import TestEnvironment
import Testing
import WalletProvider
import WitnessFiles

/// A disk that hangs: a caller that waits for a journal gets an error at the request's deadline.
struct SlowJournalTests {
    /// Writes that may be held up or fail.
    final class Disk: Sendable {
        private let mayGo = DispatchSemaphore(value: 0)
        private let state = Mutex((isHeld: false, isFull: false))
        private let (came, comes) = AsyncStream.makeStream(of: Void.self)

        /// Waits until a write is held up.
        func isHolding() async { _ = await came.first { _ in true } }

        func set(isHeld: Bool = false, isFull: Bool = false) { state.withLock { $0 = (isHeld, isFull) } }

        func release() {
            set()
            mayGo.signal()
        }

        func write(_ file: FileHandle, _ bytes: [UInt8]) throws {
            let (isHeld, isFull) = state.withLock { $0 }
            if isHeld {
                comes.yield()
                mayGo.wait()
            }
            if isFull { throw CocoaError(.fileWriteOutOfSpace) }
            try file.write(contentsOf: bytes)
        }
    }

    let stage: JournalStage
    let disk = Disk()
    let clock = ManualClock()

    init() throws {
        stage = try JournalStage()
    }

    func open() async throws -> WitnessJournals {
        try await WitnessJournals(
            directory: stage.place, timeouts: .production.measured(by: clock), hsm: stage.hsm, write: { [disk] in try disk.write($0, $1) })
    }

    /// Returns the error of a request at its deadline, one second from now.
    func late(_ body: @escaping @Sendable () async throws(AccountStoreError) -> Void) async -> AccountStoreError? {
        await Deadline.$current.withValue(Deadline(after: .seconds(1), on: clock, attemptMargin: .zero)) {
            await withTaskGroup(of: AccountStoreError?.self) { group in
                group.addTask {
                    do throws(AccountStoreError) {
                        try await body()
                        return nil
                    } catch {
                        return error
                    }
                }
                _ = await clock.nextSleep()
                clock.advance(by: .seconds(1))
                return await group.next() ?? nil
            }
        }
    }

    @Test func `a late record has an unknown outcome and is written nevertheless`() async throws {
        let journals = try await open()
        try await journals.append(.account(stage.account(1)))
        disk.set(isHeld: true)
        let record = stage.attempt(1, 2)
        #expect(await late { () throws(AccountStoreError) in try await journals.append(record) } == AccountStoreError(.outcomeUnknown, ""))
        disk.release()
        // Queued after the late record.
        try await journals.append(.account(stage.account(2)))
        await journals.close()
        let ledger = try await stage.ledger()
        #expect(ledger.accounts[stage.walletID(1)]?.attempts.count == 2)
        #expect(ledger.accounts.count == 2)
    }

    @Test func `no work starts while it is unknown whether a journal is writable`() async throws {
        let journals = try await open()
        disk.set(isFull: true)
        await #expect(throws: AccountStoreError.self) { try await journals.append(.account(stage.account(1))) }
        disk.set(isHeld: true)
        #expect(await late { () throws(AccountStoreError) in try await journals.requireWritable() } == AccountStoreError(.unavailable, ""))
        disk.release()
        try await journals.append(.account(stage.account(2)))
        await journals.close()
        #expect(try await stage.ledger().accounts.count == 1)
    }

    @Test func `no work starts during a slow write, and all work resumes after it`() async throws {
        let journals = try await open()
        disk.set(isHeld: true)
        try await withThrowingTaskGroup(of: Void.self) { group in
            let record = WitnessRecord.account(stage.account(1))
            group.addTask { try await journals.append(record) }
            await disk.isHolding()
            try await journals.requireWritable()
            clock.advance(by: .milliseconds(200))
            await #expect(throws: AccountStoreError(.unavailable, "")) { try await journals.requireWritable() }
            disk.release()
            try await group.waitForAll()
        }
        try await journals.requireWritable()
        await journals.close()
    }
}
