// SPDX-License-Identifier: EUPL-1.2

import Foundation
import Testing

/// The program `wallet-provider serve` in a process of its own, and what it writes in its log.
struct ProviderProcess: Sendable {
    let port: Int
    let log: ProviderLog

    /// The program, which is built into the same directory as the tests.
    private static var program: URL {
        get throws {
            let tests = try #require(Bundle.main.executableURL)
            let program = tests.deletingLastPathComponent().appending(path: "wallet-provider")
            try #require(FileManager.default.isExecutableFile(atPath: program.path), "\(program.path) is not there")
            return program
        }
    }

    /// Runs the program to its end; its exit status must be 0.
    static func run(_ arguments: [String]) async throws {
        let process = try make(arguments)
        let log = try launch(process)
        await log.end()
        process.waitUntilExit()
        try #require(process.terminationStatus == 0, "\(await log.text)")
    }

    /// Runs so many servers for the time of the body.
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
            guard let port = await log.port() else { throw NotServing(log: await log.text) }
            servers.append(ProviderProcess(port: port, log: log))
        }
        try await body(servers)
    }

    /// A server that ended before it served.
    struct NotServing: Error {
        let log: String
    }

    private static func make(_ arguments: [String]) throws -> Process {
        let process = Process()
        process.executableURL = try program
        process.arguments = arguments
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = FileHandle.nullDevice
        return process
    }

    private static func launch(_ process: Process) throws -> ProviderLog {
        let pipe = Pipe()
        // No other child of this process gets an end of it.
        for end in [pipe.fileHandleForReading, pipe.fileHandleForWriting] {
            guard fcntl(end.fileDescriptor, F_SETFD, FD_CLOEXEC) == 0 else { throw CocoaError(.executableLoad) }
        }
        process.standardError = pipe.fileHandleForWriting
        try process.run()
        try pipe.fileHandleForWriting.close()
        return ProviderLog(reading: pipe.fileHandleForReading)
    }
}

/// The log of a server, read as it is written.
final class ProviderLog: Sendable {
    /// A guess that the server verified.
    struct Verified: Sendable, Hashable {
        let isRight: Bool
        let attempt: Int
    }

    private let contents = LogContents()

    /// Reads to the end on a thread of its own.
    init(reading file: FileHandle) {
        let (parts, continuation) = AsyncStream<Data>.makeStream()
        Thread {
            while case let part = file.availableData, !part.isEmpty { continuation.yield(part) }
            continuation.finish()
        }.start()
        let contents = contents
        reader = Task {
            for await part in parts { await contents.append(part) }
            await contents.end()
        }
    }

    private let reader: Task<Void, Never>

    /// The port on which it serves; nil when it has ended before that.
    func port() async -> Int? {
        let line = await contents.first { $0.contains(" serving") || $0.contains("] serving") }
        return line.flatMap { $0.firstMatch(of: /port=(\d+)/) }.flatMap { Int($0.1) }
    }

    /// The guesses verified so far, once that many requests are in the log. A request is in it before it is answered, and so is what was
    /// verified for it.
    func verified(afterRequests count: Int) async -> [Verified] {
        await contents.lines(withRequests: count).compactMap { line in
            guard let match = line.firstMatch(of: /PIN verified/) else { return nil }
            _ = match
            guard let right = line.firstMatch(of: /right=(true|false)/), let attempt = line.firstMatch(of: /attempt=(\d+)/),
                let number = Int(attempt.1)
            else { return nil }
            return Verified(isRight: right.1 == "true", attempt: number)
        }
    }

    /// Waits until the log ends.
    func end() async { await reader.value }

    var text: String { get async { await contents.text } }
}

/// The lines of a log, and who waits for some.
private actor LogContents {
    private var rest = Data()
    private var lines: [String] = []
    private var requests = 0
    private var hasEnded = false
    private var waiting: [CheckedContinuation<Void, Never>] = []

    var text: String { lines.joined(separator: "\n") }

    func append(_ part: Data) {
        rest.append(part)
        while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
            let line = String(decoding: rest[rest.startIndex..<end], as: UTF8.self)
            rest = Data(rest[rest.index(after: end)...])
            lines.append(line)
            if line.contains("duration_ms=") { requests += 1 }
        }
        wake()
    }

    func end() {
        hasEnded = true
        wake()
    }

    func first(where isIt: @Sendable (String) -> Bool) async -> String? {
        while true {
            if let line = lines.first(where: isIt) { return line }
            guard await more() else { return nil }
        }
    }

    func lines(withRequests count: Int) async -> [String] {
        while requests < count {
            guard await more() else { break }
        }
        return lines
    }

    /// False when nothing more comes.
    private func more() async -> Bool {
        guard !hasEnded else { return false }
        await withCheckedContinuation { waiting.append($0) }
        return true
    }

    private func wake() {
        for continuation in waiting { continuation.resume() }
        waiting = []
    }
}
