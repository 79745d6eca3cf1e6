// SPDX-License-Identifier: EUPL-1.2

import Foundation

/// A program and its arguments.
struct Command: Sendable {
    struct Failure: Error {
        let program: String
        let status: Int32
        let output: String
    }

    let program: String
    let arguments: [String]

    init(_ program: String, _ arguments: [String]) {
        self.program = program
        self.arguments = arguments
    }

    /// The account of the server; nil for this process's own. PostgreSQL refuses to run as root.
    static var account: String? { geteuid() == 0 ? "postgres" : nil }

    /// Returns a command of the server, run under the server's account.
    static func asServer(_ program: String, _ arguments: [String]) -> Command {
        guard let account else { return Command(program, arguments) }
        return Command("/usr/bin/setpriv", ["--reuid=\(account)", "--regid=\(account)", "--clear-groups", program] + arguments)
    }

    /// A line for a shell script.
    var shell: String {
        ([program] + arguments).map { "'\($0)'" }.joined(separator: " ")
    }

    /// The command without inherited descriptors beyond the first three. A long-running program would otherwise keep pipes open.
    var withoutInheritance: Command {
        let script = #"for fd in /proc/self/fd/*; do fd=${fd##*/}; if ((fd > 2)); then exec {fd}>&-; fi; done; exec "$@""#
        return Command("/bin/bash", ["-c", script, "bash", program] + arguments)
    }

    /// Runs the command to its end; blocks.
    ///
    /// - Returns: its standard output.
    @discardableResult
    func run(input: Int32? = nil) throws -> String {
        // The output goes to a file, so that no reader waits for its end.
        let output = try TemporaryFile()
        let errors = try TemporaryFile()
        let process = try start(input: input, output: output.descriptor, errors: errors.descriptor)
        var ending: Int32 = 0
        while unsafe waitpid(process, &ending, 0) < 0, errno == EINTR {}
        guard ending == 0 else { throw Failure(program: program, status: ending, output: try errors.text()) }
        return try output.text()
    }

    /// Starts the command; the caller must wait for its end.
    ///
    /// It avoids Foundation's `Process`, which sometimes misses an exit when several run at once, and waits for all descendants.
    ///
    /// - Parameters: descriptors, nil for none.
    @discardableResult
    func start(input: Int32? = nil, output: Int32? = nil, errors: Int32? = nil) throws -> pid_t {
        var actions = unsafe posix_spawn_file_actions_t()
        unsafe posix_spawn_file_actions_init(&actions)
        defer { unsafe posix_spawn_file_actions_destroy(&actions) }
        for (number, descriptor) in [input, output, errors].enumerated() {
            if let descriptor {
                unsafe posix_spawn_file_actions_adddup2(&actions, descriptor, Int32(number))
            } else {
                unsafe posix_spawn_file_actions_addopen(&actions, Int32(number), "/dev/null", O_RDWR, 0)
            }
        }
        // Start with an empty environment, without settings for the client or the server.
        let texts = ["/usr/bin/env", "-i", "PATH=/usr/bin:/bin", "LC_ALL=C", program] + arguments
        var words: [UnsafeMutablePointer<CChar>?] = unsafe texts.map { unsafe strdup($0) } + [nil]
        defer { unsafe words.forEach { unsafe free($0) } }
        var process: pid_t = 0
        let status = unsafe posix_spawn(&process, texts[0], &actions, nil, &words, environ)
        guard status == 0 else { throw Failure(program: program, status: status, output: "") }
        return process
    }
}

/// A pipe that no other child process inherits.
struct Line {
    let ours: FileHandle
    let theirs: FileHandle

    init() throws {
        var ends: [Int32] = [-1, -1]
        let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
        guard unsafe socketpair(AF_UNIX, kind, 0, &ends) == 0 else { throw CocoaError(.fileWriteUnknown) }
        ours = FileHandle(fileDescriptor: ends[0], closeOnDealloc: true)
        theirs = FileHandle(fileDescriptor: ends[1], closeOnDealloc: true)
    }

    /// Sends text to the other end.
    ///
    /// - Throws: `POSIXError`. Foundation's `write` may end this process by a signal if the other end is closed.
    func send(_ text: String) throws {
        var rest = Data(text.utf8)
        while !rest.isEmpty {
            let count = unsafe rest.withUnsafeBytes {
                unsafe Foundation.send(ours.fileDescriptor, $0.baseAddress, $0.count, CInt(MSG_NOSIGNAL))
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
            rest = rest.dropFirst(count)
        }
    }
}

/// An unnamed temporary file.
final class TemporaryFile: Sendable {
    let descriptor: Int32

    init() throws {
        let path = "/tmp/wpg-output-\(UUID().uuidString)"
        descriptor = unsafe open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0, unsafe unlink(path) == 0 else { throw CocoaError(.fileWriteUnknown) }
    }

    deinit { _ = close(descriptor) }

    func text() throws -> String {
        let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: false)
        try handle.seek(toOffset: 0)
        return String(decoding: try handle.readToEnd() ?? Data(), as: UTF8.self)
    }
}

/// Runs blocking code on a new thread.
func onThread<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
        Thread { continuation.resume(with: Result { try body() }) }.start()
    }
}
