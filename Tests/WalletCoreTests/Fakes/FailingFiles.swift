// SPDX-License-Identifier: EUPL-1.2

import Synchronization
import WalletInterface

@testable import WalletCore

/// A disk that refuses writes to files beside the store while a test demands it.
final class FailingFiles: CheckpointObserver {
    private let state = Mutex(false)

    var fails: Bool {
        get { state.withLock { $0 } }
        set { state.withLock { $0 = newValue } }
    }

    func reach(_ checkpoint: Checkpoint) throws(WalletCoreError) {
        guard fails, checkpoint.act == .file, checkpoint.side == .before else { return }
        throw WalletCoreError(.storeFull, "a test's disk is full")
    }
}
