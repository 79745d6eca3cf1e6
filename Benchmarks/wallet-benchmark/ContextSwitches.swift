// SPDX-License-Identifier: EUPL-1.2

import Foundation

/// The times that a process's threads gave up their processor, because they had to wait.
enum ContextSwitches {
    /// The sum over the living threads of a process. The next sum lacks those of threads that have ended.
    static func voluntary(of process: Int32) throws -> Int {
        let tasks = "/proc/\(process)/task"
        guard let threads = try? FileManager.default.contentsOfDirectory(atPath: tasks) else {
            throw BenchmarkError("the process \(process) is gone")
        }
        return threads.reduce(0) { sum, thread in
            guard let text = try? String(contentsOfFile: "\(tasks)/\(thread)/status", encoding: .utf8),
                let line = text.split(separator: "\n").first(where: { $0.hasPrefix("voluntary_ctxt_switches:") }),
                let count = line.split(whereSeparator: \.isWhitespace).last.flatMap({ Int($0) })
            else { return sum }
            return sum + count
        }
    }
}
