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

    /// The same program without any descriptor but the first three. Foundation waits for all who inherit one of the child's, and so would
    /// wait for a server that the child leaves behind.
    var withoutInheritance: Command {
        let script = #"for fd in /proc/self/fd/*; do fd=${fd##*/}; if ((fd > 2)); then exec {fd}>&-; fi; done; exec "$@""#
        return Command("/bin/bash", ["-c", script, "bash", program] + arguments)
    }

    /// Runs it to its end; blocks.
    ///
    /// - Returns: what it wrote on its standard output.
    @discardableResult
    func run() throws -> String {
        // Files take the output, as a server that is left behind would hold a pipe open.
        let output = try Self.temporaryFile()
        let errors = try Self.temporaryFile()
        let process = try start(input: .nullDevice, output: output, errors: errors)
        process.waitUntilExit()
        guard process.terminationStatus == 0 else {
            throw Failure(program: program, status: process.terminationStatus, output: Self.text(of: errors))
        }
        return Self.text(of: output)
    }

    /// Starts it and waits for nothing.
    @discardableResult
    func start(input: FileHandle, output: FileHandle = .nullDevice, errors: FileHandle = .nullDevice) throws -> Process {
        let process = Process()
        process.executableURL = URL(filePath: program)
        process.arguments = arguments
        process.environment = ["PATH": "/usr/bin:/bin", "LC_ALL": "C", "HOME": "/nonexistent"]
        process.currentDirectoryURL = URL(filePath: "/", directoryHint: .isDirectory)
        process.standardInput = input
        process.standardOutput = output
        process.standardError = errors
        try process.run()
        return process
    }

    /// A file without a name.
    private static func temporaryFile() throws -> FileHandle {
        let path = "/tmp/wpg-output-\(UUID().uuidString)"
        let descriptor = unsafe open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0, unsafe unlink(path) == 0 else { throw CocoaError(.fileWriteUnknown) }
        return FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    }

    private static func text(of file: FileHandle) -> String {
        try? file.seek(toOffset: 0)
        return String(decoding: (try? file.readToEnd()) ?? Data(), as: UTF8.self)
    }
}

/// Does something that blocks on a thread of its own.
func onThread<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
        Thread { continuation.resume(with: Result { try body() }) }.start()
    }
}
