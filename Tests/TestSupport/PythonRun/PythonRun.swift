// SPDX-License-Identifier: EUPL-1.2

import Foundation

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// A script of the tests, run by the Python in `.local/venv`, where `Scripts/install-packages test` puts other implementations of what we read and
/// write.
///
/// Started with `posix_spawn` and awaited on a thread of its own: Foundation's `Process` misses an end now and then when several run at once.
package struct PythonRun: Sendable {
    /// What it ended with; 128 and the signal's number when it was ended.
    package let status: Int32
    /// What it wrote, errors among it.
    package let output: String

    private static let root = URL(filePath: #filePath).appending(path: "../../../..").standardizedFileURL.path

    /// They are not there. Without them nothing is proved, so that is a failure.
    package struct NotInstalled: Error, CustomStringConvertible {
        package let description = "the Python packages of the tests are not in .local/venv; Scripts/install-packages test puts them there"
    }

    private static var isInstalled: Bool {
        (try? String(contentsOfFile: root + "/.local/venv/installed.txt", encoding: .utf8))?.contains("sd-jwt==") ?? false
    }

    /// Why a process could not be started.
    package struct CannotStart: Error {
        package let reason: Int32
    }

    /// Runs a script to its end.
    ///
    /// - Parameter script: its path below `Tests`.
    /// - Throws: `NotInstalled`, `CannotStart`, or what reading the output throws.
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
