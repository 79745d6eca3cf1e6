// SPDX-License-Identifier: EUPL-1.2

import Foundation

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// A Python script of the tests, run in `.local/venv`, where `Scripts/install-packages test` installs other implementations of our formats.
///
/// It is started with `posix_spawn` and awaited on a separate thread, because Foundation's `Process` sometimes misses an exit when several run at
/// once.
package struct PythonRun: Sendable {
    /// The exit status; 128 plus the signal's number after a signal.
    package let status: Int32
    /// The output, including errors.
    package let output: String

    private static let root = URL(filePath: #filePath).appending(path: "../../../..").standardizedFileURL.path

    /// Python or its packages are missing. Without them nothing is proved, so this is a failure.
    package struct NotInstalled: Error, CustomStringConvertible {
        package let description = "the Python packages of the tests are not in .local/venv; Scripts/install-packages test puts them there"
    }

    private static var isInstalled: Bool {
        (try? String(contentsOfFile: root + "/.local/venv/installed.txt", encoding: .utf8))?.contains("sd-jwt==") ?? false
    }

    /// The reason that a process could not be started.
    package struct CannotStart: Error {
        package let reason: Int32
    }

    /// Runs a script to its end.
    ///
    /// - Parameter script: its path below `Tests`.
    /// - Throws: `NotInstalled`, `CannotStart`, or an error in reading the output.
    package init(_ script: String, _ arguments: [String]) async throws {
        guard Self.isInstalled else { throw NotInstalled() }
        self = try await withCheckedThrowingContinuation { continuation in
            Thread.detachNewThread {
                continuation.resume(with: Result { try PythonRun([Self.root + "/Tests/" + script] + arguments) })
            }
        }
    }

    private init(_ words: [String]) throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "python-" + UUID().uuidString).path
        defer { try? FileManager.default.removeItem(atPath: file) }
        let process = try Self.spawn(Self.root + "/.local/venv/bin/python", words, output: file)
        var ending: Int32 = 0
        while unsafe waitpid(process, &ending, 0) < 0, errno == EINTR {}
        status = ending & 0x7f == 0 ? ending >> 8 & 0xff : 128 + ending & 0x7f
        output = try String(contentsOfFile: file, encoding: .utf8)
    }

    private static func spawn(_ program: String, _ arguments: [String], output: String) throws -> pid_t {
        var actions = unsafe posix_spawn_file_actions_t()
        unsafe posix_spawn_file_actions_init(&actions)
        defer { unsafe posix_spawn_file_actions_destroy(&actions) }
        unsafe posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        unsafe posix_spawn_file_actions_addopen(&actions, 1, output, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
        unsafe posix_spawn_file_actions_adddup2(&actions, 1, 2)
        var texts: [UnsafeMutablePointer<CChar>?] = unsafe ([program] + arguments).map { unsafe strdup($0) } + [nil]
        defer { unsafe texts.forEach { unsafe free($0) } }
        var process: pid_t = 0
        let reason = unsafe posix_spawn(&process, program, &actions, nil, &texts, environ)
        guard reason == 0 else { throw CannotStart(reason: reason) }
        return process
    }
}
