// SPDX-License-Identifier: EUPL-1.2

import Deadlines
import Dispatch
import Synchronization
import WalletProvider

/// How long files are waited for. A network file system that is gone does not say so: whoever asks it for a file hangs.
package struct JournalPatience: Sendable {
    /// How long a question for news waits for a directory.
    package var news: Duration
    /// How long a start waits for the next piece of a file of another machine.
    package var start: Duration
    /// How long a write to the own journal may take before nothing is begun that would wait for it.
    package var write: Duration
    /// Measures that.
    package var clock: any Clock<Duration>

    /// - Parameters:
    ///   - news: how long a question for news waits for a directory; less than the two seconds that a request has.
    ///   - start: how long a start waits for the next piece of a file.
    ///   - write: how long a write to the own journal may take before nothing is begun that would wait for it.
    ///   - clock: measures that.
    package init(
        news: Duration = .seconds(1), start: Duration = .seconds(10), write: Duration = .milliseconds(200),
        clock: any Clock<Duration> = ContinuousClock()
    ) {
        self.news = news
        self.start = start
        self.write = write
        self.clock = clock
    }

    /// That of a server.
    package static let standard = JournalPatience()

    /// Nothing came in time.
    static func silence(_ path: String) -> AccountStoreError {
        AccountStoreError(.unavailable, "\(path) does not answer: is the machine or the network gone that has it?")
    }

    /// Reads on a thread of its own, however long that takes, but for a single piece that does not come. Then the thread is left to itself.
    ///
    /// - Parameters:
    ///   - watch: watches the files that `body` reads.
    ///   - body: may only read.
    /// - Throws: `AccountStoreError` with `unavailable`; what `body` throws.
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
                if let now, now == before { reply.give(.failure(Self.silence(now.path))) }
                before = now
            }
            reply.give(.failure(AccountStoreError(.unavailable, "nobody waits for the journals any more")))
        }.get()
    }
}

/// Sees which file is being waited for.
final class ReadWatch: Sendable {
    /// One question for a file.
    struct Wait: Sendable, Hashable {
        let number: Int
        let path: String
    }

    private struct State {
        var count = 0
        var wait: Wait?
    }

    private let state = Mutex(State())

    /// The question that has no answer yet; nil when there is none.
    var wait: Wait? { state.withLock { $0.wait } }

    /// The same files, watched; only one thread may use them.
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
