// SPDX-License-Identifier: EUPL-1.2

import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// User and system processor time in seconds.
enum CPUTime {
    /// The time of a process with its threads and children, including ended children, in ticks of 10 ms, from /proc.
    static func ofProcess(_ id: Int32) throws -> Double {
        guard let own = fields(of: id) else { throw BenchmarkError("the process \(id) is gone") }
        let children = try children(of: id).compactMap(fields(of:))
        let ticks = own.own + own.endedChildren + children.reduce(0) { $0 + $1.own }
        return Double(ticks) / Double(sysconf(Int32(_SC_CLK_TCK)))
    }

    /// The running children of a process.
    static func children(of id: Int32) throws -> [Int32] {
        try FileManager.default.contentsOfDirectory(atPath: "/proc").compactMap(Int32.init).filter { fields(of: $0)?.parent == id }
    }

    /// The time of this process with its threads, to a microsecond.
    static func ofThisProcess() -> Double { Double(clock()) / 1e6 }

    /// This process's average time for one execution of `body`.
    static func average(of count: Int, _ body: () async throws -> Void) async rethrows -> Double {
        let start = ofThisProcess()
        for _ in 0..<count { try await body() }
        return (ofThisProcess() - start) / Double(count)
    }

    /// Parent and ticks from proc(5) `stat`, read after the program's name, which may contain spaces and brackets.
    private static func fields(of id: Int32) -> (parent: Int32, own: Int, endedChildren: Int)? {
        guard let text = try? String(contentsOfFile: "/proc/\(id)/stat", encoding: .utf8), let name = text.lastIndex(of: ")") else {
            return nil
        }
        let fields = text[name...].split(separator: " ").dropFirst().map(String.init)
        guard fields.count > 14, let parent = Int32(fields[1]) else { return nil }
        let ticks = fields[11...14].compactMap(Int.init)
        guard ticks.count == 4 else { return nil }
        return (parent, ticks[0] + ticks[1], ticks[2] + ticks[3])
    }
}
