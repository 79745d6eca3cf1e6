// SPDX-License-Identifier: EUPL-1.2

import Foundation

/// A disk that has not written what it said it had: after a kill the app's files are as before the last write.
struct ForgetfulDisk: Sendable {
    let app: String
    private var copy: String { app + ".before" }

    init(app: String) {
        self.app = app
    }

    /// A write is about to begin.
    func remember() {
        try? FileManager.default.removeItem(atPath: copy)
        try? FileManager.default.copyItem(atPath: app, toPath: copy)
    }

    /// The last write is undone.
    func forget() {
        guard FileManager.default.fileExists(atPath: copy) else { return }
        try? FileManager.default.removeItem(atPath: app)
        try? FileManager.default.moveItem(atPath: copy, toPath: app)
    }
}
