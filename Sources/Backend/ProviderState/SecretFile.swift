// SPDX-License-Identifier: EUPL-1.2

import Foundation

/// A file with a secret, of which only its owner may read: a password or a PIN on its first line, or a private key.
///
/// A file that systemd hands to a service (`LoadCredential=`) belongs to root and has the mode 0440, with a list of who else may read it: the
/// service alone. So beneath `$CREDENTIALS_DIRECTORY` a group may read, as `stat` shows that list.
package struct SecretFile: Sendable {
    private let path: String
    private let credentials: String?

    /// A file.
    ///
    /// - Parameters:
    ///   - path: where it is.
    ///   - environment: the process's variables, of which `CREDENTIALS_DIRECTORY` counts.
    package init(path: String, environment: [String: String] = ProcessInfo.processInfo.environment) {
        self.path = path
        credentials = environment["CREDENTIALS_DIRECTORY"].flatMap { $0.hasPrefix("/") ? Self.realPath($0) : nil }
    }

    /// Does nothing when nobody else may read the file.
    ///
    /// - Throws: `StartError` naming the file, when it is not there or others may read or write it.
    package func check() throws(StartError) {
        // Of what a link leads to: a link has no mode of its own.
        guard let real = Self.realPath(path),
            let mode = try? FileManager.default.attributesOfItem(atPath: real)[.posixPermissions] as? NSNumber
        else { throw StartError("\(path) is not there, or cannot be looked at") }
        let isCredential = credentials.map { real.hasPrefix($0 + "/") } ?? false
        guard mode.intValue & (isCredential ? 0o037 : 0o077) == 0 else {
            throw StartError("\(path) may be read by others; give it the mode 0600")
        }
    }

    /// The secret on the first line, without the line's end.
    ///
    /// - Throws: `StartError` as `check` does, and when the file cannot be read, is longer than 4096 bytes, or has nothing on that line.
    package func firstLine() throws(StartError) -> String {
        try check()
        // By bytes: to Swift a carriage return and a line feed are one character.
        let line = try StateFile.read(path, maximumBytes: 4096).prefix { ![0x0A, 0x0D].contains($0) }
        guard !line.isEmpty else { throw StartError("\(path) has no secret on its first line") }
        return String(decoding: line, as: UTF8.self)
    }

    /// Without links and dots; nil when there is nothing.
    private static func realPath(_ path: String) -> String? {
        let url = URL(filePath: path).resolvingSymlinksInPath().standardizedFileURL
        return FileManager.default.fileExists(atPath: url.path) ? url.path : nil
    }
}
