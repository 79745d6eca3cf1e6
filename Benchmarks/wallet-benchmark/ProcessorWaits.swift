// SPDX-License-Identifier: EUPL-1.2

import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The time that the threads of some processes could have run and had no processor, as the kernel counts it: the second number of
/// `/proc/PID/task/TID/schedstat`, in nanoseconds.
///
/// - SeeAlso: https://docs.kernel.org/scheduler/sched-stats.html
struct ProcessorWaits {
    private let files: [FileHandle]
    private var nanoseconds: [UInt64]

    /// Opens the counts of the threads that exist now, except the calling one. A thread that starts later is not counted.
    init(of processes: [Int32]) throws {
        let own = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/thread-self")
        files = processes.flatMap { process -> [FileHandle] in
            let tasks = "\(process)/task"
            let threads = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/" + tasks)) ?? []
            return threads.map { "\(tasks)/\($0)" }.filter { $0 != own }
                .compactMap { FileHandle(forReadingAtPath: "/proc/\($0)/schedstat") }
        }
        nanoseconds = Array(repeating: 0, count: files.count)
    }

    /// The seconds of all threads since each began. The time of a thread that has ended stays in it.
    mutating func total() -> Double {
        for index in files.indices {
            if let count = Self.count(in: files[index].fileDescriptor) { nanoseconds[index] = count }
        }
        return Double(nanoseconds.reduce(0, +)) / 1e9
    }

    private static func count(in file: CInt) -> UInt64? {
        var bytes = [UInt8](repeating: 0, count: 64)
        let length = unsafe pread(file, &bytes, 64, 0)
        guard length > 0 else { return nil }
        let numbers = String(decoding: bytes.prefix(length), as: UTF8.self).split(whereSeparator: \.isWhitespace)
        return numbers.count > 1 ? UInt64(numbers[1]) : nil
    }
}
