// SPDX-License-Identifier: EUPL-1.2

import Foundation
import WalletCore

/// A file that exists while no deregistration is pending. The core's last write of the pending ones creates it, in whichever process.
struct DeregistrationMark: Sendable {
    private let path: String

    init(in directory: String) {
        path = directory + "/deregistrations-sent"
    }

    var isThere: Bool { FileManager.default.fileExists(atPath: path) }

    func note(_ checkpoint: Checkpoint) {
        let words = checkpoint.name.split(separator: " ")
        if checkpoint.side == .before, words.contains("remains") || words.contains("received.farewells") {
            try? FileManager.default.removeItem(atPath: path)
        } else if checkpoint.side == .after, words.contains("-received.farewells") {
            _ = FileManager.default.createFile(atPath: path, contents: nil)
        }
    }
}
