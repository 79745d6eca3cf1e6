// SPDX-License-Identifier: EUPL-1.2

import ProviderProtocol
import Testing
import WalletProvider

/// SQLite finds old messages by their ids, which grow with time unless the clock is set back.
struct OldMessageTests {
    private let stage: StoreStage
    /// The time of the clock at the beginning, in milliseconds.
    private let start: Int64

    init() async throws {
        stage = try await StoreStage(.sqlite)
        start = try await stage.now.milliseconds
        _ = try await stage.store.create(stage.newAccount())
        _ = try await stage.take(2)
        try await stage.run(["DELETE FROM message"])
    }

    private static let retention: Int64 = 600_000

    private func removeOld() async throws {
        try await stage.store.removeExpired(answers: Self.retention, unusedAccounts: 86_400_000)
    }

    /// Adds messages, as recorded one after the other.
    ///
    /// - Parameter time: SQL for the time of message `n`, in milliseconds after the beginning.
    private func add(_ numbers: ClosedRange<Int>, at time: String) async throws {
        try await stage.run([
            """
            WITH RECURSIVE numbers (n) AS (SELECT \(numbers.lowerBound) UNION ALL SELECT n + 1 FROM numbers WHERE n < \(numbers.upperBound))
            INSERT INTO message (wallet_id, seq, request_hash, recorded_at, status, answer)
                SELECT '\(stage.wallet.text)', n, zeroblob(32), \(start) + (\(time)), 200, x'01' FROM numbers
            """
        ])
    }

    /// The numbers of the messages that are there.
    private var numbers: [Int] {
        get async throws { try await stage.stores.integers("SELECT seq FROM message ORDER BY seq") }
    }

    @Test func `of many messages all that are old are removed, and no other`() async throws {
        try await add(1...4500, at: "n * 100")
        // The clock is at the end of the retention time of message 3400, which is not over yet.
        try await stage.advance(milliseconds: 340_000 + Self.retention)
        try await removeOld()
        #expect(try await numbers == Array(3400...4500))
        try await stage.advance(milliseconds: 1)
        try await removeOld()
        #expect(try await numbers == Array(3401...4500))
        try await stage.advance(milliseconds: 1_000_000)
        try await removeOld()
        #expect(try await numbers.isEmpty)
    }

    @Test(arguments: ["-n * 100", "(n % 3) * 300000 - n", "CASE WHEN n % 1000 = 7 THEN 9000000 ELSE n END", "((n / 1500) % 2) * 900000"])
    func `with a clock set back every message that is old is removed, and no other`(time: String) async throws {
        try await add(1...4500, at: time)
        for offset in [0, 250_000, 400_000, -300_000, 900_000, 8_000_000] as [Int64] {
            try await stage.advance(milliseconds: offset)
            let end = try await stage.now.milliseconds - Self.retention
            let young = try await stage.stores.integers("SELECT seq FROM message WHERE recorded_at >= \(end) ORDER BY seq")
            try await removeOld()
            #expect(try await numbers == young)
        }
    }

    @Test func `a message that is not old is never removed, whatever the clock does`() async throws {
        _ = try await stage.take(3)
        for offset in [-86_400_000, 86_400_000 + Self.retention, -Self.retention, Self.retention] {
            try await stage.advance(milliseconds: offset)
            try await removeOld()
            #expect(try await numbers == [3])
        }
        try await stage.advance(milliseconds: 1)
        try await removeOld()
        #expect(try await numbers.isEmpty)
    }

    @Test func `old messages above many of a fast clock are removed in the end, and one call searches only a part`() async throws {
        // A day ahead, then right.
        try await add(1...25_000, at: "86400000")
        try await add(25_001...26_500, at: "0")
        try await stage.advance(milliseconds: Self.retention + 1)
        for _ in 1...2 {
            try await removeOld()
            #expect(try await numbers.count == 26_500)
        }
        try await removeOld()
        #expect(try await numbers == Array(1...25_000))
        // The next round, in which a message has become old behind the sweep.
        try await stage.run(["UPDATE message SET recorded_at = 0 WHERE seq = 15000"])
        for _ in 1...3 { try await removeOld() }
        #expect(try await numbers.count == 24_999)
        #expect(try await !numbers.contains(15_000))
        try await stage.advance(milliseconds: 86_400_000)
        try await removeOld()
        #expect(try await numbers.isEmpty)
    }

    @Test func `messages are removed a thousand at a time, and what was removed before a failure stays removed`() async throws {
        try await add(1...2500, at: "0")
        try await stage.advance(milliseconds: Self.retention + 1)
        try await stage.run([
            "CREATE TRIGGER hold BEFORE DELETE ON message WHEN OLD.seq = 1500 BEGIN SELECT RAISE(ABORT, 'held'); END"
        ])
        await #expect(throws: AccountStoreError(.unavailable, "")) { try await removeOld() }
        #expect(try await numbers == Array(1001...2500))
        try await stage.run(["DROP TRIGGER hold"])
        try await removeOld()
        #expect(try await numbers.isEmpty)
    }

    @Test func `a cancelled removal begins no further batch, and the next one removes all`() async throws {
        try await add(1...2500, at: "0")
        try await stage.advance(milliseconds: Self.retention + 1)
        await withTaskGroup(of: Void.self) { group in
            group.cancelAll()
            group.addTask { try? await removeOld() }
        }
        #expect(try await numbers.count == 2500)
        try await removeOld()
        #expect(try await numbers.isEmpty)
    }

    @Test func `ids grow with each message, also after the newest was removed`() async throws {
        for number in 3...6 as ClosedRange<Int64> {
            _ = try await stage.take(number)
            if number == 4 { try await stage.run(["DELETE FROM message WHERE seq = 4"]) }
        }
        #expect(try await stage.stores.integers("SELECT seq FROM message ORDER BY id") == [3, 5, 6])
    }
}
