// SPDX-License-Identifier: EUPL-1.2

import Testing
import WalletInterface

/// A row of a table: a promise that a bridge breaks, and the core's error.
struct BrokenPromise<Bridge>: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let error: WalletCoreError.Code
    private let tell: @Sendable (inout Bridge) -> Void

    /// - Parameter tell: makes an honest bridge break the promise.
    init(_ promise: String, _ error: WalletCoreError.Code, _ tell: @escaping @Sendable (inout Bridge) -> Void) {
        testDescription = promise
        self.error = error
        self.tell = tell
    }

    /// Returns an honest bridge that breaks the promise.
    func broken(by bridge: Bridge) -> Bridge {
        var bridge = bridge
        tell(&bridge)
        return bridge
    }
}
