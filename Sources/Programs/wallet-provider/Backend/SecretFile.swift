// SPDX-License-Identifier: EUPL-1.2

import Foundation
import ProviderState

/// A file with a secret on its first line, of which only its owner may read.
struct SecretFile {
    let path: String

    /// The secret, without the line's end.
    ///
    /// - Throws: `StartError` naming the file, when it cannot be read, others may read it, or it has nothing in it.
    func firstLine() throws(StartError) -> String {
        let mode = try? FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? NSNumber
        guard let mode else { throw StartError("\(path) is not there, or cannot be looked at") }
        guard mode.intValue & 0o077 == 0 else { throw StartError("\(path) may be read by others; give it the mode 0600") }
        // By bytes: to Swift a carriage return and a line feed are one character.
        let line = try InputFile(path: path).bytes().prefix { ![0x0A, 0x0D].contains($0) }
        guard !line.isEmpty else { throw StartError("\(path) has no secret on its first line") }
        return String(decoding: line, as: UTF8.self)
    }
}
