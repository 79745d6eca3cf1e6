// SPDX-License-Identifier: EUPL-1.2

import DurableFiles
package import Foundation
package import WalletInterface

/// A small file that the core keeps beside its store, such as a signed document.
///
/// It lies in the app's own directory as `wallet.NAME`, readable by its owner only, and is replaced as ``DurableFile`` does. Erasing the wallet
/// removes it, unless it outlives that: its name then begins with `lasting.`. Its content is not sealed.
///
/// - SeeAlso: threats T-L4, F-D4, F-D5, F-D6.
package struct CoreFile: Sendable {
    /// The begin of the name of every file that erasing removes.
    static let prefix = "wallet."
    private static let lastingPrefix = "lasting."

    /// Performs disk writes; replaced only in tests.
    @TaskLocal static var calls: any FileCalls = SystemFileCalls()

    private let directory: String
    private let path: String
    private var file: DurableFile { DurableFile(path, calls: Self.calls) }

    /// - Parameters:
    ///   - name: letters, digits and hyphens.
    ///   - directory: the app's own directory; it exists.
    ///   - outlivesErasing: whether erasing the wallet leaves it.
    package init(_ name: String, in directory: String, outlivesErasing: Bool = false) {
        self.directory = directory
        path = directory + "/" + (outlivesErasing ? Self.lastingPrefix : Self.prefix) + name
    }

    /// Whether anything lies at its path, or a leftover of an interrupted replacement beside it.
    var exists: Bool { isInPlace || Self.isThere(file.temporaryPath) }

    /// Whether anything lies at its path.
    var isInPlace: Bool { Self.isThere(path) }

    private static func isThere(_ path: String) -> Bool { (try? FileManager.default.attributesOfItem(atPath: path)) != nil }

    /// Whether a name in the app's directory is the name of a file of the core: the store's, or one beside it.
    static func isOfCore(_ name: String) -> Bool { name.hasPrefix(prefix) || name.hasPrefix(lastingPrefix) }

    /// Whether this is the file's name in its directory.
    func hasName(_ name: String) -> Bool { path == directory + "/" + name }

    /// All bytes of the file; nil when there is none.
    ///
    /// - Parameter limit: the most bytes that are accepted.
    /// - Throws: `storeDamaged` for more bytes, for anything that is not a regular file, and when the directory is gone; `storeFull` when it
    ///   cannot be read.
    package func read(atMost limit: Int) throws(WalletCoreError) -> [UInt8]? {
        do {
            return try BoundedRead.bytes(of: path, atMost: limit, from: .plainFile)
        } catch {
            switch error.code {
            case .missing:
                guard (try? FileManager.default.contentsOfDirectory(atPath: directory)) != nil else {
                    throw WalletCoreError(.storeDamaged, "the directory of the store cannot be read")
                }
                return nil
            case .notRegular:
                throw WalletCoreError(.storeDamaged, "something other than a plain file lies at a place of the core")
            case .tooLarge: throw WalletCoreError(.storeDamaged, "a file of the core is too long")
            default: throw WalletCoreError(.storeFull, "a file of the core cannot be read")
            }
        }
    }

    /// Replaces the file. When it returns the new content is on the disk.
    ///
    /// - Throws: `storeFull` when it cannot be written. The old content is then still there, unless only the directory could not be flushed:
    ///   then a power cut decides between the old and the new content.
    package func replace(with bytes: some DataProtocol) throws(WalletCoreError) {
        do {
            try file.replace(with: bytes)
        } catch {
            throw Self.storeFull(error, "a file of the core cannot be written")
        }
    }

    /// Removes the file and a leftover of an interrupted replacement. A file that is missing is no error.
    ///
    /// - Throws: `storeFull` when it cannot be removed.
    package func remove() throws(WalletCoreError) {
        do {
            try file.remove()
        } catch {
            throw Self.storeFull(error, "a file of the core cannot be removed")
        }
    }

    /// Removes whatever lies at a path; of a link, the link alone.
    static func remove(_ path: String) throws(WalletCoreError) {
        do {
            try DurableFile.remove(path, calls)
        } catch {
            throw storeFull(error, "a file of the core cannot be removed")
        }
    }

    /// Waits until the names in a directory are on the disk.
    static func synchronize(_ directory: String) throws(WalletCoreError) {
        do {
            try DurableFile.flushDirectory(directory, calls)
        } catch {
            throw storeFull(error, "")
        }
    }

    private static func storeFull(_ error: FileError, _ reason: String) -> WalletCoreError {
        let isNamed = error.code == .directoryNotFlushed
        return WalletCoreError(.storeFull, isNamed ? "the directory of the store cannot be written to the disk" : reason)
    }
}
