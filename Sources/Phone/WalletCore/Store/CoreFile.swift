// SPDX-License-Identifier: EUPL-1.2

package import Foundation
package import WalletInterface

/// A small file that the core keeps beside its store, such as a signed document. It is complete or absent.
///
/// It is the file `wallet.NAME` in the app's own directory, and only its owner may read it. It is replaced through `wallet.NAME.new`, so that after
/// a kill or a power cut it has the old or the new content. Erasing the wallet removes it, unless its name begins with `lasting.`. Its content is
/// not sealed.
///
/// - SeeAlso: threats T-L4, F-D4, F-D5, F-D6.
package struct CoreFile: Sendable {
    /// The prefix of the names of the core's files.
    static let prefix = "wallet."
    private static let lastingPrefix = "lasting."
    private static let unfinished = ".new"

    /// The calls that change the disk. Only tests replace them.
    @TaskLocal static var calls: any FileCalls = SystemFileCalls()

    private let directory: String
    private let path: String

    /// - Parameters:
    ///   - name: letters, digits and hyphens.
    ///   - directory: the app's own directory; it exists.
    ///   - outlivesErasing: true if erasing the wallet keeps the file.
    package init(_ name: String, in directory: String, outlivesErasing: Bool = false) {
        self.directory = directory
        path = directory + "/" + (outlivesErasing ? Self.lastingPrefix : Self.prefix) + name
    }

    /// True if the file or the temporary file of an interrupted replacement exists.
    var exists: Bool {
        [path, path + Self.unfinished].contains { (try? FileManager.default.attributesOfItem(atPath: $0)) != nil }
    }

    /// True if the file exists. The temporary file of an interrupted replacement does not count.
    var isInPlace: Bool { (try? FileManager.default.attributesOfItem(atPath: path)) != nil }

    /// True if a name in the app's directory belongs to the core: the store or a file beside it.
    static func isOfCore(_ name: String) -> Bool { name.hasPrefix(prefix) || name.hasPrefix(lastingPrefix) }

    /// True if the file has this name in its directory.
    func hasName(_ name: String) -> Bool { path == directory + "/" + name }

    /// All bytes of the file; nil if absent.
    ///
    /// - Parameter limit: the maximum number of bytes.
    /// - Throws: `storeDamaged` if the file is longer, is not a regular file, or if the directory is missing; `storeFull` if it cannot be read.
    package func read(atMost limit: Int) throws(WalletCoreError) -> [UInt8]? {
        guard let attributes = try? FileManager.default.attributesOfItem(atPath: path) else {
            guard (try? FileManager.default.contentsOfDirectory(atPath: directory)) != nil else {
                throw WalletCoreError(.storeDamaged, "the directory of the store cannot be read")
            }
            return nil
        }
        // Opening a pipe would block and a link would lead elsewhere, so neither is opened.
        guard attributes[.type] as? FileAttributeType == .typeRegular else {
            throw WalletCoreError(.storeDamaged, "something other than a plain file lies at a place of the core")
        }
        let bytes: Data
        do {
            let file = try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
            defer { try? file.close() }
            // One byte above the limit suffices to notice a file that is too long, even if it grows during the read.
            bytes = try file.read(upToCount: limit + 1) ?? Data()
        } catch {
            throw WalletCoreError(.storeFull, "a file of the core cannot be read")
        }
        guard bytes.count <= limit else { throw WalletCoreError(.storeDamaged, "a file of the core is too long") }
        return Array(bytes)
    }

    /// Replaces the file. The new content is on the disk when it returns.
    ///
    /// - Throws: `storeFull` if it cannot be written. The old content remains, unless only the directory could not be synchronised: after a power
    ///   cut the file then has the old or the new content.
    package func replace(with bytes: some DataProtocol) throws(WalletCoreError) {
        let (calls, temporary) = (Self.calls, path + Self.unfinished)
        do {
            // The rest of an earlier attempt, or a planted link.
            try? calls.remove(temporary)
            let file = try calls.create(temporary)
            do {
                try calls.write(bytes, to: file, at: temporary)
                try calls.synchronize(file, at: temporary)
            } catch {
                try? file.close()
                throw error
            }
            try file.close()
            try calls.rename(temporary, to: path)
        } catch {
            try? calls.remove(temporary)
            throw WalletCoreError(.storeFull, "a file of the core cannot be written")
        }
        try Self.synchronize(directory)
    }

    /// Removes the file and the temporary file of an interrupted replacement. A missing file is no error.
    ///
    /// - Throws: `storeFull` if it cannot be removed.
    package func remove() throws(WalletCoreError) {
        for path in [path + Self.unfinished, path] { try Self.remove(path) }
        try Self.synchronize(directory)
    }

    /// Removes the entry at a path; a link's target stays.
    static func remove(_ path: String) throws(WalletCoreError) {
        do {
            try calls.remove(path)
        } catch CocoaError.fileNoSuchFile {
            return
        } catch {
            throw WalletCoreError(.storeFull, "a file of the core cannot be removed")
        }
    }

    /// Waits until the names in a directory are on the disk.
    static func synchronize(_ directory: String) throws(WalletCoreError) {
        do {
            let names = try FileHandle(forReadingFrom: URL(fileURLWithPath: directory))
            defer { try? names.close() }
            try calls.synchronize(names, at: directory)
        } catch {
            throw WalletCoreError(.storeFull, "the directory of the store cannot be written to the disk")
        }
    }
}
