// SPDX-License-Identifier: EUPL-1.2

// Declares `timespec` for a compiler that looks at the whole module.
import CoreFoundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

extension CPUTime {
    /// The time of a process with its threads, without children, to a microsecond.
    static func precise(of id: Int32) throws -> Double {
        var (identifier, time) = (clockid_t(), timespec())
        guard unsafe clock_getcpuclockid(id, &identifier) == 0, unsafe clock_gettime(identifier, &time) == 0 else {
            throw BenchmarkError("the process \(id) is gone")
        }
        return Duration(time) / .seconds(1)
    }
}
