// SPDX-License-Identifier: EUPL-1.2

import ObservedValues

@testable import WalletApp

/// A gate that holds tasks until the test opens it.
struct Gate: Sendable {
    private let isOpen = ObservedValue(false)

    /// Lets all tasks pass from now on.
    func open() { isOpen.set(true) }

    /// Returns when the gate is open or the task is cancelled; other tasks keep waiting.
    func pass() async { _ = try? await isOpen.next(otherThan: false) }
}
