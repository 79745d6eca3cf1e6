// SPDX-License-Identifier: EUPL-1.2

import Foundation

/// A disk that loses the last write: after a kill the app's files are as before that write.
struct ForgetfulDisk: Sendable {
    let app: String
    private var copy: String { app + ".before" }

    init(app: String) {
        self.app = app
    }

    /// Snapshots the files before a write.
    func remember() {
        try? FileManager.default.removeItem(atPath: copy)
        try? FileManager.default.copyItem(atPath: app, toPath: copy)
    }

    /// Undoes the last write.
    func forget() {
        guard FileManager.default.fileExists(atPath: copy) else { return }
        try? FileManager.default.removeItem(atPath: app)
        try? FileManager.default.moveItem(atPath: copy, toPath: app)
    }
}
