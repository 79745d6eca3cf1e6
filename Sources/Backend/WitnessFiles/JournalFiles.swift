// SPDX-License-Identifier: EUPL-1.2

import Foundation
import WalletProvider

/// How files of journals are read. Those of another machine come over a network, so any of these may take for ever.
package struct JournalFiles: Sendable {
    /// The names in a directory; nil when it is not there.
    package var list: @Sendable (_ directory: String) throws -> [String]?
    /// The length of a file in bytes; nil when it is not there.
    package var length: @Sendable (_ path: String) throws -> Int?
    /// What a file has from an offset on: that many bytes, fewer only at its end.
    package var read: @Sendable (_ path: String, _ offset: Int, _ count: Int) throws -> [UInt8]

    /// - Parameters:
    ///   - list: the names in a directory.
    ///   - length: the length of a file in bytes.
    ///   - read: bytes of a file.
    package init(
        list: @escaping @Sendable (_ directory: String) throws -> [String]?, length: @escaping @Sendable (_ path: String) throws -> Int?,
        read: @escaping @Sendable (_ path: String, _ offset: Int, _ count: Int) throws -> [UInt8]
    ) {
        self.list = list
        self.length = length
        self.read = read
    }

    /// The system's.
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

    /// Everything that a file has from an offset on, a piece at a time: whoever watches sees it come.
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

    /// Whether a file is there.
    ///
    /// - Throws: `AccountStoreError` with `unavailable` when that cannot be told.
    func isThere(_ path: String) throws(AccountStoreError) -> Bool {
        do {
            return try length(path) != nil
        } catch {
            throw AccountStoreError(.unavailable, "\(path) cannot be looked at")
        }
    }

    private static let piece = 1 << 20
}
