// SPDX-License-Identifier: EUPL-1.2

import DurableFiles
package import Foundation
package import WalletInterface

/// A small file that the core stores beside its store, such as a signed document.
///
/// The path is `wallet.NAME` in the app's own directory, and only its owner may read it. ``DurableFile`` replaces it. Erasing the wallet
/// removes it, unless its name begins with `lasting.`. Its content is not sealed.
///
/// - SeeAlso: threats-and-faults.md, T-L4, F-D4, F-D5, F-D6.
package struct CoreFile: Sendable {
    /// The prefix of the name of every file that an erasure removes.
    static let prefix = "wallet."
    private static let lastingPrefix = "lasting."

    /// Performs disk writes; replaced only in tests.
    @TaskLocal static var calls: any FileCalls = SystemFileCalls()

    private let directory: String
    private let path: String
    private var file: DurableFile { DurableFile(path, calls: Self.calls) }

    /// - Parameters:
    ///   - name: letters, digits and hyphens.
    ///   - directory: the app's own directory, which must exist.
    ///   - outlivesErasing: true if erasing the wallet keeps the file.
    package init(_ name: String, in directory: String, outlivesErasing: Bool = false) {
        self.directory = directory
        path = directory + "/" + (outlivesErasing ? Self.lastingPrefix : Self.prefix) + name
    }

    /// True if the file or the temporary file of an interrupted replacement exists.
    var exists: Bool { isInPlace || Self.isThere(file.temporaryPath) }

    /// True if the file exists.
    var isInPlace: Bool { Self.isThere(path) }

    private static func isThere(_ path: String) -> Bool { (try? FileManager.default.attributesOfItem(atPath: path)) != nil }

    /// True if a name in the app's directory belongs to the core: the store or one of the core's other files.
    static func isOfCore(_ name: String) -> Bool { name.hasPrefix(prefix) || name.hasPrefix(lastingPrefix) }

    /// True if the file has this name in its directory.
    func hasName(_ name: String) -> Bool { path == directory + "/" + name }

    /// All bytes of the file; nil if absent.
    ///
    /// - Parameter limit: the maximum number of bytes.
    /// - Throws: `storeDamaged` if the file is longer, is not a regular file, or if the directory is missing; `hardwareFailed` if the
    ///   phone cannot read it. The file is then not damaged for all that is known, and the call can be repeated.
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
                throw WalletCoreError(.storeDamaged, "something other than a plain file is at a place of the core")
            case .tooLarge: throw WalletCoreError(.storeDamaged, "a file of the core is too long")
            default: throw WalletCoreError(.hardwareFailed, "the phone cannot read a file of the core")
            }
        }
    }

    /// Replaces the file. The new content is on the disk when it returns.
    ///
    /// - Throws: `storeFull` if it cannot be written. The old content remains, unless only the directory could not be synchronised: after a
    ///   power cut the file then has the old or the new content.
    package func replace(with bytes: some DataProtocol) throws(WalletCoreError) {
        do {
            try file.replace(with: bytes)
        } catch {
            throw Self.storeFull(error, "a file of the core cannot be written")
        }
    }

    /// Removes the file and the temporary file of an interrupted replacement. A missing file is no error.
    ///
    /// - Throws: `storeFull` if it cannot be removed.
    package func remove() throws(WalletCoreError) {
        do {
            try file.remove()
        } catch {
            throw Self.storeFull(error, "a file of the core cannot be removed")
        }
    }

    /// Removes the entry at a path; a link's target stays.
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
