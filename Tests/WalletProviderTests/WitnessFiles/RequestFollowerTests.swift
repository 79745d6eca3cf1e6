// SPDX-License-Identifier: EUPL-1.2

import Deadlines
import TestEnvironment
import Testing
import WalletProvider
import WitnessFiles

/// Requests that read the journals of others: they wait at their own deadline.
@Suite(.timeLimit(.minutes(20)))
struct RequestFollowerTests {
    /// A clock that notes for how long its callers sleep.
    struct NotingClock: Clock {
        typealias Instant = ManualClock.Instant

        let clock = ManualClock()
        let noted = Recorded<[Duration]>([])

        var now: Instant { clock.now }
        var minimumResolution: Duration { .zero }

        func sleep(until deadline: Instant, tolerance: Duration?) async throws {
            let time = now.duration(to: deadline)
            noted.change { $0.append(time) }
            try await clock.sleep(until: deadline, tolerance: tolerance)
        }
    }

    let stage: JournalStage
    let clock = NotingClock()
    let silent = SilentFiles()
    let news = News()
    /// A read of the other machine's directory that is held up.
    let held: AsyncStream<Void>
    let holds: AsyncStream<Void>.Continuation

    init() throws {
        stage = try JournalStage()
        (held, holds) = AsyncStream.makeStream(of: Void.self)
    }

    /// - Parameter answer: the time of a request.
    func timeouts(_ answer: Duration = Timeouts.production.answer) -> Timeouts {
        var timeouts = Timeouts.production.measured(by: clock)
        timeouts.answer = answer
        return timeouts
    }

    /// Opens journals that follow the directory `other`.
    func open() async throws -> WitnessJournals {
        let files = silent.files
        let noting = JournalFiles(
            list: { [silent, holds] directory in
                if silent.isSilent { holds.yield() }
                return try files.list(directory)
            }, length: files.length, read: files.read)
        return try await WitnessJournals(
            directory: stage.place, peers: [stage.directory.path("other")], peerFiles: noting, timeouts: timeouts(), hsm: stage.hsm)
    }

    /// Reads the news as a request does, whose work is not done when the body begins.
    ///
    /// - Returns: the error of the read; nil if it succeeded.
    func read(
        _ journals: WitnessJournals, within answer: Duration = Timeouts.production.answer, while body: @Sendable () async -> Void = {}
    ) async -> AccountStoreError? {
        let (work, error) = (OngoingWork(), Recorded<AccountStoreError?>(nil))
        await work.run {
            await withTaskGroup(of: Void.self) { group in
                group.addTask { [news, deadline = timeouts(answer).deadline()] in
                    await Deadline.$current.withValue(deadline) {
                        await work.awaitResult(orLate: {}) {
                            do throws(AccountStoreError) {
                                try await journals.readNews { record, _ in news.add(record) }
                            } catch let failure {
                                error.change { $0 = failure }
                            }
                        }
                    }
                }
                await body()
            }
        }
        return error.value
    }

    /// Reads the news while the other machine hangs, until the request's deadline.
    ///
    /// - Parameter isReady: the clock is moved once this is true.
    func readInVain(
        _ journals: WitnessJournals, within answer: Duration = Timeouts.production.answer, once isReady: @Sendable () -> Bool = { true }
    ) async -> AccountStoreError? {
        await read(journals, within: answer) {
            _ = await held.first { _ in true }
            while !isReady() { await Task.yield() }
            while await clock.clock.nextSleep() != answer {}
            clock.clock.advance(by: answer)
        }
    }

    @Test func `a request's reads start no timer; without a request each directory has its own`() async throws {
        let other = try await stage.open("other")
        let journals = try await open()
        try await other.append(.account(stage.account(1)))
        for count in 1...3 as ClosedRange<Int64> {
            try await other.append(stage.attempt(1, count))
            #expect(await read(journals) == nil)
        }
        #expect(news.records == [.account(stage.account(1)), stage.attempt(1, 1), stage.attempt(1, 2), stage.attempt(1, 3)])
        let limit = Timeouts.production.journalNews
        #expect(!clock.noted.value.contains(limit))
        #expect(try await news.read(journals) == [])
        #expect(clock.noted.value.count { $0 == limit } == 2)
        await other.close()
        await journals.close()
    }

    @Test func `a request waits for a silent peer until its deadline, later requests not at all, and no record is lost`() async throws {
        let (other, neighbour) = (try await stage.open("other"), try await stage.open())
        let journals = try await open()
        silent.isSilent = true
        try await neighbour.append(.account(stage.account(1)))
        try await other.append(.account(stage.account(2)))
        // The records of the own directory arrive.
        #expect(await readInVain(journals, once: { !news.records.isEmpty }) == AccountStoreError(.unavailable, ""))
        #expect(news.records == [.account(stage.account(1))])
        while journals.unreadDirectories > 1 { await Task.yield() }
        #expect(journals.unreadDirectories == 1)
        for _ in 1...20 { #expect(await read(journals) == AccountStoreError(.unavailable, "")) }
        silent.isSilent = false
        while journals.unreadDirectories > 0 { await Task.yield() }
        #expect(news.records == [.account(stage.account(1)), .account(stage.account(2))])
        try await other.append(stage.attempt(2, 1))
        #expect(await read(journals) == nil)
        #expect(news.records.last == stage.attempt(2, 1))
        for each in [other, neighbour, journals] { await each.close() }
    }

    @Test func `a request that gives up before the limit does not count as a silent peer`() async throws {
        let other = try await stage.open("other")
        let journals = try await open()
        silent.isSilent = true
        try await other.append(.account(stage.account(1)))
        #expect(await readInVain(journals, within: .milliseconds(999)) == AccountStoreError(.unavailable, ""))
        #expect(journals.unreadDirectories == 0)
        // This request waits for a read after the one that is held up.
        #expect(await read(journals) { silent.isSilent = false } == nil)
        #expect(news.records == [.account(stage.account(1))])
        await other.close()
        await journals.close()
    }

    @Test func `a request gets the own directory's error, also while a peer is silent`() async throws {
        let (other, neighbour) = (try await stage.open("other"), try await stage.open())
        let journals = try await open()
        let file = "journals/1.00000001.journal"
        let whole = try stage.directory.bytes(file)
        try stage.directory.remove(file)
        silent.isSilent = true
        let error = await readInVain(journals, once: { journals.unreadDirectories == 1 })
        #expect(error == AccountStoreError(.journalIncomplete, ""))
        silent.isSilent = false
        try stage.directory.write(whole, to: file)
        while journals.unreadDirectories > 1 { await Task.yield() }
        #expect(await read(journals) == nil)
        for each in [other, neighbour, journals] { await each.close() }
    }
}
