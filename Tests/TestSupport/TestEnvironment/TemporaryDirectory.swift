// SPDX-License-Identifier: EUPL-1.2

package import Foundation

/// A directory of one test, removed with the last reference.
package final class TemporaryDirectory: Sendable {
    package let url: URL

    /// Creates an empty directory.
    ///
    /// - Parameter isInMemory: true to use the system's memory file system. Tests write often, and few depend on a disk.
    package init(isInMemory: Bool = true) throws {
        let memory = URL(filePath: "/dev/shm", directoryHint: .isDirectory)
        let isThere = FileManager.default.fileExists(atPath: memory.path)
        let parent = isInMemory && isThere ? memory : FileManager.default.temporaryDirectory
        url = parent.appending(path: "wallet-tests-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: url) }

    /// Runs a body with an empty directory, which exists until the body has ended.
    package static func with<Value>(
        isInMemory: Bool = true, _ body: (TemporaryDirectory) async throws -> Value
    ) async throws -> Value {
        let directory = try TemporaryDirectory(isInMemory: isInMemory)
        defer { withExtendedLifetime(directory) {} }
        return try await body(directory)
    }

    /// Returns the path of a file in the directory.
    package func path(_ name: String) -> String { url.appending(path: name).path }

    /// Returns the contents of a file in the directory.
    package func bytes(_ name: String) throws -> [UInt8] { Array(try Data(contentsOf: url.appending(path: name))) }

    /// Writes a file in the directory.
    package func write(_ bytes: [UInt8], to name: String) throws { try Data(bytes).write(to: url.appending(path: name)) }

    /// Removes a file from the directory.
    package func remove(_ name: String) throws { try FileManager.default.removeItem(at: url.appending(path: name)) }

    /// The names of its contents, sorted.
    package var names: [String] { (try? FileManager.default.contentsOfDirectory(atPath: url.path).sorted()) ?? [] }
}
