// SPDX-License-Identifier: EUPL-1.2

import Foundation
import TestEnvironment
import Testing

/// The program `wallet-provider serve` in its own process, with its log.
struct ProviderProcess: Sendable {
    let port: Int
    let log: ProviderLog

    /// The program, built into the same directory as the tests.
    private static var program: URL {
        get throws {
            let tests = try #require(Bundle.main.executableURL)
            let program = tests.deletingLastPathComponent().appending(path: "wallet-provider")
            try #require(FileManager.default.isExecutableFile(atPath: program.path), "\(program.path) is not there")
            return program
        }
    }

    /// Runs the program to its end; the exit status must be 0.
    static func run(_ arguments: [String]) async throws {
        let process = try make(arguments)
        let log = try launch(process)
        let text = await log.text()
        process.waitUntilExit()
        try #require(process.terminationStatus == 0, "\(text)")
    }

    /// Runs this number of servers during the body.
    static func serving(_ count: Int, _ arguments: [String], _ body: ([ProviderProcess]) async throws -> Void) async throws {
        var (processes, servers): ([Process], [ProviderProcess]) = ([], [])
        defer {
            for process in processes {
                if process.isRunning { process.terminate() }
                process.waitUntilExit()
            }
        }
        for _ in 0..<count {
            let process = try make(["serve", "--port", "0"] + arguments)
            let log = try launch(process)
            processes.append(process)
            guard let port = await log.port() else { throw NotServing(log: await log.text()) }
            servers.append(ProviderProcess(port: port, log: log))
        }
        try await body(servers)
    }

    /// Starts a server that the caller must stop.
    static func started(_ arguments: [String]) async throws -> (process: Process, server: ProviderProcess) {
        let process = try make(["serve"] + arguments)
        let log = try launch(process)
        guard let port = await log.port() else { throw NotServing(log: await log.text()) }
        return (process, ProviderProcess(port: port, log: log))
    }

    /// A server ended before it was listening.
    struct NotServing: Error {
        let log: String
    }

    private static func make(_ arguments: [String]) throws -> Process {
        let process = Process()
        process.executableURL = try program
        process.arguments = arguments
        process.environment = PatientProgram.environment
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = FileHandle.nullDevice
        return process
    }

    private static func launch(_ process: Process) throws -> ProviderLog {
        let pipe = Pipe()
        // Keeps other child processes from inheriting the pipe.
        for end in [pipe.fileHandleForReading, pipe.fileHandleForWriting] {
            guard fcntl(end.fileDescriptor, F_SETFD, FD_CLOEXEC) == 0 else { throw CocoaError(.executableLoad) }
        }
        process.standardError = pipe.fileHandleForWriting
        try process.run()
        try pipe.fileHandleForWriting.close()
        return ProviderLog(reading: pipe.fileHandleForReading)
    }
}
