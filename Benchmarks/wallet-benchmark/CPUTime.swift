// SPDX-License-Identifier: EUPL-1.2

import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Processor time, user and system together, in seconds.
enum CPUTime {
    /// Of a process, all its threads and all its children, those that have ended included. Ticks of 10 ms; from /proc.
    static func ofProcess(_ id: Int32) throws -> Double {
        guard let own = fields(of: id) else { throw BenchmarkError("the process \(id) is gone") }
        let children = try children(of: id).compactMap(fields(of:))
        let ticks = own.own + own.endedChildren + children.reduce(0) { $0 + $1.own }
        return Double(ticks) / Double(sysconf(Int32(_SC_CLK_TCK)))
    }

    /// The processes that a process has started and that have not ended.
    static func children(of id: Int32) throws -> [Int32] {
        try FileManager.default.contentsOfDirectory(atPath: "/proc").compactMap(Int32.init).filter { fields(of: $0)?.parent == id }
    }

    /// Of this process, all its threads; to a microsecond.
    static func ofThisProcess() -> Double { Double(clock()) / 1e6 }

    /// Of this process for one time a body, on average.
    static func average(of count: Int, _ body: () async throws -> Void) async rethrows -> Double {
        let start = ofThisProcess()
        for _ in 0..<count { try await body() }
        return (ofThisProcess() - start) / Double(count)
    }

    /// Parent and ticks out of proc(5) `stat`; what stands behind the program's name, which may hold spaces and brackets.
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
