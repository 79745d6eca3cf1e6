// SPDX-License-Identifier: EUPL-1.2

package import Foundation

/// A directory of a test's own, gone with the last reference.
package final class TemporaryDirectory: Sendable {
    /// Where it is.
    package let url: URL

    /// Makes it, empty.
    ///
    /// - Parameter isInMemory: where the system has a file system for that: tests write very often, and few ask the disk for anything.
    package init(isInMemory: Bool = true) throws {
        let memory = URL(filePath: "/dev/shm", directoryHint: .isDirectory)
        let isThere = FileManager.default.fileExists(atPath: memory.path)
        let parent = isInMemory && isThere ? memory : FileManager.default.temporaryDirectory
        url = parent.appending(path: "wallet-tests-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: url) }

    /// The path of a file in it.
    package func path(_ name: String) -> String { url.appending(path: name).path }

    /// What a file in it holds.
    package func bytes(_ name: String) throws -> [UInt8] { Array(try Data(contentsOf: url.appending(path: name))) }

    /// Writes a file in it.
    package func write(_ bytes: [UInt8], to name: String) throws { try Data(bytes).write(to: url.appending(path: name)) }

    /// Removes a file in it.
    package func remove(_ name: String) throws { try FileManager.default.removeItem(at: url.appending(path: name)) }

    /// The names of what it holds, sorted.
    package var names: [String] { (try? FileManager.default.contentsOfDirectory(atPath: url.path).sorted()) ?? [] }
}
