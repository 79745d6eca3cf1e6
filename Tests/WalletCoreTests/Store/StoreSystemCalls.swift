// SPDX-License-Identifier: EUPL-1.2

import Foundation
import GRDBSQLite
import Synchronization

/// A layer between SQLite and the operating system: it counts the calls that change files in one directory, reports each call before it is
/// performed, and makes calls fail as a disk does. All other calls pass unchanged.
final class StoreSystemCalls: Sendable {
    private struct State {
        var count = 0
        var failing: Range<Int> = 0..<0
        var error: CInt = 0
    }

    private let directory: String
    private let before: @Sendable (Int) -> Void
    private let state = Mutex(State())

    private static let watched = Mutex<[String: StoreSystemCalls]>([:])

    /// - Parameters:
    ///   - directory: the directory watched, until `stop`.
    ///   - before: receives the number of each call, from 1, before the call is performed: the disk is then in the state after a kill.
    init(in directory: String, before: @escaping @Sendable (Int) -> Void = { _ in }) {
        self.directory = URL(fileURLWithPath: directory).resolvingSymlinksInPath().path
        self.before = before
        Self.install
        Self.watched.withLock { $0[self.directory] = self }
    }

    func stop() {
        Self.watched.withLock { _ = $0.removeValue(forKey: directory) }
    }

    /// The number of calls.
    var count: Int { state.withLock { $0.count } }

    /// Makes the calls with these numbers, counted from 1 again, fail with that `errno`.
    func fail(_ calls: Range<Int>, with error: CInt) {
        state.withLock { $0 = State(failing: calls, error: error) }
    }

    /// Ends the failures.
    func heal() { fail(0..<0, with: 0) }

    /// Returns the `errno` of a call on that path; 0 to perform it.
    private static func judge(_ path: String) -> CInt {
        guard let calls = watched.withLock({ watched in watched.first { path.hasPrefix($0.key + "/") }?.value }) else { return 0 }
        let (number, error) = calls.state.withLock { state in
            state.count += 1
            return (state.count, state.failing.contains(state.count) ? state.error : 0)
        }
        calls.before(number)
        return error
    }

    private static func fails(_ file: CInt) -> Bool {
        // SQLite's lock index needs no disk; an open descriptor's file is found in the system's own list.
        guard !watched.withLock({ $0.isEmpty }),
            let path = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\(file)"), !path.contains("-shm")
        else { return false }
        let error = judge(path)
        if error != 0 { errno = error }
        return error != 0
    }

    // MARK: Replacements for SQLite's calls

    private typealias Unknown = @convention(c) () -> Void

    private static let install: Void = {
        let write: @convention(c) (CInt, UnsafeRawPointer?, Int) -> Int = { file, bytes, count in
            unsafe StoreSystemCalls.fails(file) ? -1 : Foundation.write(file, bytes, count)
        }
        let pwrite: @convention(c) (CInt, UnsafeRawPointer?, Int, Int) -> Int = { file, bytes, count, offset in
            unsafe StoreSystemCalls.fails(file) ? -1 : Foundation.pwrite(file, bytes, count, off_t(offset))
        }
        let truncate: @convention(c) (CInt, Int) -> CInt = { file, size in
            StoreSystemCalls.fails(file) ? -1 : Foundation.ftruncate(file, off_t(size))
        }
        let unlink: @convention(c) (UnsafePointer<CChar>?) -> CInt = { path in
            guard let path = unsafe path else { return -1 }
            let error = unsafe StoreSystemCalls.judge(String(cString: path))
            guard error == 0 else {
                errno = error
                return -1
            }
            return unsafe Foundation.unlink(path)
        }
        guard let system = unsafe sqlite3_vfs_find(nil), let set = unsafe system.pointee.xSetSystemCall else { return }
        _ = unsafe set(system, "write", unsafeBitCast(write, to: Unknown.self))
        _ = unsafe set(system, "pwrite", unsafeBitCast(pwrite, to: Unknown.self))
        _ = unsafe set(system, "pwrite64", unsafeBitCast(pwrite, to: Unknown.self))
        _ = unsafe set(system, "ftruncate", unsafeBitCast(truncate, to: Unknown.self))
        _ = unsafe set(system, "unlink", unsafeBitCast(unlink, to: Unknown.self))
    }()
}
