// SPDX-License-Identifier: EUPL-1.2

import ServerState

/// A settings file: a JSON object, and comments on lines of their own that begin with `//`.
struct SettingsFile {
    /// The file's bytes with an empty line in place of each comment, so that line numbers stay.
    let json: [UInt8]

    /// The size limit, in bytes.
    private static let maximumBytes = 1 << 20

    /// Reads the file. It is read again for an error, so it must not be a pipe.
    ///
    /// - Throws: `StartError` naming the file.
    init(path: String) throws {
        let newline = UInt8(ascii: "\n")
        let lines = try StateFile.read(path, maximumBytes: Self.maximumBytes).split(separator: newline, omittingEmptySubsequences: false)
        // No JSON string contains a line break, so a comment never begins inside a string.
        json = Array(lines.map { Self.isComment($0) ? [] : $0 }.joined(separator: [newline]))
    }

    private static func isComment(_ line: ArraySlice<UInt8>) -> Bool {
        line.drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }.starts(with: "//".utf8)
    }
}
