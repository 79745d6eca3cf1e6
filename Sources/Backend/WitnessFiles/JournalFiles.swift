// SPDX-License-Identifier: EUPL-1.2

import Foundation
import WalletProvider

/// The file access for journals. Files of other machines are read over a network, so every call may block indefinitely.
package struct JournalFiles: Sendable {
    /// Returns the names in a directory; nil if it does not exist.
    package var list: @Sendable (_ directory: String) throws -> [String]?
    /// Returns the length of a file in bytes; nil if it does not exist.
    package var length: @Sendable (_ path: String) throws -> Int?
    /// Returns `count` bytes of a file from an offset; fewer only at its end.
    package var read: @Sendable (_ path: String, _ offset: Int, _ count: Int) throws -> [UInt8]

    package init(
        list: @escaping @Sendable (_ directory: String) throws -> [String]?, length: @escaping @Sendable (_ path: String) throws -> Int?,
        read: @escaping @Sendable (_ path: String, _ offset: Int, _ count: Int) throws -> [UInt8]
    ) {
        self.list = list
        self.length = length
        self.read = read
    }

    /// Direct access through the operating system.
    package static let system = JournalFiles(
        list: { directory in
            guard FileManager.default.fileExists(atPath: directory) else { return nil }
            return try FileManager.default.contentsOfDirectory(atPath: directory)
        },
        length: { path in
            guard FileManager.default.fileExists(atPath: path) else { return nil }
            return (try FileManager.default.attributesOfItem(atPath: path)[.size] as? NSNumber)?.intValue
        },
        read: { path, offset, count in
            let file = try FileHandle(forReadingFrom: URL(filePath: path))
            defer { try? file.close() }
            if offset > 0 { try file.seek(toOffset: UInt64(offset)) }
            return Array(try file.read(upToCount: count) ?? Data())
        })

    /// Returns all bytes from an offset on. Reads in pieces, so that a watcher sees the progress.
    ///
    /// - Throws: `AccountStoreError` with `unavailable`.
    func bytes(of path: String, from offset: Int = 0) throws(AccountStoreError) -> [UInt8] {
        var bytes: [UInt8] = []
        do {
            while true {
                let piece = try read(path, offset + bytes.count, Self.piece)
                bytes += piece
                if piece.count < Self.piece { return bytes }
            }
        } catch {
            throw AccountStoreError(.unavailable, "\(path) cannot be read")
        }
    }

    /// Returns true if a file exists.
    ///
    /// - Throws: `AccountStoreError` with `unavailable` if this cannot be determined.
    func isThere(_ path: String) throws(AccountStoreError) -> Bool {
        do {
            return try length(path) != nil
        } catch {
            throw AccountStoreError(.unavailable, "\(path) cannot be examined")
        }
    }

    private static let piece = 1 << 20
}
