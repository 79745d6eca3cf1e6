// SPDX-License-Identifier: EUPL-1.2

import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// A file on the installation's disk whose writes are flushed, to time a flush. It is written again and again, as a database's log is.
struct FlushedFile {
    private static let places = 128
    private static let content = [UInt8](repeating: 0x20, count: 8192)

    private let path: String
    private let file: FileHandle
    private var number = 0

    init(in directory: String) throws {
        path = directory + "/flushed"
        let content = Data(count: Self.places * Self.content.count)
        guard FileManager.default.createFile(atPath: path, contents: content), let file = FileHandle(forUpdatingAtPath: path) else {
            throw BenchmarkError("\(path) cannot be made")
        }
        // Later flushes then find their blocks on the disk.
        try file.synchronize()
        self.file = file
    }

    /// Seconds of a write of 8 KiB and its flush.
    mutating func flush() throws -> Double {
        let size = Self.content.count
        let place = off_t(number % Self.places * size)
        number += 1
        let start = ContinuousClock.now
        guard unsafe pwrite(file.fileDescriptor, Self.content, size, place) == size, fdatasync(file.fileDescriptor) == 0 else {
            throw BenchmarkError("\(path) cannot be written")
        }
        return (ContinuousClock.now - start) / .seconds(1)
    }
}
