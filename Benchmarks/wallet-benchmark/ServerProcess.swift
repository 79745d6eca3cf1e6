// SPDX-License-Identifier: EUPL-1.2

import Foundation

/// A server in a separate process. Its standard error, redirected to a file, shows when it serves and on which port.
struct ServerProcess {
    let processID: Int32
    let port: Int
    private let process: Process
    /// The path of the file with the server's log.
    let log: String

    /// Starts the server and waits until it serves, at most this number of seconds.
    static func start(
        _ program: String, _ arguments: [String], environment: [String: String], within seconds: Int = 30
    ) async throws -> ServerProcess {
        let log = FileManager.default.temporaryDirectory.appending(path: "wallet-benchmark-\(UUID().uuidString).log").path
        guard FileManager.default.createFile(atPath: log, contents: nil, attributes: [.posixPermissions: 0o600]),
            let output = FileHandle(forWritingAtPath: log)
        else { throw BenchmarkError("\(log) cannot be made") }
        var isServing = false
        defer { if !isServing { try? FileManager.default.removeItem(atPath: log) } }
        let process = Process()
        process.executableURL = URL(filePath: program)
        process.arguments = arguments
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = FileHandle.nullDevice
        process.standardError = output
        do {
            try process.run()
        } catch {
            throw BenchmarkError("\(program) cannot be started")
        }
        for _ in 0..<(seconds * 10) where process.isRunning {
            let text = try String(contentsOfFile: log, encoding: .utf8)
            if text.contains("serving"), let match = text.firstMatch(of: #/[^_]\bport=(\d+)/#), let port = Int(match.1) {
                isServing = true
                return ServerProcess(processID: process.processIdentifier, port: port, process: process, log: log)
            }
            try await Task.sleep(for: .milliseconds(100))
        }
        let text = (try? String(contentsOfFile: log, encoding: .utf8)) ?? ""
        process.terminate()
        process.waitUntilExit()
        throw BenchmarkError("\(program) does not serve: \(text)")
    }

    /// Asks the server to end unless it has ended, waits, and removes its log.
    func stop() {
        if process.isRunning {
            process.terminate()
            process.waitUntilExit()
        }
        try? FileManager.default.removeItem(atPath: log)
    }
}
