// SPDX-License-Identifier: EUPL-1.2

import Foundation

/// A file with a secret that only its owner may read: a password or PIN on the first line, or a private key.
///
/// A file that systemd passes to a service (`LoadCredential=`) belongs to root and has the mode 0440, with an access list that admits only
/// the service. `stat` shows this list as group access. So below `$CREDENTIALS_DIRECTORY` group read access is accepted.
package struct SecretFile: Sendable {
    private let path: String
    private let credentials: String?

    /// - Parameters:
    ///   - path: the file's path.
    ///   - path: where it is.
    ///   - environment: the environment variables; only `CREDENTIALS_DIRECTORY` is used.
    package init(path: String, environment: [String: String] = ProcessInfo.processInfo.environment) {
        self.path = path
        credentials = environment["CREDENTIALS_DIRECTORY"].flatMap { $0.hasPrefix("/") ? Self.realPath($0) : nil }
    }

    /// Checks that no other user may read or write the file.
    ///
    /// - Throws: `StartError` naming the file if it does not exist or other users may access it.
    package func check() throws {
        // Check the link's target, because a link has no mode of its own.
        guard let real = Self.realPath(path),
            let attributes = try? FileManager.default.attributesOfItem(atPath: real), let mode = attributes[.posixPermissions] as? NSNumber
        else { throw StartError("\(path) is not there, or cannot be examined") }
        guard attributes[.type] as? FileAttributeType != .typeDirectory else { throw StartError("\(path) is a directory, not a file") }
        let isCredential = credentials.map { real.hasPrefix($0 + "/") } ?? false
        guard mode.intValue & (isCredential ? 0o037 : 0o077) == 0 else {
            throw StartError("\(path) may be read by others; give it the mode 0600")
        }
    }

    /// Returns the secret on the first line, without the line break.
    ///
    /// - Throws: `StartError` like `check`, and if the file is unreadable, longer than 4096 bytes, or its first line is empty.
    package func firstLine() throws -> String {
        try check()
        // Search by bytes, because Swift treats carriage return and line feed as one character.
        let line = try StateFile.read(path, maximumBytes: 4096).prefix { ![0x0A, 0x0D].contains($0) }
        guard !line.isEmpty else { throw StartError("\(path) has no secret on its first line") }
        return String(decoding: line, as: UTF8.self)
    }

    /// Returns the path without links and dots; nil if it does not exist.
    private static func realPath(_ path: String) -> String? {
        let url = URL(filePath: path).resolvingSymlinksInPath().standardizedFileURL
        return FileManager.default.fileExists(atPath: url.path) ? url.path : nil
    }
}
