// SPDX-License-Identifier: EUPL-1.2

import Foundation

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// A built program, by default `wallet-provider`, run as a separate process.
///
/// It is started with `posix_spawn` and awaited with `waitpid`, because Foundation's `Process` sometimes misses an exit when several run at once.
struct ProgramRun: Sendable {
    let status: Int32
    let output: String
    let errors: String

    private static func path(of program: String) -> String {
        URL(filePath: #filePath).appending(path: "../../../../.build/debug/" + program).standardizedFileURL.path
    }

    /// The reason that a process could not be started.
    struct CannotStart: Error {
        let reason: Int32
    }

    /// Runs the program to its end, or, with a text, until that text appears on standard error; then it is asked to stop.
    ///
    /// - Parameter started: receives the process id.
    init(
        _ arguments: [String], of program: String = "wallet-provider", stoppingAt text: String? = nil,
        started: @escaping @Sendable (pid_t) -> Void = { _ in }
    ) async throws {
        self = try await withCheckedThrowingContinuation { continuation in
            // A separate thread waits, because the threads of the shared pool must not block.
            Thread.detachNewThread {
                continuation.resume(
                    with: Result { try ProgramRun(at: Self.path(of: program), arguments, stoppingAt: text, started: started) })
            }
        }
    }

    private init(at program: String, _ arguments: [String], stoppingAt text: String?, started: (pid_t) -> Void) throws {
        let directory = try TemporaryDirectory()
        defer { withExtendedLifetime(directory) {} }
        let (file, fifo) = (directory.path("output"), directory.path("errors"))
        // A named pipe that the process opens itself, so that other child processes do not hold it open.
        guard unsafe mkfifo(fifo, 0o600) == 0 else { throw CannotStart(reason: errno) }
        let end = unsafe open(fifo, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        guard end >= 0 else { throw CannotStart(reason: errno) }
        let reader = FileHandle(fileDescriptor: end, closeOnDealloc: true)
        let process = try Self.spawn(program, arguments, output: file, errors: fifo)
        started(process)
        guard fcntl(end, F_SETFL, 0) == 0 else { throw CannotStart(reason: errno) }

        var read = Data()
        var isStopped = false
        while true {
            let piece = try reader.readAvailable()
            if piece.isEmpty { break }
            read += piece
            if let text, !isStopped, String(decoding: read, as: UTF8.self).contains(text) {
                kill(process, SIGTERM)
                isStopped = true
            }
        }
        var ending: Int32 = 0
        while unsafe waitpid(process, &ending, 0) < 0, errno == EINTR {}
        // The exit status, or 128 plus the signal's number.
        status = ending & 0x7f == 0 ? ending >> 8 & 0xff : 128 + ending & 0x7f
        errors = String(decoding: read, as: UTF8.self)
        output = try String(contentsOfFile: file, encoding: .utf8)
    }

    private static func spawn(_ program: String, _ arguments: [String], output: String, errors: String) throws -> pid_t {
        var actions = unsafe posix_spawn_file_actions_t()
        unsafe posix_spawn_file_actions_init(&actions)
        defer { unsafe posix_spawn_file_actions_destroy(&actions) }
        unsafe posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        unsafe posix_spawn_file_actions_addopen(&actions, 1, output, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
        unsafe posix_spawn_file_actions_addopen(&actions, 2, errors, O_WRONLY, 0)
        var texts: [UnsafeMutablePointer<CChar>?] = unsafe ([program] + arguments).map { unsafe strdup($0) } + [nil]
        let settings = PatientProgram.environment.map { "\($0.key)=\($0.value)" }
        var environment: [UnsafeMutablePointer<CChar>?] = unsafe settings.map { unsafe strdup($0) } + [nil]
        defer { unsafe (texts + environment).forEach { unsafe free($0) } }
        var process: pid_t = 0
        let reason = unsafe posix_spawn(&process, program, &actions, nil, &texts, &environment)
        guard reason == 0 else { throw CannotStart(reason: reason) }
        return process
    }
}
