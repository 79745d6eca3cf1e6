// SPDX-License-Identifier: EUPL-1.2

import Foundation

/// A copy of a SQLite file and its log from before the first commit that was not flushed: what a crash of the machine may leave.
struct FlushedFiles: Sendable {
    /// The path of the SQLite file.
    let path: String

    /// Copies the files before a commit without a flush, unless an earlier one is not flushed yet.
    func keep() {
        guard !FileManager.default.fileExists(atPath: path + ".flushed") else { return }
        for suffix in ["-wal", ""] where FileManager.default.fileExists(atPath: path + suffix) {
            try? FileManager.default.copyItem(atPath: path + suffix, toPath: path + ".flushed" + suffix)
        }
    }

    /// Removes the copy, because a later commit has flushed everything.
    func forget() {
        for suffix in ["", "-wal"] { try? FileManager.default.removeItem(atPath: path + ".flushed" + suffix) }
    }
}
