// SPDX-License-Identifier: EUPL-1.2

import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Programs of the operating system.
enum Tool {
    /// Runs a program to its end.
    static func run(_ program: String, _ arguments: String...) throws {
        let process = try start(program, arguments)
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw BenchmarkError("\(program) failed") }
    }

    /// Runs a program to its end and returns what it printed.
    static func output(of program: String, _ arguments: [String], environment: [String: String] = [:]) throws -> String {
        let (printed, complaints) = (Pipe(), Pipe())
        let process = try start(program, arguments, output: printed, errors: complaints, environment: environment)
        let text = try printed.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else {
            let reason = try complaints.fileHandleForReading.readToEnd() ?? Data()
            throw BenchmarkError("\(program) failed: \(String(decoding: reason, as: UTF8.self))")
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// Starts a program, with no signal blocked. The threads of tasks block signals and a program inherits that, so `strace` could otherwise
    /// never be interrupted.
    static func start(
        _ program: String, _ arguments: [String], output: Any = FileHandle.nullDevice, errors: Any = FileHandle.nullDevice,
        environment: [String: String] = [:]
    ) throws -> Process {
        let process = Process()
        process.executableURL = URL(filePath: program)
        process.arguments = arguments
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        process.standardOutput = output
        process.standardError = errors
        var (none, former) = (sigset_t(), sigset_t())
        unsafe sigemptyset(&none)
        unsafe pthread_sigmask(SIG_SETMASK, &none, &former)
        defer { unsafe pthread_sigmask(SIG_SETMASK, &former, nil) }
        do {
            try process.run()
        } catch {
            throw BenchmarkError("\(program) cannot be started; Scripts/install-packages test and bench install what is needed")
        }
        return process
    }
}
