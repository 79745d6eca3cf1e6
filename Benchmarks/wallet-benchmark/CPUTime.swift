// SPDX-License-Identifier: EUPL-1.2

import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// User and system processor time in seconds.
enum CPUTime {
    /// The time of a process with its threads and children, including ended children. That of ended children is in ticks of 10 ms, and so is
    /// the division between program and kernel; the rest is exact to a microsecond.
    static func ofProcess(_ id: Int32) throws -> ProcessorTime {
        guard let own = fields(of: id) else { throw BenchmarkError("the process \(id) is gone") }
        return try children(of: id).compactMap(fields(of:)).reduce(own.own + own.endedChildren) { $0 + $1.own }
    }

    /// The running children of a process.
    static func children(of id: Int32) throws -> [Int32] {
        try FileManager.default.contentsOfDirectory(atPath: "/proc").compactMap(Int32.init).filter { fields(of: $0)?.parent == id }
    }

    /// The time of this process with its threads, to a microsecond.
    static func ofThisProcess() -> Double { Double(clock()) / 1e6 }

    /// This process's average time for one execution of `body`, with so many at a time. Under load a thread that takes calls does not fall
    /// asleep between them; waking it up each time would cost more than most calls.
    static func average(of count: Int, atATime: Int, _ body: @escaping @Sendable () async throws -> Void) async throws -> Double {
        let each = max(1, count / atATime)
        let start = ofThisProcess()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<atATime {
                group.addTask { for _ in 0..<each { try await body() } }
            }
            try await group.waitForAll()
        }
        return (ofThisProcess() - start) / Double(each * atATime)
    }

    /// Parent and times from proc(5) `stat`, read after the program's name, which may contain spaces and brackets.
    private static func fields(of id: Int32) -> (parent: Int32, own: ProcessorTime, endedChildren: ProcessorTime)? {
        guard let text = try? String(contentsOfFile: "/proc/\(id)/stat", encoding: .utf8), let name = text.lastIndex(of: ")") else {
            return nil
        }
        let fields = text[name...].split(separator: " ").dropFirst().map(String.init)
        guard fields.count > 14, let parent = Int32(fields[1]) else { return nil }
        let second = Double(sysconf(Int32(_SC_CLK_TCK)))
        let times = fields[11...14].compactMap(Double.init).map { $0 / second }
        guard times.count == 4 else { return nil }
        var own = ProcessorTime(user: times[0], system: times[1])
        // A tick is a thirtieth of what a round's bare requests take.
        if let sum = try? precise(of: id) {
            own =
                own.total > 0
                ? ProcessorTime(user: sum * own.user / own.total, system: sum * own.system / own.total) : ProcessorTime(user: sum)
        }
        return (parent, own, ProcessorTime(user: times[2], system: times[3]))
    }
}
