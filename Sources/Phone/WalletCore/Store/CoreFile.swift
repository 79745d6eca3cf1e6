// SPDX-License-Identifier: EUPL-1.2

package import Foundation
package import WalletInterface

/// A small file that the core keeps beside its store, such as a signed document: it is there as a whole or not at all.
///
/// It lies in the app's own directory as `wallet.NAME` and only its owner may read it. It is replaced by way of `wallet.NAME.new`, so that
/// after a kill or a power cut there is the old content or the new one. Erasing the wallet removes it, unless it is there to outlive that: its
/// name then begins with `lasting.`. Nothing in it is sealed.
///
/// - SeeAlso: threats T-L4, F-D4, F-D5, F-D6.
package struct CoreFile: Sendable {
    /// Stands before the name of every file of the core.
    static let prefix = "wallet."
    private static let lastingPrefix = "lasting."
    private static let unfinished = ".new"

    /// Who does the calls that change something on the disk; only tests put anybody else there.
    @TaskLocal static var calls: any FileCalls = SystemFileCalls()

    private let directory: String
    private let path: String

    /// - Parameters:
    ///   - name: letters, digits and hyphens.
    ///   - directory: the app's own directory; it exists.
    ///   - outlivesErasing: whether erasing the wallet leaves it.
    package init(_ name: String, in directory: String, outlivesErasing: Bool = false) {
        self.directory = directory
        path = directory + "/" + (outlivesErasing ? Self.lastingPrefix : Self.prefix) + name
    }

    /// Whether anything lies at its place, also what an interrupted replacement left.
    var exists: Bool {
        [path, path + Self.unfinished].contains { (try? FileManager.default.attributesOfItem(atPath: $0)) != nil }
    }

    /// Whether anything lies at its place; what an interrupted replacement left does not count.
    var isInPlace: Bool { (try? FileManager.default.attributesOfItem(atPath: path)) != nil }

    /// Whether a name in the app's directory is the name of a file of the core: the store's, or one beside it.
    static func isOfCore(_ name: String) -> Bool { name.hasPrefix(prefix) || name.hasPrefix(lastingPrefix) }

    /// Whether that is the file's name in its directory.
    func hasName(_ name: String) -> Bool { path == directory + "/" + name }

    /// All bytes of the file; nil when there is none.
    ///
    /// - Parameter limit: the most bytes that are accepted.
    /// - Throws: `storeDamaged` for more bytes, for anything that is not a plain file, and when the directory is gone; `storeFull` when it
    ///   cannot be read.
    package func read(atMost limit: Int) throws(WalletCoreError) -> [UInt8]? {
        guard let attributes = try? FileManager.default.attributesOfItem(atPath: path) else {
            guard (try? FileManager.default.contentsOfDirectory(atPath: directory)) != nil else {
                throw WalletCoreError(.storeDamaged, "the directory of the store cannot be read")
            }
            return nil
        }
        // A pipe would be waited for, a link would lead elsewhere: neither is opened.
        guard attributes[.type] as? FileAttributeType == .typeRegular else {
            throw WalletCoreError(.storeDamaged, "something other than a plain file lies at a place of the core")
        }
        let bytes: Data
        do {
            let file = try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
            defer { try? file.close() }
            // One byte more than is accepted tells too much from enough, however long the file has become meanwhile.
            bytes = try file.read(upToCount: limit + 1) ?? Data()
        } catch {
            throw WalletCoreError(.storeFull, "a file of the core cannot be read")
        }
        guard bytes.count <= limit else { throw WalletCoreError(.storeDamaged, "a file of the core is too long") }
        return Array(bytes)
    }

    /// Replaces the file. When it returns the new content is on the disk.
    ///
    /// - Throws: `storeFull` when it cannot be written. The old content is then still there, unless only the directory could not be
    ///   written to the disk: then it is the old or the new content after a power cut.
    package func replace(with bytes: some DataProtocol) throws(WalletCoreError) {
        let (calls, temporary) = (Self.calls, path + Self.unfinished)
        do {
            // What an earlier try left, or a link that somebody put there.
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

    /// Removes the file and what an interrupted replacement left. One that is not there is no error.
    ///
    /// - Throws: `storeFull` when it cannot be removed.
    package func remove() throws(WalletCoreError) {
        for path in [path + Self.unfinished, path] { try Self.remove(path) }
        try Self.synchronize(directory)
    }

    /// Removes whatever lies at a path; a link's target stays.
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
