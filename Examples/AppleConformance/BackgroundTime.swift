// SPDX-License-Identifier: EUPL-1.2

#if canImport(UIKit)

import UIKit

/// Time in the background. Without it iOS suspends the app before the lock of the phone makes the protected data unavailable (EVT-03).
@MainActor final class BackgroundTime {
    private var task = UIBackgroundTaskIdentifier.invalid

    nonisolated init() {}

    /// Asks for as much time as iOS gives.
    func begin() {
        end()
        task = UIApplication.shared.beginBackgroundTask { [weak self] in self?.end() }
    }

    /// Returns the time that is left.
    func end() {
        guard task != .invalid else { return }
        UIApplication.shared.endBackgroundTask(task)
        task = .invalid
    }
}

#endif
