// SPDX-License-Identifier: EUPL-1.2

import Foundation
import Synchronization
import TestEnvironment
import Testing
import WalletProvider
import WitnessFiles

/// Failing snapshots: they are reported, retried, and have no other effect.
struct FailedSnapshotTests {
    private let stage: JournalStage

    init() throws {
        stage = try JournalStage()
    }

    private func files() throws -> [String] { try stage.names().filter { !$0.hasSuffix(".tips") } }

    /// Leaves a slot of a process that has ended.
    private func abandon() async throws {
        let first = try await stage.open()
        let second = try await stage.open()
        try await second.append(.account(stage.account(2)))
        await first.close()
        await second.close()
    }

    @Test func `a failed snapshot of any slot is reported, and retries start no new segments`() async throws {
        try await abandon()
        let fails = Flag(true)
        let server = try await stage.open(write: { file, bytes in
            let isSnapshot = String(bytes: bytes.filter { $0 < 128 }, encoding: .utf8)?.contains("\"snapshot\"") == true
            if fails.isSet, isSnapshot { throw CocoaError(.fileWriteOutOfSpace) }
            try file.write(contentsOf: bytes)
        })
        try await server.append(.account(stage.account(1)))
        let segments = ["1.00000001.journal", "1.00000002.journal", "2.00000001.journal", "2.00000002.journal"]
        for _ in 1...3 {
            await #expect(throws: AccountStoreError(.unavailable, "")) { try await server.maintain(all: true) }
            #expect(try files() == segments)
        }
        // The journal itself is not affected.
        try await server.requireWritable()
        fails.set(false)
        try await server.maintain(all: true)
        #expect(try files() == ["1.00000001.snapshot", "1.00000002.journal", "2.00000001.snapshot", "2.00000002.journal"])
        await server.close()
        #expect(try await stage.ledger().accounts.count == 2)
    }

    @Test func `a failed snapshot of an abandoned slot alone is reported, too`() async throws {
        try await abandon()
        let fails = Flag(true)
        let server = try await stage.open(write: { file, bytes in
            let isSnapshot = String(bytes: bytes.filter { $0 < 128 }, encoding: .utf8)?.contains("\"snapshot\"") == true
            if fails.isSet, isSnapshot { throw CocoaError(.fileWriteOutOfSpace) }
            try file.write(contentsOf: bytes)
        })
        for _ in 1...2 { await #expect(throws: AccountStoreError(.unavailable, "")) { try await server.maintain(all: true) } }
        await server.close()
        // A different process continues where this one gave up.
        fails.set(false)
        let next = try await stage.open()
        try await next.maintain(all: true)
        await next.close()
        #expect(try files() == ["1.00000001.journal", "2.00000001.snapshot", "2.00000002.journal"])
    }

    @Test func `a failed compaction is retried after an hour and not before`() async throws {
        try await abandon()
        let clock = TestClock()
        let server = try await stage.open(clock: clock)
        try await server.append(.account(stage.account(1)))
        let (file, whole) = ("journals/2.00000001.journal", try stage.directory.bytes("journals/2.00000001.journal"))
        var changed = whole
        changed[whole.count - 400] ^= 1
        try stage.directory.write(changed, to: file)
        for seconds in [0, 3600, 3600] as [Int64] {
            clock.advance(seconds: seconds)
            await #expect(throws: AccountStoreError.self) { try await server.maintain() }
            clock.advance(seconds: 3599)
            try await server.maintain()
            clock.advance(seconds: -3599)
        }
        #expect(try files() == ["1.00000001.snapshot", "1.00000002.journal", "2.00000001.journal"])
        try stage.directory.write(whole, to: file)
        clock.advance(seconds: 3600)
        try await server.maintain()
        #expect(try files() == ["1.00000001.snapshot", "1.00000002.journal", "2.00000001.snapshot", "2.00000002.journal"])
        await server.close()
    }
}

private final class Flag: Sendable {
    private let state: Mutex<Bool>
    init(_ isSet: Bool) { state = Mutex(isSet) }
    var isSet: Bool { state.withLock { $0 } }
    func set(_ isSet: Bool) { state.withLock { $0 = isSet } }
}
