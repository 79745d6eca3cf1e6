// SPDX-License-Identifier: EUPL-1.2

import Foundation
import Testing

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// What a process has in its memory: all private mappings that it can write to, or that no file is behind. Linux only.
struct MemoryImage {
    private let pieces: [Data]

    /// The number of bytes.
    var count: Int { pieces.reduce(0) { $0 + $1.count } }

    /// Reads the memory of a process of our own, which does nothing meanwhile.
    init(of process: pid_t) throws {
        let memory = unsafe open("/proc/\(process)/mem", O_RDONLY | O_CLOEXEC)
        try #require(memory >= 0, "the memory of a child cannot be read: \(errno)")
        defer { _ = close(memory) }
        let maps = try String(contentsOfFile: "/proc/\(process)/maps", encoding: .utf8)
        pieces = maps.split(separator: "\n").compactMap { line in
            let fields = line.split(separator: " ", omittingEmptySubsequences: true)
            let range = fields[0].split(separator: "-").compactMap { UInt(String($0), radix: 16) }
            let (rights, hasFile) = (fields[1], fields[4] != "0")
            guard range.count == 2, rights.first == "r", rights.last == "p", rights.contains("w") || !hasFile else { return nil }
            var bytes = Data(count: Int(range[1] - range[0]))
            let got = unsafe bytes.withUnsafeMutableBytes { buffer in
                unsafe pread(memory, buffer.baseAddress, buffer.count, off_t(range[0]))
            }
            return got > 0 ? bytes.prefix(got) : nil
        }
    }

    /// All bytes of a directory's files.
    init(ofFilesIn directory: String) throws {
        let names = try #require(FileManager.default.enumerator(atPath: directory)).compactMap { $0 as? String }
        pieces = names.compactMap { try? Data(contentsOf: URL(filePath: directory + "/" + $0)) }
    }

    /// How often the bytes are there.
    func occurrences(of needle: [UInt8]) -> Int {
        // The largest byte is looked for first: most of a memory is 0.
        guard let largest = needle.max(), let anchor = needle.firstIndex(of: largest) else { return 0 }
        return pieces.reduce(0) { sum, piece in
            unsafe sum + piece.withUnsafeBytes { unsafe Self.occurrences(of: needle, anchor, in: $0) }
        }
    }

    private static func occurrences(of needle: [UInt8], _ anchor: Int, in buffer: UnsafeRawBufferPointer) -> Int {
        guard let base = buffer.baseAddress, buffer.count >= needle.count else { return 0 }
        var (found, place) = (0, anchor)
        let end = buffer.count - (needle.count - anchor) + 1
        while place < end, let hit = unsafe memchr(base + place, CInt(needle[anchor]), end - place) {
            place = unsafe UnsafeRawPointer(hit) - base
            if unsafe memcmp(base + (place - anchor), needle, needle.count) == 0 { found += 1 }
            place += 1
        }
        return found
    }
}
