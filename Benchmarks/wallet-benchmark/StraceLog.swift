// SPDX-License-Identifier: EUPL-1.2

import Foundation
import TestEnvironment

/// The output file of `strace -f`: a process's system calls, with the waits and wakes of its threads among them.
struct StraceLog: Sendable {
    /// Calls by name.
    private(set) var calls: [String: Int] = [:]
    /// Waits for another thread. A call that finds that there is nothing to wait for is not one.
    private(set) var futexWaits = 0
    /// Wakes of another thread, also when none waits.
    private(set) var futexWakes = 0
    /// The time that was traced.
    let duration: Duration

    /// Reads a file. A call that another thread's line interrupts has two lines, of which the second has no new name.
    init(contentsOf path: String, duration: Duration) throws {
        guard let text = try? String(contentsOfFile: path, encoding: .utf8) else { throw BenchmarkError("\(path) cannot be read") }
        self.duration = duration
        // Threads whose wait has not returned.
        var waiting: Set<Substring> = []
        for line in text.split(separator: "\n") {
            let thread = line.prefix { $0.isNumber }
            let call = line.dropFirst(thread.count).drop { $0 == " " }
            if call.hasPrefix("<... futex resumed>") {
                if waiting.remove(thread) != nil, call.contains("EAGAIN") { futexWaits -= 1 }
                continue
            }
            guard let end = call.firstIndex(of: "("), case let name = call[..<end], !name.isEmpty,
                name.allSatisfy({ $0.isLetter || $0.isNumber || $0 == "_" })
            else { continue }
            calls[String(name), default: 0] += 1
            guard name == "futex" else { continue }
            let operation = call[end...].split(separator: ",").dropFirst().first?.drop { $0 == " " } ?? ""
            if operation.hasPrefix("FUTEX_WAKE") { futexWakes += 1 }
            if operation.hasPrefix("FUTEX_WAIT"), !call.contains("EAGAIN") {
                futexWaits += 1
                if call.hasSuffix("<unfinished ...>") { waiting.insert(thread) }
            }
        }
    }

    /// Traces a running server while `body` runs.
    static func trace(_ server: ServerProcess, to path: String, _ body: () async throws -> Void) async throws -> StraceLog {
        let said = Pipe()
        // No content of a buffer reaches the file.
        let strace = try Tool.start(
            "/usr/bin/strace", ["-f", "-s", "0", "-e", "signal=none", "-o", path, "-p", "\(server.processID)"], errors: said)
        var text = ""
        while !text.contains("attached") {
            let piece = try said.fileHandleForReading.readAvailable()
            guard !piece.isEmpty else { throw BenchmarkError("strace does not attach: \(text)") }
            text += String(decoding: piece, as: UTF8.self)
        }
        let start = ContinuousClock.now
        try await body()
        let duration = ContinuousClock.now - start
        strace.interrupt()
        strace.waitUntilExit()
        return try StraceLog(contentsOf: path, duration: duration)
    }
}
