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

    /// The account that the server runs as; nil for this process' own. PostgreSQL refuses to run as root.
    static var account: String? { geteuid() == 0 ? "postgres" : nil }

    /// A program of the server, under the server's account.
    static func asServer(_ program: String, _ arguments: [String]) -> Command {
        guard let account else { return Command(program, arguments) }
        return Command("/usr/bin/setpriv", ["--reuid=\(account)", "--regid=\(account)", "--clear-groups", program] + arguments)
    }

    /// As a line of a shell script.
    var shell: String {
        ([program] + arguments).map { "'\($0)'" }.joined(separator: " ")
    }

    /// The same program without any descriptor but the first three, for one that lives on: it would hold open what others wait for the end of.
    var withoutInheritance: Command {
        let script = #"for fd in /proc/self/fd/*; do fd=${fd##*/}; if ((fd > 2)); then exec {fd}>&-; fi; done; exec "$@""#
        return Command("/bin/bash", ["-c", script, "bash", program] + arguments)
    }

    /// Runs it to its end; blocks.
    ///
    /// - Returns: what it wrote on its standard output.
    @discardableResult
    func run(input: Int32? = nil) throws -> String {
        // Files take the output: nobody waits for their end.
        let output = try TemporaryFile()
        let errors = try TemporaryFile()
        let process = try start(input: input, output: output.descriptor, errors: errors.descriptor)
        var ending: Int32 = 0
        while unsafe waitpid(process, &ending, 0) < 0, errno == EINTR {}
        guard ending == 0 else { throw Failure(program: program, status: ending, output: try errors.text()) }
        return try output.text()
    }

    /// Starts it; somebody has to wait for its end.
    ///
    /// This does without Foundation's `Process`, which misses an end now and then when several run at once, and waits for all who inherit from
    /// a child.
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
        // Nothing that somebody has set for the client or the server reaches them.
        let texts = ["/usr/bin/env", "-i", "PATH=/usr/bin:/bin", "LC_ALL=C", program] + arguments
        var words: [UnsafeMutablePointer<CChar>?] = unsafe texts.map { unsafe strdup($0) } + [nil]
        defer { unsafe words.forEach { unsafe free($0) } }
        var process: pid_t = 0
        let status = unsafe posix_spawn(&process, texts[0], &actions, nil, &words, environ)
        guard status == 0 else { throw Failure(program: program, status: status, output: "") }
        return process
    }
}

/// Two ends of a line of bytes; no process that is started meanwhile holds one open.
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
}

/// A file without a name.
private final class TemporaryFile {
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

/// Does something that blocks on a thread of its own.
func onThread<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
        Thread { continuation.resume(with: Result { try body() }) }.start()
    }
}
