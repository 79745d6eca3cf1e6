// SPDX-License-Identifier: EUPL-1.2

import Deadlines
import Dispatch
import Synchronization
import WalletProvider

/// The time limits for file access. A network file system whose server is unreachable reports no error; calls simply block.
package struct JournalPatience: Sendable {
    /// The time that a request for new records waits for a directory.
    package var news: Duration
    /// The time that a start waits for the next piece of another machine's file.
    package var start: Duration
    /// The duration of a write to the own journal after which no work that depends on it may start.
    package var write: Duration
    /// Measures these times.
    package var clock: any Clock<Duration>

    /// - Parameter news: must be below the two seconds available to a request.
    package init(
        news: Duration = .seconds(1), start: Duration = .seconds(10), write: Duration = .milliseconds(200),
        clock: any Clock<Duration> = ContinuousClock()
    ) {
        self.news = news
        self.start = start
        self.write = write
        self.clock = clock
    }

    /// The default time limits, used in production.
    package static let standard = JournalPatience()

    /// Returns the error for a directory that does not respond.
    static func unresponsive(_ path: String) -> AccountStoreError {
        AccountStoreError(.unavailable, "\(path) does not answer: is the machine or the network gone that has it?")
    }

    /// Reads on a separate thread. The total time is unlimited, but each piece must arrive in time. After a timeout the thread is
    /// abandoned.
    ///
    /// - Parameters:
    ///   - watch: watches the files that `body` reads.
    ///   - body: must only read.
    /// - Throws: `AccountStoreError` with `unavailable`; the error of `body`.
    func reading<Value: Sendable>(
        _ watch: ReadWatch, _ body: @escaping @Sendable () throws(AccountStoreError) -> Value
    ) async throws(AccountStoreError) -> Value {
        let reply = Reply<Result<Value, AccountStoreError>>()
        DispatchQueue(label: "witness-start").async {
            do throws(AccountStoreError) {
                reply.give(.success(try body()))
            } catch {
                reply.give(.failure(error))
            }
        }
        return try await reply.value { [self] in
            var before: ReadWatch.Wait?
            while !Task.isCancelled {
                try? await clock.sleep(for: start)
                let now = watch.wait
                if let now, now == before { reply.give(.failure(Self.unresponsive(now.path))) }
                before = now
            }
            reply.give(.failure(AccountStoreError(.unavailable, "the read was abandoned")))
        }.get()
    }
}

/// Tracks the file access in progress.
final class ReadWatch: Sendable {
    /// One access to a file.
    struct Wait: Sendable, Hashable {
        let number: Int
        let path: String
    }

    private struct State {
        var count = 0
        var wait: Wait?
    }

    private let state = Mutex(State())

    /// The access in progress; nil if there is none.
    var wait: Wait? { state.withLock { $0.wait } }

    /// Returns watched file access. Only one thread may use it.
    func watching(_ files: JournalFiles) -> JournalFiles {
        JournalFiles(
            list: { [self] directory in try noting(directory) { try files.list(directory) } },
            length: { [self] path in try noting(path) { try files.length(path) } },
            read: { [self] path, offset, count in try noting(path) { try files.read(path, offset, count) } })
    }

    private func noting<Value>(_ path: String, _ body: () throws -> Value) rethrows -> Value {
        state.withLock { state in
            state.count += 1
            state.wait = Wait(number: state.count, path: path)
        }
        defer { state.withLock { $0.wait = nil } }
        return try body()
    }
}
