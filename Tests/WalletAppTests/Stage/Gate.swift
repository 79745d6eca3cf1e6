// SPDX-License-Identifier: EUPL-1.2

import ObservedValues

@testable import WalletApp

/// Holds whoever comes until the test opens it.
struct Gate: Sendable {
    private let isOpen = ObservedValue(false)

    /// Lets everyone through from now on.
    func open() { isOpen.set(true) }

    /// Returns when the gate is open, or when the task is cancelled; then it holds who comes next.
    func pass() async { _ = try? await isOpen.next(otherThan: false) }
}
