// SPDX-License-Identifier: EUPL-1.2

import Foundation
import Testing

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// The memory of a process: all private mappings that are writable or not backed by a file. Linux only.
struct MemoryImage {
    /// One mapping or file: its address, name and contents.
    private struct Piece {
        var base: UInt = 0
        let name: String
        let bytes: Data
    }

    private let pieces: [Piece]

    /// The number of bytes.
    var count: Int { pieces.reduce(0) { $0 + $1.bytes.count } }

    /// Reads the memory of an idle child process.
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
            return got > 0 ? Piece(base: range[0], name: fields.count > 5 ? String(fields[5]) : "memory", bytes: bytes.prefix(got)) : nil
        }
    }

    /// Reads all bytes of a directory's files.
    init(ofFilesIn directory: String) throws {
        let names = try #require(FileManager.default.enumerator(atPath: directory)).compactMap { $0 as? String }
        pieces = names.compactMap { name in
            (try? Data(contentsOf: URL(filePath: directory + "/" + name))).map { Piece(name: name, bytes: $0) }
        }
    }

    /// Returns the number of occurrences of the bytes.
    func occurrences(of needle: [UInt8]) -> Int { places(of: needle).count }

    /// Returns the places of the bytes.
    func places(of needle: [UInt8]) -> [String] {
        // The largest byte is searched first, because most of a memory is 0.
        guard let largest = needle.max(), let anchor = needle.firstIndex(of: largest) else { return [] }
        return pieces.flatMap { piece in
            unsafe piece.bytes.withUnsafeBytes { unsafe Self.offsets(of: needle, anchor, in: $0) }
                .map { "\(piece.name) at \(String(piece.base + UInt($0), radix: 16))" }
        }
    }

    private static func offsets(of needle: [UInt8], _ anchor: Int, in buffer: UnsafeRawBufferPointer) -> [Int] {
        guard let base = buffer.baseAddress, buffer.count >= needle.count else { return [] }
        var (found, place): ([Int], Int) = ([], anchor)
        let end = buffer.count - (needle.count - anchor) + 1
        while place < end, let hit = unsafe memchr(base + place, CInt(needle[anchor]), end - place) {
            place = unsafe UnsafeRawPointer(hit) - base
            if unsafe memcmp(base + (place - anchor), needle, needle.count) == 0 { found.append(place - anchor) }
            place += 1
        }
        return found
    }
}
