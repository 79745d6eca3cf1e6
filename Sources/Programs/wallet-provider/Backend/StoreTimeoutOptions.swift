// SPDX-License-Identifier: EUPL-1.2

import ArgumentParser
import Deadlines
import ServerCommands

/// The time limits of the database and the journals.
struct StoreTimeoutOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp("How long a call to PostgreSQL may take, with the wait for a connection.", valueName: "milliseconds"))
    var databaseMilliseconds = Timeouts.production.databaseCall.wholeMilliseconds

    @Option(
        help: ArgumentHelp(
            "How long a write to SQLite waits for another program's lock; it may wait twice.", valueName: "milliseconds"))
    var lockMilliseconds = Timeouts.production.accountsLock.wholeMilliseconds

    @Option(
        help: ArgumentHelp(
            "How long a read of a directory of journals may take before no new request waits for it.", valueName: "milliseconds"))
    var journalMilliseconds = Timeouts.production.journalNews.wholeMilliseconds

    @Option(
        help: ArgumentHelp(
            "How long a start waits for the next piece of another machine's journal.", valueName: "milliseconds"))
    var journalStartMilliseconds = Timeouts.production.journalStart.wholeMilliseconds

    @Option(
        help: ArgumentHelp(
            "How long a write to the journal may take before no new request uses the journal.", valueName: "milliseconds"))
    var journalWriteMilliseconds = Timeouts.production.journalWrite.wholeMilliseconds

    func validate() throws {
        try TimeLimitOption.check(
            [
                ("database-milliseconds", databaseMilliseconds), ("lock-milliseconds", lockMilliseconds),
                ("journal-milliseconds", journalMilliseconds), ("journal-start-milliseconds", journalStartMilliseconds),
                ("journal-write-milliseconds", journalWriteMilliseconds),
            ], in: 100...60_000)
    }

    func apply(to timeouts: inout Timeouts) {
        timeouts.databaseCall = .milliseconds(databaseMilliseconds)
        timeouts.accountsLock = .milliseconds(lockMilliseconds)
        timeouts.journalNews = .milliseconds(journalMilliseconds)
        timeouts.journalStart = .milliseconds(journalStartMilliseconds)
        timeouts.journalWrite = .milliseconds(journalWriteMilliseconds)
    }
}
