// SPDX-License-Identifier: EUPL-1.2

import Foundation
import WalletCore

/// A file of the harness's that is there as long as no account waits to be ended: what the core has removed by its last write of them, in
/// whichever process that was.
struct DeregistrationMark: Sendable {
    private let path: String

    init(in directory: String) {
        path = directory + "/farewells-said"
    }

    /// Whether it is there.
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
