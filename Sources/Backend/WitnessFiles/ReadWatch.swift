// SPDX-License-Identifier: EUPL-1.2

import Synchronization

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
