// SPDX-License-Identifier: EUPL-1.2

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

extension CPUTime {
    /// The time of a process with its threads, without children, to a microsecond.
    static func precise(of id: Int32) throws -> Double {
        let gone = BenchmarkError("the process \(id) is gone")
        var identifier = clockid_t()
        guard unsafe clock_getcpuclockid(id, &identifier) == 0 else { throw gone }
        return try unsafe withUnsafeTemporaryAllocation(of: timespec.self, capacity: 1) { time in
            guard let start = time.baseAddress, unsafe clock_gettime(identifier, start) == 0 else { throw gone }
            return unsafe Duration(start.pointee) / .seconds(1)
        }
    }
}
